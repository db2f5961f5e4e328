internal import Actions
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("shell")
struct RunShellTests {
  @Test("runs a script with its values as arguments and variables")
  func script() async throws {
    let world = try World()
    let report = try await world.perform(
      RunShell.self,
      [
        "script": text("echo \"$0 $# $1 $GREETING ${file}\"; cat"), "input": text("fed"),
        "arguments": texts("a b", "$(touch CANARY)"),
        "env": .map(ValueMap(["GREETING": text("hi")])),
      ])
    #expect(report.text == "hob 2 a b hi \nfed")
    #expect(try world.home.names().isEmpty)
  }

  @Test("a script that begins with a dash is no option of the shell")
  func dash() async throws {
    let report = try await World().perform(RunShell.self, ["script": text("-e x")])
    #expect(report.failure?.reason == .programFailed)
    #expect(report.failure?.message.contains("not found") == true)
  }

  @Test("the exit code of the script decides")
  func exitCode() async throws {
    let world = try World()
    let failed = try await world.perform(RunShell.self, ["script": text("false; exit 9")])
    #expect(failed.failure?.details["exit_code"] == .int(9))
    let accepted = try await world.perform(
      RunShell.self, ["script": text("exit 9"), "accept": .int(9)])
    #expect(accepted.text == "")
  }

  @Test("a script longer than the kernel takes is refused with what to do")
  func tooLong() async throws {
    let script = "true #" + String(repeating: "x", count: 200_000)
    let report = try await World().perform(RunShell.self, ["script": text(script)])
    #expect(report.failure?.reason == .badArgument)
  }
}
