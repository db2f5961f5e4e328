internal import Actions
internal import FileSystem
internal import Testing
internal import TestKit
internal import Values
internal import Workflow

@Suite("match-text")
struct MatchTextTests {
  static let bill = "Vendor: Ölmühle GmbH\nTotal: 12.50 EUR\nTotal: 3 USD\n"

  @Test("gives the named groups and all that fits")
  func groups() async throws {
    let report = try await World().perform(
      MatchText.self,
      [
        "text": text(Self.bill),
        "pattern": text("(?m)^Vendor: (?<vendor>.+)$|(?<never>x{40})"),
      ])
    let value = try report.result.get().value
    #expect(value.member("vendor") == .string("Ölmühle GmbH"))
    #expect(value.member("never") == .null)
    #expect(value.member("text") == .string("Vendor: Ölmühle GmbH"))
  }

  @Test("gives every place with `all`")
  func all() async throws {
    let report = try await World().perform(
      MatchText.self,
      [
        "text": text(Self.bill), "pattern": text("Total: (?<amount>[0-9.]+)"), "all": .bool(true),
      ])
    guard case .list(let matches) = try report.result.get().value else {
      Issue.record("no list")
      return
    }
    #expect(matches.map { $0.member("amount") } == [.string("12.50"), .string("3")])
  }

  @Test("no match is a failure, unless it is optional")
  func noMatch() async throws {
    let world = try World()
    let arguments: [String: Value] = ["text": text("abc"), "pattern": text("x+")]
    #expect(try await world.perform(MatchText.self, arguments).failure?.reason == .notFound)
    let optional = arguments.merging(["optional": .bool(true)]) { $1 }
    #expect(try await world.perform(MatchText.self, optional).result.get().value == .null)
    let list = optional.merging(["all": .bool(true)]) { $1 }
    #expect(try await world.perform(MatchText.self, list).result.get().value == .list([]))
  }

  @Test("more places than the limit are a failure")
  func limit() async throws {
    var world = try World()
    world.limits.matches = 3
    for (count, isOver) in [(3, false), (4, true)] {
      let report = try await world.perform(
        MatchText.self,
        [
          "text": text(String(repeating: "a", count: count)), "pattern": text("a"),
          "all": .bool(true),
        ])
      #expect((report.failure?.reason == .limit) == isOver)
    }
  }

  @Test("a pattern that is wrong or too hard is named")
  func badPattern() async throws {
    let world = try World()
    let wrong = try await world.perform(
      MatchText.self, ["text": text("a"), "pattern": text("(")])
    #expect(wrong.failure?.reason == .badArgument)
    #expect(wrong.failure?.message.contains("`pattern`") == true)
    let hard = try await world.perform(
      MatchText.self,
      ["text": text(String(repeating: "a", count: 40)), "pattern": text("^(a|aa|a?)+$(?<!a)")])
    #expect(hard.failure?.reason == .limit)
  }
}

@Suite("log")
struct LogTextTests {
  @Test("writes one line with its level")
  func line() async throws {
    let report = try await World().perform(
      LogText.self, ["text": text("a\nb \u{1B}[1m"), "level": text("warning")])
    #expect(report.log == ["warning: a\\nb \\u{1b}[1m"])
    let plain = try await World().perform(LogText.self, ["text": .double(2)])
    #expect(plain.log == ["info: 2"])
  }

  @Test("a long line is cut and says so")
  func long() async throws {
    var world = try World()
    world.limits.logEntry = 5
    let report = try await world.perform(LogText.self, ["text": text("123456")])
    #expect(report.log == ["info: 12345…"])
    #expect(try report.result.get().details["cut"] == .bool(true))
  }

  @Test("an unknown level is refused with those that there are")
  func level() async throws {
    let report = try await World().perform(
      LogText.self, ["text": text("x"), "level": text("loud")])
    #expect(report.failure?.reason == .badArgument)
    #expect(report.failure?.message.contains("`notice`") == true)
    #expect(report.log.isEmpty)
  }
}

