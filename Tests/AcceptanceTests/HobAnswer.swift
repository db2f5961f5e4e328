internal import FileSystem
internal import Foundation
internal import TestKit
internal import Values

/// What a call of `hob` printed, and how it ended.
struct HobAnswer {
  let code: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The lines as JSON.
  func values() throws -> [Value] {
    try lines.map { line throws(JSONError) in try JSON.decode(line) }
  }
}

/// The built command line on folders of a test's own, without a bus.
struct HobCommand {
  let folder: TemporaryFolder
  /// Where `swift build` put the programs: beside the tests.
  static let programPath = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("hob").path

  init() throws {
    folder = try TemporaryFolder()
    for name in ["rules.d", "shortcuts.d", "home"] { try folder.makeFolder(name) }
  }

  func path(_ name: String) -> String { folder[name].text }

  func rule(_ name: String, _ text: String) throws {
    try folder.write(text.replacing("$W", with: folder.path.text), to: "rules.d/\(name).yaml")
  }

  func shortcut(_ name: String, _ text: String) throws {
    try folder.write(text.replacing("$W", with: folder.path.text), to: "shortcuts.d/\(name).yaml")
  }

  /// Calls it with the folders of the test before the arguments.
  func callAsFunction(
    _ arguments: String..., bus: String = "none", environment: [String: String] = [:]
  ) throws -> HobAnswer {
    let places = [
      "--rules", path("rules.d"), "--shortcuts", path("shortcuts.d"), "--state", path("state"),
      "--bus", bus,
    ]
    return try run(places + arguments, environment)
  }

  /// Calls it with nothing but the arguments.
  func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> HobAnswer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.programPath)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["HOME"] = path("home")
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"] {
      variables[name] = nil
    }
    process.environment = variables.merging(environment) { $1 }
    // Files, since a pipe that nobody reads meanwhile would fill.
    let output = folder["output-\(UUID().uuidString)"]
    let errors = folder["errors-\(UUID().uuidString)"]
    for file in [output, errors] {
      _ = FileManager.default.createFile(atPath: file.text, contents: nil)
    }
    process.standardOutput = FileHandle(forWritingAtPath: output.text)
    process.standardError = FileHandle(forWritingAtPath: errors.text)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return HobAnswer(
      code: process.terminationStatus, output: try Self.text(output), errors: try Self.text(errors))
  }

  private static func text(_ path: FilePath) throws -> String {
    FilePath.text(of: try OpenFile.contents(of: path, limit: 16 << 20))
  }
}
