internal import FileSystem
internal import Foundation
internal import Storage
internal import TestKit
internal import Testing
internal import Values

@Suite("Live reload", .serialized, .timeLimit(.minutes(2)))
struct ReloadTests {
  private func note(_ text: String) -> String {
    """
    id: good
    when: {folder: $W/W, settle: 0s}
    do: [{append-file: $W/out, text: "\(text) ${file.name}"}]
    """
  }

  /// Drops a file and waits until the rule has run for it.
  private func drop(_ name: String, _ world: World, _ daemon: DaemonProcess, ends: Int) throws {
    try world.folder.write("x", to: "W/\(name)")
    try daemon.waitForEnds(ends)
  }

  @Test("a broken version leaves the last good one in force, and says where it is broken (R33)")
  func broken() throws {
    let world = try World()
    try world.rule("good", note("old"))
    let daemon = try world.start()
    try world.rule("good", "id: good\nwehn: x\n")
    let message = try daemon.wait { $0.contains("wehn") }
    #expect(message.contains("good.yaml:2:1: `wehn` is not a key of a rule; did you mean `when`?"))
    try drop("a", world, daemon, ends: 1)
    try world.rule("good", note("new"))
    // The reload is through when another rule of the same change is in force.
    try world.rule("extra", "id: extra\nwhen: {startup: }\ndo: [{log: x}]\nnonsense: 1")
    try daemon.wait { $0.contains("nonsense") }
    try drop("b", world, daemon, ends: 2)
    #expect(try Lines.of(world, "out") == ["old a", "new b"])
  }

  @Test("a deleted rule is gone, the others keep what they run (R38)")
  func deleted() throws {
    let world = try World()
    try world.rule("good", note("x"))
    try world.rule(
      "slow",
      """
      id: slow
      when: {folder: $W/S, settle: 0s}
      do:
        - run-program: /bin/sh
          arguments: ["-c", "echo begun > $W/fifo; read x < $W/go"]
        - append-file: $W/out
          text: old steps
      """)
    try world.folder.makeFolder("S")
    try world.pipe("fifo")
    try world.pipe("go")
    let daemon = try world.start()
    try world.folder.write("x", to: "S/f")
    try world.read("fifo")
    try FileOperations.remove(world.folder["rules.d/good.yaml"])
    try world.rule(
      "slow", "id: slow\nwhen: {folder: $W/S, settle: 0s}\ndo: [{append-file: $W/out, text: new}]")
    try world.rule("mark", "id: mark\nwhne: x")
    try daemon.wait { $0.contains("whne") }
    try world.release("go")
    try daemon.waitForEnds(1)
    try world.folder.write("x", to: "W/nobody")
    try world.folder.write("x", to: "S/g")
    try daemon.waitForEnds(2)
    #expect(try Lines.of(world, "out") == ["old steps", "new"])
  }

  @Test("a rule whose shortcut is missing is refused, and comes into force with it")
  func missingShortcut() throws {
    let world = try World()
    try world.rule("r", "id: r\nwhen: {folder: $W/W, settle: 0s}\nrun: later")
    let daemon = try world.start()
    #expect(
      daemon.lines.contains { $0.contains("there is no shortcut `later`") }, "\(daemon.lines)")
    try world.shortcut(
      "later", "input: file\nsteps: [{append-file: $W/out, text: \"${input.name}\"}]")
    try world.rule("mark", "id: mark\nwhne: x")
    try daemon.wait { $0.contains("whne") }
    try drop("f", world, daemon, ends: 1)
    #expect(try Lines.of(world, "out") == ["f"])
  }

  @Test("SIGHUP reads the rules again")
  func hangUp() throws {
    let world = try World()
    let daemon = try world.start()
    try world.folder.write("id: x\nwhne: y", to: "rules.d/x.yaml")
    daemon.signal(SIGHUP)
    try daemon.wait { $0.contains("whne") }
    #expect(daemon.terminate() == 0)
  }
}
