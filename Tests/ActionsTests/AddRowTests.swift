internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("add-row")
struct AddRowTests {
  /// Named values in the order in which they are written.
  static func row(_ pairs: KeyValuePairs<String, String>) -> Value {
    var map = ValueMap()
    for (name, text) in pairs { map[.string(name)] = .string(text) }
    return .map(map)
  }

  static func add(
    _ pairs: KeyValuePairs<String, String>, to table: String = "ledger.csv", in world: World
  ) async throws -> Report {
    try await world.perform(AddRow.self, ["table": text(table), "values": row(pairs)])
  }

  @Test("makes the table at first use and finds columns by their name later")
  func rows() async throws {
    let world = try World()
    _ = try await Self.add(["vendor": "A, Inc", "amount": "1"], in: world)
    let report = try await Self.add(["amount": "2", "vendor": "say \"B\""], in: world)
    _ = try await Self.add(["amount": "3"], in: world)
    #expect(report.path == world.home["ledger.csv"])
    #expect(report.announced == [world.home["ledger.csv"]])
    #expect(
      try world.home.text("ledger.csv")
        == "vendor,amount\r\n\"A, Inc\",1\r\n\"say \"\"B\"\"\",2\r\n,3\r\n")
  }

  @Test("keeps the line ends of the table, and ends a line that has none")
  func lineEnds() async throws {
    let world = try World()
    for (before, after) in [
      ("a,b\n1,2", "a,b\n1,2\n3,4\n"), ("a,b", "a,b\n3,4\n"),
      ("a,b\r\n1,2", "a,b\r\n1,2\r\n3,4\r\n"),
      ("", "a,b\r\n3,4\r\n"), ("\u{FEFF}b,a\n", "\u{FEFF}b,a\n4,3\n"),
    ] {
      try world.home.write(before, to: "t.csv")
      _ = try await Self.add(["a": "3", "b": "4"], to: "t.csv", in: world)
      #expect(try world.home.text("t.csv") == after)
    }
  }

  @Test("a column that is not there is refused with those that are, and nothing is written")
  func unknownColumn() async throws {
    let world = try World()
    try world.home.write("vendor,amount\n", to: "ledger.csv")
    let failure = try #require(
      try await Self.add(["vendor": "A", "Amount": "1"], in: world).failure)
    #expect(failure.reason == .badArgument)
    #expect(failure.message.contains("`Amount`"))
    #expect(failure.message.contains("`vendor`, `amount`"))
    #expect(try world.home.text("ledger.csv") == "vendor,amount\n")
  }

  @Test("a table that is none is refused")
  func badTables() async throws {
    var world = try World()
    world.limits.tableHeader = 20
    world.limits.tableColumns = 3
    for (content, reason) in [
      ("\"a,b", ActionFailure.Reason.badArgument), ("a,a\n", .badArgument),
      ("\"a\"b\n", .badArgument), ("a,b,c,d\n", .limit), ("a,4567890123456789012\n", .limit),
      ("\"a,456789012345678901", .limit),
    ] {
      try world.home.write(content, to: "t.csv")
      let report = try await Self.add(["a": "1"], to: "t.csv", in: world)
      #expect(report.failure?.reason == reason, "\(content)")
      #expect(try world.home.text("t.csv") == content)
    }
    let many = try await Self.add(["a": "", "b": "", "c": "", "d": ""], to: "n.csv", in: world)
    #expect(many.failure?.reason == .badArgument)
    let none = try await Self.add([:], to: "n.csv", in: world)
    #expect(none.failure?.reason == .badArgument)
    #expect(!FileOperations.exists(world.home["n.csv"]))
  }

  @Test("numbers, dates, nothing, line breaks and bytes that are no text are cells")
  func cells() async throws {
    let world = try World()
    var values = ValueMap()
    values[.string("number")] = .double(1250)
    values[.string("date")] = .timestamp(.epoch)
    values[.string("nothing")] = .null
    values[.string("lines")] = .string("a\nb")
    values[.string("formula")] = .string("=1+1")
    values[.string("bytes")] = .string(FilePath(bytes: [0xFF, 0x2C]).text)
    _ = try await world.perform(AddRow.self, ["table": text("t.csv"), "values": .map(values)])
    let expected =
      Array("number,date,nothing,lines,formula,bytes\r\n".utf8)
      + Array("1250,1970-01-01T00:00:00Z,,\"a\nb\",=1+1,\"".utf8) + [0xFF, 0x2C]
      + Array("\"\r\n".utf8)
    #expect(try OpenFile.contents(of: world.home["t.csv"], limit: 1000) == expected)
  }

  @Test("rows of runs at the same time are whole, under one line of names")
  func parallel() async throws {
    let world = try World()
    let filler = String(repeating: "x,\"\n", count: 2000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let report = try await Self.add(["number": "\(number)", "filler": filler], in: world)
          _ = try report.result.get()
        }
      }
      try await group.waitForAll()
    }
    let cell = "\"" + String(repeating: "x,\"\"\n", count: 2000) + "\"\r\n"
    var rest = Substring(try world.home.text("ledger.csv"))
    #expect(rest.hasPrefix("number,filler\r\n"))
    rest = rest.dropFirst("number,filler\r\n".count)
    var numbers: Set<Substring> = []
    while let comma = rest.firstIndex(of: ",") {
      numbers.insert(rest[..<comma])
      let row = rest[rest.index(after: comma)...]
      guard row.hasPrefix(cell) else {
        Issue.record("a row is not whole")
        return
      }
      rest = row.dropFirst(cell.count)
    }
    #expect(numbers.count == 20)
  }
}
