internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

/// Names from files of the tests, in hexadecimal, one a line.
enum NameList {
  static let hostile = names(in: "hostile-names.txt")
  static let notUTF8 = names(in: "names-bytes.txt")

  private static func names(in file: String) -> [[UInt8]] {
    let path = FilePath(#filePath).parent.appending("Fixtures").appending(file)
    guard let bytes = try? OpenFile.contents(of: path, limit: 1 << 20) else { return [] }
    return FilePath.text(of: bytes).split(separator: "\n").compactMap { line in
      let digits = line.prefix { $0 != "#" && $0 != " " }
      return digits.isEmpty ? nil : decoded(digits)
    }
  }

  private static func decoded(_ digits: Substring) -> [UInt8]? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// A file name is data, never a command: R39, and R07 for bytes that are no text.
@Suite("Names are data")
struct HostileNamesTests {
  static let names = NameList.hostile + NameList.notUTF8

  @Test("the lists are there")
  func lists() {
    #expect(NameList.hostile.count >= 30)
    #expect(NameList.notUTF8.count == 10)
  }

  /// A program that writes its arguments to its output, each ended by a NUL byte.
  private static let printer = "printf '%s\\0' \"$@\""

  private static func expectNoCanary(_ world: World) throws {
    #expect(try !world.home.names().contains("CANARY"))
    #expect(!FileOperations.exists(FilePath("CANARY")))
  }

  /// All values reach the program as they are, whatever way they go.
  private static func expectBytes(
    _ action: any Action.Type, _ arguments: [String: Value], _ expected: [[UInt8]],
    in world: World
  ) async throws {
    let report = try await world.perform(action, arguments)
    let text = try #require(report.text, "\(String(describing: report.failure))")
    let parts = FilePath.bytes(of: text).split(separator: 0, omittingEmptySubsequences: false)
    #expect(parts.dropLast().map(Array.init) == expected)
    try expectNoCanary(world)
  }

  @Test("as arguments of a program, one each")
  func programArguments() async throws {
    let world = try World()
    let values = Self.names.map { Value.string(FilePath.text(of: $0)) }
    try await Self.expectBytes(
      RunProgram.self,
      [
        "program": text("sh"),
        "arguments": .list([text("-c"), text(Self.printer), text("sh")] + values),
      ],
      Self.names, in: world)
  }

  @Test("as files that go to a program by their path")
  func programFiles() async throws {
    let world = try World()
    let files = Self.names.map { world.home.path.appending($0) }
    let values = files.map {
      Value.entity(Entity(type: "file", fields: ["path": .string($0.text)]))
    }
    try await Self.expectBytes(
      RunProgram.self,
      [
        "program": text("sh"),
        "arguments": .list([text("-c"), text(Self.printer), text("sh")] + values),
      ],
      files.map(\.bytes), in: world)
  }

  @Test("as `$1` and so on of a script")
  func scriptArguments() async throws {
    let world = try World()
    let values = Self.names.map { Value.string(FilePath.text(of: $0)) }
    try await Self.expectBytes(
      RunShell.self, ["script": text(Self.printer), "arguments": .list(values)], Self.names,
      in: world)
  }

  @Test("as variables of a script")
  func scriptEnvironment() async throws {
    let world = try World()
    var variables = ValueMap()
    var script = ""
    for (index, name) in Self.names.enumerated() {
      variables[.string("NAME_\(index)")] = .string(FilePath.text(of: name))
      script += "printf '%s\\0' \"$NAME_\(index)\"\n"
    }
    try await Self.expectBytes(
      RunShell.self, ["script": text(script), "env": .map(variables)], Self.names, in: world)
  }

  @Test("as files that are moved")
  func moved() async throws {
    let world = try World()
    let target = try world.home.makeFolder("out")
    for name in Self.names {
      let source = try world.home.makeFolder("in").appending(name)
      try OpenFile(source, .making(mode: 0o600)).writeAll(name)
      let report = try await world.perform(
        MoveFile.self, ["file": path(source), "to": path(target)])
      let moved = try #require(report.path, "\(String(describing: report.failure))")
      #expect(moved == target.appending(name))
      #expect(try OpenFile.contents(of: moved, limit: 1000) == name)
      #expect(!FileOperations.exists(source))
    }
    let found = try DirectoryListing(of: target).entries.map(\.name)
    #expect(Set(found) == Set(Self.names))
    try Self.expectNoCanary(world)
  }

  @Test("as lines of the log, one each")
  func logged() async throws {
    let world = try World()
    for name in Self.names {
      let report = try await world.perform(LogText.self, ["text": .string(FilePath.text(of: name))])
      #expect(report.log.count == 1)
      let line = report.log.first ?? ""
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }
    try Self.expectNoCanary(world)
  }

  @Test("as names that a program gets as a path, which is never an option")
  func leadingDash() async throws {
    let world = try World()
    try world.home.write("content", to: "-rf")
    let report = try await world.perform(
      RunProgram.self,
      ["program": text("cat"), "arguments": .list([path(world.home["-rf"])])])
    #expect(report.text == "content")
  }
}