@Suite("extract-text")
struct ExtractTextTests {
  @Test("reads plain text in the usual encodings, whatever the file is called")
  func plain() async throws {
    let world = try World()
    for (bytes, expected) in [
      (Array("Grüße\n".utf8), "Grüße\n"), ([0xEF, 0xBB, 0xBF, 0x61], "a"),
      ([0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße"), ([0xFF, 0xFE, 0xFC, 0x00], "ü"),
      ([0xFE, 0xFF, 0x20, 0xAC], "€"), ([], ""),
    ] as [([UInt8], String)] {
      let file = try world.home.write(bytes: bytes, to: "letter.pdf")
      let report = try await world.perform(ExtractText.self, ["file": path(file)])
      #expect(report.text == expected)
    }
  }

  @Test("reads a PDF, whatever the file is called", .enabled(if: hasPDFReader))
  func pdf() async throws {
    let world = try World()
    let lines = ["Invoice (no. 7)", "Müller & Söhne", "Total: 99.50 EUR"]
    for name in ["invoice.pdf", "-rf", "$(touch CANARY).txt", "two\nlines"] {
      let file = try world.home.write(bytes: SamplePDF.make(lines: lines), to: name)
      let report = try await world.perform(ExtractText.self, ["file": path(file)])
      let found = report.text?.split(separator: "\n").map(String.init)
      #expect(found == lines, "\(String(describing: report.failure))")
    }
    #expect(try !world.home.names().contains("CANARY"))
  }

  @Test("a PDF without text gives none and says so", .enabled(if: hasPDFReader))
  func blankPDF() async throws {
    let world = try World()
    let file = try world.home.write(bytes: SamplePDF.blank(), to: "scan.pdf")
    let outcome = try await world.perform(ExtractText.self, ["file": path(file)]).result.get()
    #expect(outcome.details["empty"] == .bool(true))
  }

  @Test("a PDF that is broken is a failure with the reader's words", .enabled(if: hasPDFReader))
  func brokenPDF() async throws {
    let world = try World()
    let file = try world.home.write("%PDF-1.4\nnothing else", to: "half.pdf")
    let report = try await world.perform(ExtractText.self, ["file": path(file)])
    #expect(report.failure?.reason == .programFailed)
    #expect(report.failure?.message.contains("half.pdf") == true)
  }

  @Test("without the reader of PDF the failure names the package")
  func noReader() async throws {
    var world = try World()
    world.variables["PATH"] = "/no/such/folder"
    let file = try world.home.write(bytes: SamplePDF.blank(), to: "a.pdf")
    let report = try await world.perform(ExtractText.self, ["file": path(file)])
    #expect(report.failure?.reason == .unavailable)
    #expect(report.failure?.message.contains("poppler-utils") == true)
  }

  @Test("what holds no text is refused by its kind")
  func otherKinds() async throws {
    let world = try World()
    for (bytes, words) in [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], "PNG"), ([0x50, 0x4B, 0x03, 0x04], "ZIP"),
      ([0x61, 0x00, 0x62], "not known"),
    ] as [([UInt8], String)] {
      let file = try world.home.write(bytes: bytes, to: "x.txt")
      let report = try await world.perform(ExtractText.self, ["file": path(file)])
      #expect(report.failure?.reason == .badArgument)
      #expect(report.failure?.message.contains(words) == true)
    }
    let folder = try await world.perform(ExtractText.self, ["file": path(world.home.path)])
    #expect(folder.failure?.reason == .badArgument)
    let missing = try await world.perform(ExtractText.self, ["file": text("nowhere.pdf")])
    #expect(missing.failure?.reason == .notFound)
  }

  @Test("text over the limit is a failure, never cut", .enabled(if: hasPDFReader))
  func limit() async throws {
    var world = try World()
    world.limits.extractedText = 10
    let plain = try world.home.write("12345678901", to: "a.txt")
    #expect(
      try await world.perform(ExtractText.self, ["file": path(plain)]).failure?.reason == .limit)
    let pdf = try world.home.write(bytes: SamplePDF.make(lines: ["12345678901"]), to: "a.pdf")
    #expect(
      try await world.perform(ExtractText.self, ["file": path(pdf)]).failure?.reason == .limit)
  }
}

/// Whether `pdftotext` is installed; tests that need it are shown as skipped otherwise.
let hasPDFReader = FileOperations.exists(FilePath("/usr/bin/pdftotext"))
