import FileSystem
import Systemd
import TestKit
import Testing
import Values

/// Runs one test of this program again in a process with fewer rights or a world of its own.
enum Confinement {
  /// The variable that tells a test that it is inside.
  private static let variable = "HOB_TEST_CONFINED"

  static var isInside: Bool { Environment.current.text(variable) != nil }

  /// What a confined test came to.
  struct Outcome: Sendable {
    let isPassed: Bool
    let output: String
  }

  /// Whether the machine lets us make such a world; a test that needs one is skipped aloud elsewhere.
  static func canRun(_ prefix: [String]) async -> Bool {
    (try? await run(prefix + ["true"], environment: .current))?.isPassed ?? false
  }

  /// Runs this program's test of that name behind a program that confines it.
  static func run(test: String, behind prefix: [String]) async throws -> Outcome {
    let program = try FileOperations.readLink(FilePath("/proc/self/exe"))
    let raw = Environment.current.raw + [Array("\(variable)=1".utf8)]
    return try await run(
      prefix + [program.text, "--testing-library", "swift-testing", "--filter", test],
      environment: Environment(raw: raw))
  }

  private static func run(
    _ command: [String], environment: Environment
  ) async throws -> Outcome {
    let program = FilePath(command.first ?? "")
    let arguments = command.dropFirst().map { FilePath.bytes(of: $0) }
    return try await onLoop { tenant in
      var child = ChildProcess.Command(program, arguments, environment: environment.raw)
      child.timeLimit = .seconds(50)
      let exit = try await ChildProcess.run(child, on: tenant.reactor)
      let said = FilePath.text(of: exit.output + exit.errorOutput)
      return Outcome(isPassed: exit.isSuccess, output: "\(exit.status)\n\(said)")
    }
  }
}
