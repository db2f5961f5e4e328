internal import FileSystem
internal import Foundation
internal import TestKit
internal import Testing
internal import Values

/// The command line as built, on real files and without a daemon.
@Suite("The command line", .timeLimit(.minutes(2)))
struct CommandLineTests {
  /// A rule and a shortcut that write down what they get.
  static let rule = """
    id: note
    title: Note files down
    when: {folder: $W/W, name: "*.txt"}
    if: file.size > 0
    run: note-down
    tests:
      - event: {file: {path: $W/W/a.txt, size: 1}}
        expect: run
      - event: {file: {path: $W/W/a.txt, size: 0}}
        expect: no-run
    """
  static let shortcut = """
    shortcut: Note a file down
    input: file
    steps:
      - append-file: $W/out
        text: ${input.name}
      - if: input.size > 5
        then:
          - log: large
      - stop: ${input.name}
    """

  private func world() throws -> HobCommand {
    let hob = try HobCommand()
    try hob.rule("note", Self.rule)
    try hob.shortcut("note-down", Self.shortcut)
    return hob
  }

  @Test("tells its version and its help at once")
  func version() throws {
    let hob = try HobCommand()
    let version = try hob.run(["--version"])
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("hob "))
    #expect(try hob.run(["log", "--version"]).output == version.output)
    let help = try hob.run(["help"])
    #expect(help.code == 0)
    #expect(help.output.contains("usage: hob"))
    #expect(try hob.run(["why", "--help"]).output.contains("usage: hob why"))
    #expect(try hob.run(["help", "exit-codes"]).lines.count == 7)
  }

  @Test("ends with 2 where it is not understood, and says what to write")
  func usage() throws {
    let hob = try HobCommand()
    let answer = try hob.run(["chek"])
    #expect(answer.code == 2)
    #expect(answer.output == "")
    #expect(answer.errors == "hob: there is no command `chek`\n  did you mean `hob check`?\n")
    #expect(try hob.run([]).code == 2)
    #expect(try hob.run(["log", "--since", "yesterday-ish"]).code == 2)
  }

  @Test("checks files and runs the tests in them")
  func check() throws {
    let hob = try world()
    let good = try hob("check")
    #expect(good.code == 0, "\(good.output)")
    #expect(good.output == "2 files, 1 rule, 1 shortcut, 2 tests, no errors.\n")
    try hob.rule("bad", "id: bad\nwehn: x\n")
    let bad = try hob("check")
    #expect(bad.code == 1)
    #expect(bad.output.contains("bad.yaml:2:1: error: `wehn` is not a key of a rule"))
    #expect(bad.output.contains("  2 | wehn: x"))
    let lines = try hob("check", "--json").values()
    #expect(lines.allSatisfy { $0.member("severity") == .string("error") })
    #expect(lines.contains { $0.member("line") == .int(2) })
  }

  @Test("tells which test of a rule fails and why")
  func failingTest() throws {
    let hob = try world()
    try hob.rule(
      "note", Self.rule.replacing("expect: run", with: "expect: no-run"))
    let answer = try hob("check")
    #expect(answer.code == 1)
    #expect(
      answer.output.contains("error: test 1 of the rule `note`: it should not run, and it runs"))
    try hob.rule(
      "note", Self.rule.replacing("a.txt, size: 1", with: "a.pdf, size: 1"))
    #expect(try hob("check").output.contains("it should run, and no trigger fits: `file.name` is"))
    try hob.rule("note", Self.rule.replacing("size: 1", with: "sise: 1"))
    #expect(try hob("check").output.contains("a file has no field `sise`"))
  }

  @Test("checks a file that is not in place yet together with those that are")
  func checkOneFile() throws {
    let hob = try world()
    try hob.folder.write(
      "id: draft\nwhen: {folder: ~/x}\nrun: note-down\n", to: "draft.yaml")
    #expect(
      try hob("check", hob.path("draft.yaml")).output == "1 file, 1 rule, 0 shortcuts, no errors.\n"
    )
    try hob.folder.write("steps:\n  - lgo: x\n", to: "other.yaml")
    let other = try hob("check", hob.path("other.yaml"))
    #expect(other.code == 1)
    #expect(other.output.contains("did you mean `log`"))
    #expect(try hob("check", hob.path("absent.yaml")).code == 4)
  }

  @Test("runs a shortcut, and shows it in log and show")
  func run() throws {
    let hob = try world()
    try hob.folder.makeFolder("W")
    try hob.folder.write("long enough", to: "W/a.txt")
    let run = try hob("run", "note-down", "--file", hob.path("W/a.txt"))
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "a.txt\n")
    #expect(try hob.folder.text("out") == "a.txt\n")
    let line = try #require(try hob("log", "--json").values().first)
    #expect(line.member("id") == .int(1))
    #expect(line.member("status") == .string("succeeded"))
    #expect(line.member("shortcut") == .string("note-down"))
    #expect(line.member("rule") == .null)
    #expect(line.member("event") == .null)
    let table = try hob("log")
    #expect(table.lines.count == 2)
    #expect(table.lines[1].contains("note-down"))
    let tree = try hob("show", "last")
    #expect(tree.output.contains("1 append-file"))
    #expect(tree.output.contains("1 log large"))
    let shown = try #require(try hob("show", "1", "--json").values().first)
    #expect(shown.member("result") == .string("a.txt"))
    guard case .list(let steps)? = shown.member("steps") else {
      Issue.record("no steps")
      return
    }
    #expect(
      steps.map { $0.member("place") }
        == ["1", "2", "2.then.1", "3"].map { Value.string($0) })
  }

  @Test("ends with the codes that the manual lists")
  func codes() throws {
    let hob = try world()
    try hob.shortcut("fails", "steps:\n  - run-program: /bin/false\n")
    #expect(try hob("run", "fails").code == 1)
    #expect(try hob("run", "note-donw").errors.contains("did you mean `note-down`?"))
    #expect(try hob("run", "absent").code == 4)
    #expect(try hob("show", "99").code == 4)
    #expect(try hob("reload").code == 3)
    #expect(try hob("enable", "note", bus: "unix:path=\(hob.path("no-bus"))").code == 3)
    #expect(try hob("status").code == 3)
    #expect(try hob("why", "absent").code == 4)
    #expect(try hob("show", "1x").code == 2)
  }

  @Test("lists what would be done and touches nothing")
  func dryRun() throws {
    let hob = try world()
    try hob.folder.makeFolder("W")
    try hob.folder.write("long enough", to: "W/a.txt")
    for arguments in [["run", "note-down"], ["trigger", "note"]] {
      let answer = try hob(
        arguments[0], arguments[1], "--file", hob.path("W/a.txt"), "--dry-run")
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(answer.output.contains("append-file"))
      #expect(answer.output.contains("add to"))
    }
    let refused = try hob("trigger", "note", "--event", #"{"file": "/x/b.pdf"}"#, "--dry-run")
    #expect(refused.code == 1)
    #expect(refused.output.contains("does not match `*.txt`"))
    #expect(!FileOperations.exists(hob.folder["out"]))
    #expect(!FileOperations.exists(hob.folder["state"]))
  }

  @Test("lists rules and shortcuts with their files")
  func lists() throws {
    let hob = try world()
    try hob.rule("broken", "id: [")
    let rule = try #require(try hob("rules", "--json").values().first)
    #expect(rule.member("id") == .string("note"))
    #expect(rule.member("run") == .string("note-down"))
    #expect(rule.member("enabled") == .bool(true))
    #expect(try hob("rules").output.contains("broken.yaml has 1 error: `hob check` shows them"))
    let shortcut = try #require(try hob("shortcuts", "--json").values().first)
    #expect(shortcut.member("input") == .string("file"))
    #expect(shortcut.member("rules") == .list([.string("note")]))
    let files = try hob("rules", "--files", "--json").values()
    #expect(
      Set(files.map { $0.member("state") }) == [.string("loaded"), .string("failed")])
  }

  @Test("describes every trigger and action, for people and as JSON")
  func schemas() throws {
    let hob = try HobCommand()
    for list in ["triggers", "actions"] {
      for schema in try hob.run([list, "--json"]).values() {
        guard case .string(let keyword)? = schema.member("keyword") else {
          Issue.record("no keyword in \(schema)")
          continue
        }
        #expect(try hob.run([list, keyword]).output.contains(keyword))
      }
    }
    #expect(try hob.run(["actions", "mov-file"]).errors.contains("did you mean `move-file`?"))
  }

  @Test("works expressions out, with bindings and types")
  func eval() throws {
    let hob = try HobCommand()
    #expect(try hob.run(["eval", "1 + 2"]).output == "3\n")
    #expect(try hob.run(["eval", "--json", "1u"]).output == #"{"uint":"1"}"# + "\n")
    #expect(try hob.run(["eval", "'a' + x", "--bindings", #"{"x": "b"}"#]).output == "ab\n")
    #expect(
      try hob.run(["eval", "--json", "x", "--bindings", #"{"x": {"bytes": "AA=="}}"#]).output
        == #"{"bytes":"AA=="}"# + "\n")
    let wrong = try hob.run(["eval", "1 +"])
    #expect(wrong.code == 1)
    #expect(wrong.errors.contains("expression:1:"))
    #expect(
      try hob.run(["eval", "--json", "1/0"]).output == #"{"error":"division by zero"}"# + "\n")
  }

  @Test("keeps names that are not UTF-8, and escapes them on the terminal's side")
  func bytes() throws {
    let hob = try world()
    try hob.folder.makeFolder("W")
    let name = Array("a".utf8) + [0xE4] + Array(".txt".utf8)
    let path = hob.folder["W"].appending(name)
    let file = try OpenFile(path, .making(mode: 0o644))
    try file.writeAll([1])
    // Foundation hands bytes over as they are only through the shell.
    let script = try HobCommand.shell(
      "\"$0\" run note-down --file \"$1\"/W/a$(printf '\\344').txt", hob)
    #expect(script.code == 0, "\(script.errors)")
    #expect(try hob("show", "last").output.contains(#"a\xe4.txt"#))
    let line = try hob("show", "last", "--json").output
    #expect(line.contains("a\\udbff\\udfe4.txt"), "\(line)")
  }

  @Test("writes a new rule from an example with its shortcut, and never over another file")
  func new() throws {
    let hob = try HobCommand()
    let list = try hob("new")
    #expect(list.output.contains("invoices"), "\(list)")
    let copy = try hob("new", "--from", "invoices")
    #expect(copy.code == 0, "\(copy.errors)")
    #expect(copy.lines.count == 2)
    #expect(try hob("check").code == 0)
    #expect(try hob("new", "--from", "invoices").code == 5)
    #expect(try hob("new", "mine").code == 0)
    #expect(try hob("new", "mine2", "--shortcut").code == 0)
    let check = try hob("check")
    #expect(check.code == 0, "\(check.output)")
    #expect(try hob("new", "../x").code == 2)
    #expect(try hob("new", "--from", "invoice").errors.contains("did you mean `invoices`?"))
  }
}

extension HobCommand {
  /// Calls hob by a script that sees the program as `$0` and the test's folder as `$1`.
  static func shell(_ script: String, _ hob: HobCommand) throws -> HobAnswer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let places =
      "--rules \"$W\"/rules.d --shortcuts \"$W\"/shortcuts.d --state \"$W\"/state --bus none "
    process.arguments = [
      "-c", "W=$1; P=$0\n" + script.replacing("\"$0\" ", with: "\"$0\" " + places), programPath,
      hob.folder.path.text,
    ]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return HobAnswer(
      code: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }
}
