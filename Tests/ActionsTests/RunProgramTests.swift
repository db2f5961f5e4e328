internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("run-program")
struct RunProgramTests {
  @Test("gives what the program printed, without the line break at its end")
  func output() async throws {
    let report = try await World().perform(
      RunProgram.self, ["program": text("echo"), "arguments": texts("two", "words  here")])
    #expect(report.text == "two words  here")
    let outcome = try report.result.get()
    #expect(outcome.details["exit_code"] == .int(0))
    #expect(outcome.details["output_cut"] == .bool(false))
    #expect(outcome.touched.isEmpty)
  }

  @Test("starts in the home folder, or in the folder that the step names")
  func folder() async throws {
    let world = try World()
    try world.home.makeFolder("a b")
    let home = try await world.perform(RunProgram.self, ["program": text("pwd")])
    #expect(home.text == world.home.path.text)
    let other = try await world.perform(
      RunProgram.self, ["program": text("pwd"), "folder": text("a b")])
    #expect(other.text == world.home["a b"].text)
    let missing = try await world.perform(
      RunProgram.self, ["program": text("pwd"), "folder": text("missing")])
    #expect(missing.failure?.reason == .notFound)
  }

  @Test("hands over its input, its environment and where it runs")
  func inputAndEnvironment() async throws {
    var world = try World()
    world.variables["KEPT"] = "from the session"
    let report = try await world.perform(
      RunProgram.self,
      [
        "program": text("sh"),
        "arguments": texts("-c", "cat; echo; echo \"$KEPT|$NEW|$HOB_RUN|$HOB_STEP\""),
        "input": text("über\nzwei"), "environment": .map(ValueMap(["NEW": text("a=b\nc")])),
      ])
    #expect(report.text == "über\nzwei\nfrom the session|a=b\nc|7|2")
  }

  @Test("a variable of the step takes the place of the session's")
  func environmentReplaces() async throws {
    var world = try World()
    world.variables["SAME"] = "old"
    let report = try await world.perform(
      RunProgram.self,
      ["program": text("env"), "environment": .map(ValueMap(["SAME": text("new")]))])
    let lines = report.text?.split(separator: "\n").filter { $0.hasPrefix("SAME=") }
    #expect(lines == ["SAME=new"])
  }

  @Test("another exit code than 0 is a failure that quotes the error output")
  func exitCode() async throws {
    let world = try World()
    let script = "echo kept; echo first >&2; printf 'bad\\033[31m thing\\n' >&2; exit 3"
    let arguments: [String: Value] = [
      "program": text("sh"), "arguments": texts("-c", script),
    ]
    let failure = try #require(try await world.perform(RunProgram.self, arguments).failure)
    #expect(failure.reason == .programFailed)
    #expect(failure.message.contains("exit code 3"))
    #expect(failure.message.hasSuffix("first\\nbad\\u{1b}[31m thing"))
    #expect(failure.details["exit_code"] == .int(3))
    #expect(failure.details["output"] == .string("kept\n"))

    let accepted = arguments.merging(["accept": .list([.int(0), .int(3)])]) { $1 }
    #expect(try await world.perform(RunProgram.self, accepted).text == "kept")
    let only = arguments.merging(["accept": .list([.int(4)])]) { $1 }
    #expect(try await world.perform(RunProgram.self, only).failure?.reason == .programFailed)
  }

  @Test("a program that is ended by a signal has failed")
  func signal() async throws {
    let report = try await World().perform(
      RunProgram.self, ["program": text("sh"), "arguments": texts("-c", "kill -9 $$")])
    #expect(report.failure?.reason == .programFailed)
    #expect(report.failure?.details["signal"] != nil)
  }

  @Test("what can't be started is named")
  func notStarted() async throws {
    let world = try World()
    try world.home.write("no program", to: "plain")
    for (program, reason) in [
      ("no-such-program-here", ActionFailure.Reason.notFound), ("/no/such/file", .notFound),
      ("./missing", .notFound), ("./plain", .denied), ("nul\u{0}", .badArgument),
    ] {
      let report = try await world.perform(RunProgram.self, ["program": text(program)])
      #expect(report.failure?.reason == reason, "\(program)")
    }
  }

  @Test("a path without a slash at its start counts from the home folder")
  func relativeProgram() async throws {
    let world = try World()
    let script = try world.home.write("#!/bin/sh\necho here\n", to: "bin/tool")
    try FileOperations.setMode(0o755, of: script)
    let report = try await world.perform(RunProgram.self, ["program": text("bin/tool")])
    #expect(report.text == "here")
  }

  @Test("output over the limit is cut, says so, and does not stop the program")
  func endlessOutput() async throws {
    var world = try World()
    world.limits.capturedOutput = 1000
    let report = try await world.perform(
      RunProgram.self,
      ["program": text("sh"), "arguments": texts("-c", "yes | head -c 20000000; echo end >&2")])
    #expect(report.text?.utf8.count == 999)
    let outcome = try report.result.get()
    #expect(outcome.details["output_cut"] == .bool(true))
    #expect(outcome.details["error_output_cut"] == .bool(false))
    #expect(outcome.details["error_output"] == .string("end\n"))
  }

  @Test("output without line breaks, with NUL and with bytes that are no text keeps its bytes")
  func binaryOutput() async throws {
    let report = try await World().perform(
      RunProgram.self,
      ["program": text("printf"), "arguments": texts("a\\000b\\377\\200\\303\\244")])
    let bytes = report.text.map(FilePath.bytes(of:))
    #expect(bytes == [0x61, 0x00, 0x62, 0xFF, 0x80, 0xC3, 0xA4])
  }

  @Test("a program that runs longer than its timeout is ended with its children")
  func timeout() async throws {
    let world = try World()
    let report = try await world.perform(
      RunProgram.self,
      ["program": text("sh"), "arguments": texts("-c", "sleep 1000 & echo $!; wait")],
      timeout: .milliseconds(200))
    let failure = try #require(report.failure)
    #expect(failure.reason == .timedOut)
    guard case .string(let output)? = failure.details["output"] else {
      Issue.record("no output was kept")
      return
    }
    let number = output.split(separator: "\n").first ?? ""
    #expect(!number.isEmpty)
    #expect(!isRunning(String(number)))
  }

  @Test("an input over the limit is refused")
  func inputLimit() async throws {
    var world = try World()
    world.limits.programInput = 3
    let arguments: [String: Value] = ["program": text("cat"), "input": text("abc")]
    #expect(try await world.perform(RunProgram.self, arguments).text == "abc")
    let over = arguments.merging(["input": text("abcd")]) { $1 }
    #expect(try await world.perform(RunProgram.self, over).failure?.reason == .limit)
  }

  @Test("wrong arguments are refused by name")
  func wrongArguments() async throws {
    let world = try World()
    for (name, value) in [
      ("arguments", Value.list([.map(ValueMap())])), ("environment", .string("A=b")),
      ("environment", .map(ValueMap(["A=B": .string("c")]))), ("accept", .string("x")),
    ] {
      let report = try await world.perform(
        RunProgram.self, ["program": text("true"), name: value])
      #expect(report.failure?.reason == .badArgument)
      #expect(report.failure?.message.contains("`\(name)") == true)
    }
    let nothing = try await world.perform(RunProgram.self, [:])
    #expect(nothing.failure?.message.contains("`program`") == true)
  }
}

/// Whether a process of that number runs and is no zombie.
func isRunning(_ number: String) -> Bool {
  guard
    let status = try? OpenFile.contents(of: FilePath("/proc/\(number)/stat"), limit: 4096)
  else { return false }
  return !FilePath.text(of: status).contains(") Z ")
}
