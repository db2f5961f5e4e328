internal import Automation
internal import FileSystem
internal import Foundation
internal import Storage
internal import TestKit
internal import Values

/// A home of a test's own, with rules, shortcuts, state, and the built programs.
final class World {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["rules.d", "shortcuts.d", "state", "home", "W"] { try folder.makeFolder(name) }
  }

  func path(_ name: String) -> String { folder[name].text }

  /// Writes a rule file as editors do: beside it, then renamed over it.
  func rule(_ name: String, _ text: String) throws {
    let whole = text.replacingOccurrences(of: "$W", with: folder.path.text)
    try folder.write(whole, to: "rules.d/.new")
    try FileOperations.rename(folder["rules.d/.new"], to: folder["rules.d/\(name).yaml"])
  }

  func shortcut(_ name: String, _ text: String) throws {
    let whole = text.replacingOccurrences(of: "$W", with: folder.path.text)
    try folder.write(whole, to: "shortcuts.d/\(name).yaml")
  }

  /// Starts hobd and returns when it is ready.
  func start() throws -> DaemonProcess { try DaemonProcess(self) }

  var history: HistoryReader {
    get throws { try HistoryReader(StateFolder(folder["state"])) }
  }

  /// The runs in the order in which they were admitted.
  func runs() throws -> [RunSummary] { try history.runs().reversed() }

  /// How the runs stand, in order.
  func statuses() throws -> [String] { try runs().map(\.status.rawValue) }

  /// Makes a named pipe, at which a program of a rule and the test meet.
  func pipe(_ name: String) throws {
    guard unsafe mkfifo(path(name), 0o600) == 0 else { throw FixtureProblem("mkfifo \(name)") }
  }

  /// Waits for a program that writes to a named pipe, and reads what it writes.
  func read(_ name: String) throws {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(name)))
    _ = try handle.readToEnd()
    try handle.close()
  }

  /// Lets a program go on that reads a line from a named pipe.
  func release(_ name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
    try handle.write(contentsOf: Data("go\n".utf8))
    try handle.close()
  }

  /// Where `swift build` put the programs: beside the tests.
  static var programs: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}

/// A running hobd whose log is read as it is written.
///
/// Its lines are the events that tests wait for.
final class DaemonProcess {
  private let program: ChildProgram
  private var pending: [UInt8] = []
  private(set) var lines: [String] = []

  fileprivate init(_ world: World) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["HOME"] = world.path("home")
    for name in ["NOTIFY_SOCKET", "JOURNAL_STREAM", "STATE_DIRECTORY"] { environment[name] = nil }
    program = try ChildProgram(
      World.programs.appendingPathComponent("hobd").path,
      [
        "--rules", world.path("rules.d"), "--shortcuts", world.path("shortcuts.d"), "--state",
        world.path("state"), "--bus", "none", "--log-level", "info",
      ], environment: environment)
    try wait { $0.contains("is ready") }
  }

  /// Reads on until a line fits.
  @discardableResult
  func wait(_ isWanted: (String) -> Bool) throws -> String {
    while true {
      guard let line = nextLine() else {
        throw FixtureProblem("hobd ended or says nothing more:\n\(lines.joined(separator: "\n"))")
      }
      lines.append(line)
      if isWanted(line) { return line }
    }
  }

  /// Reads on until so many runs have ended in all.
  func waitForEnds(_ count: Int) throws {
    while lines.count(where: Self.isEnd) < count { try wait(Self.isEnd) }
  }

  private static func isEnd(_ line: String) -> Bool {
    line.contains("Run ") && line.contains(" ended: ")
  }

  private func nextLine() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard let more = program.read() else { return nil }
      pending += more
    }
  }

  /// Ends it as a crash would.
  func kill() { program.kill() }

  /// Asks it to end, and gives its exit code.
  @discardableResult
  func terminate() -> Int32 {
    signal(SIGTERM)
    while nextLine() != nil {}
    return program.wait()
  }

  func signal(_ number: Int32) { program.signal(number) }
}

/// The lines of a file of a test.
enum Lines {
  static func of(_ world: World, _ name: String) throws -> [String] {
    guard FileOperations.exists(world.folder[name]) else { return [] }
    return try world.folder.text(name).split(separator: "\n").map(String.init)
  }
}
