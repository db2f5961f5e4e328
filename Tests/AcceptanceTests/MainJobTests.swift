internal import Automation
internal import FileSystem
internal import Foundation
internal import Storage
internal import TestKit
internal import Testing
internal import Values

/// The daemon as built, on real files: one test at a time, since each waits for the real thing.
@Suite("The main job", .serialized, .timeLimit(.minutes(2)))
struct MainJobTests {
  /// Appends the name of each new file to `out`.
  static let noteNames = """
    id: note
    when: {folder: $W/W, settle: 0s}
    do:
      - append-file: $W/out
        text: ${file.name}
    """

  @Test("the invoice rule as shipped reads, enters and files a PDF")
  func invoice() throws {
    let world = try World()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let rule = try String(
      contentsOf: root.appendingPathComponent("rules.d/invoices.yaml"), encoding: .utf8)
    let shortcut = try String(
      contentsOf: root.appendingPathComponent("shortcuts.d/process-invoice.yaml"), encoding: .utf8)
    try world.rule("invoices", rule)
    try world.shortcut("process-invoice", shortcut)
    try world.folder.makeFolder("home/Invoices")
    let daemon = try world.start()
    let pdf = SamplePDF.make(lines: ["From: Acme GmbH", "Date: 2026-03-14", "Total: 1,234.50 EUR"])
    try world.folder.write(bytes: pdf, to: "home/Invoices/a.pdf")
    try daemon.waitForEnds(1)
    #expect(try world.statuses() == ["succeeded"], "\(daemon.lines)")
    let ledger = try world.folder.text("home/Documents/Invoices/ledger.csv")
    #expect(
      ledger.split(whereSeparator: \.isNewline) == [
        "vendor,amount,date,file", "Acme GmbH,\"1,234.50\",2026-03-14,a.pdf",
      ])
    #expect(
      try OpenFile.contents(of: world.folder["home/Documents/Invoices/2026/a.pdf"], limit: 1 << 20)
        == pdf)
  }

  @Test("a file that came while hobd was killed is handled once after its start")
  func killed() throws {
    let world = try World()
    try world.rule("note", Self.noteNames)
    let first = try world.start()
    try world.folder.write("1", to: "W/before")
    try first.waitForEnds(1)
    first.kill()
    try world.folder.write("2", to: "W/while")
    let second = try world.start()
    try second.waitForEnds(1)
    second.kill()
    let third = try world.start()
    try world.folder.write("3", to: "W/after")
    try third.waitForEnds(1)
    #expect(third.terminate() == 0)
    #expect(try Lines.of(world, "out") == ["before", "while", "after"])
    #expect(try world.statuses() == ["succeeded", "succeeded", "succeeded"])
  }

  @Test("what came while hobd was off is let be where the rule says so, and is on record")
  func notCaughtUp() throws {
    let world = try World()
    try world.rule("note", Self.noteNames + "\ncatch-up: skip")
    let first = try world.start()
    try world.folder.write("x", to: "W/before")
    try first.waitForEnds(1)
    first.kill()
    try world.folder.write("x", to: "W/while")
    let daemon = try world.start()
    try daemon.wait { $0.contains("`catch-up` is `skip`") }
    try world.folder.write("x", to: "W/after")
    try daemon.waitForEnds(1)
    #expect(try Lines.of(world, "out") == ["before", "after"])
  }

  @Test("old files are let be by a new rule, and run where it asks for them")
  func existing() throws {
    let world = try World()
    try world.folder.write("x", to: "W/old")
    try world.rule("note", Self.noteNames)
    try world.rule(
      "eager",
      """
      id: eager
      when: {folder: $W/W, settle: 0s, existing: run}
      do: [{append-file: $W/eager, text: "${file.name}"}]
      """)
    let daemon = try world.start()
    try daemon.waitForEnds(1)
    try world.folder.write("y", to: "W/new")
    try daemon.waitForEnds(3)
    daemon.kill()
    let again = try world.start()
    try world.folder.write("z", to: "W/last")
    try again.waitForEnds(2)
    #expect(try Lines.of(world, "out") == ["new", "last"])
    #expect(try Lines.of(world, "eager") == ["old", "new", "last"])
  }

  @Test(
    "after a kill in step 2 the run is interrupted at step 2, and the waiting ones run (R35, R41)")
  func interrupted() throws {
    let world = try World()
    try world.rule(
      "slow",
      """
      id: slow
      when: {folder: $W/W, settle: 0s}
      do:
        - append-file: $W/out
          text: 1 ${file.name}
        - run-program: /bin/sh
          arguments: ["-c", "echo begun > $W/fifo; read x < $W/go"]
        - append-file: $W/out
          text: 3 ${file.name}
      """)
    try world.pipe("fifo")
    try world.pipe("go")
    let first = try world.start()
    for name in ["a", "b", "c"] { try world.folder.write(name, to: "W/\(name)") }
    for _ in 0..<3 { try first.wait { $0.contains("was admitted") } }
    // Returns when the program of step 2 has opened the other end.
    try world.read("fifo")
    first.kill()
    let second = try world.start()
    for _ in 0..<2 {
      try world.read("fifo")
      try world.release("go")
    }
    try second.waitForEnds(3)
    let runs = try world.runs()
    #expect(runs.map(\.status.rawValue) == ["interrupted", "succeeded", "succeeded"])
    #expect(runs[0].reason.contains("step 2"))
    #expect(try Lines.of(world, "out") == ["1 a", "1 b", "3 b", "1 c", "3 c"])
  }

  @Test("rules that set each other off are stopped by the chain of causes (R37)")
  func loop() throws {
    let world = try World()
    for name in ["A", "B"] { try world.folder.makeFolder(name) }
    try world.rule(
      "forth",
      "id: forth\nwhen: {folder: $W/A, settle: 0s}\ndo: [{move-file: \"${file}\", to: $W/B}]")
    try world.rule(
      "back",
      "id: back\nwhen: {folder: $W/B, settle: 0s}\ndo: [{copy-file: \"${file}\", to: $W/A, name: again}]"
    )
    let daemon = try world.start()
    try world.folder.write("x", to: "A/f")
    let line = try daemon.wait { $0.contains("would set itself off") }
    #expect(line.contains("forth → back → forth"))
    #expect(try world.folder.names(in: "A") == ["again"])
    #expect(try world.folder.names(in: "B") == ["f"])
  }

  @Test("a second hobd on the same state ends with the code for that")
  func second() throws {
    let world = try World()
    let first = try world.start()
    let other = try ChildProgram(
      World.programs.appendingPathComponent("hobd").path,
      ["--state", world.path("state"), "--bus", "none"], environment: [:])
    while other.read() != nil {}
    #expect(other.wait() == 4)
    #expect(first.terminate() == 0)
  }

  @Test("a history full of noise is put aside, and the rules work (R41)")
  func noise() throws {
    let world = try World()
    try world.rule("note", Self.noteNames)
    try world.folder.write(
      bytes: (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 73) }, to: "state/hob.db")
    let daemon = try world.start()
    #expect(daemon.lines.contains { $0.contains("could not be read") }, "\(daemon.lines)")
    try world.folder.write("x", to: "W/f")
    try daemon.waitForEnds(1)
    #expect(try world.statuses() == ["succeeded"])
    #expect(try world.folder.names(in: "state").contains { $0.hasPrefix("hob.db.broken") })
  }

  @Test("asked to end, it lets what runs finish and keeps what waits")
  func drain() throws {
    let world = try World()
    try world.rule(
      "slow",
      """
      id: slow
      when: {folder: $W/W, settle: 0s}
      do:
        - run-program: /bin/sh
          arguments: ["-c", "echo begun > $W/fifo; sleep 0.3; echo \\"$1\\" >> $W/out", x, "${file.name}"]
      """)
    try world.pipe("fifo")
    let daemon = try world.start()
    for name in ["a", "b"] { try world.folder.write(name, to: "W/\(name)") }
    for _ in 0..<2 { try daemon.wait { $0.contains("was admitted") } }
    try world.read("fifo")
    #expect(daemon.terminate() == 0)
    #expect(try world.statuses() == ["succeeded", "queued"])
    let again = try world.start()
    try world.read("fifo")
    try again.waitForEnds(1)
    #expect(try Lines.of(world, "out") == ["a", "b"])
  }
}
