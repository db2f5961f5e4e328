internal import Testing

@testable internal import Actions

@Suite("Tables in comma-separated form")
struct CSVFormatTests {
  @Test(
    "cells are quoted where RFC 4180 asks for it, and nowhere else",
    arguments: [
      (["a", "b"], "a,b\n"), (["a,b", "c"], "\"a,b\",c\n"),
      (["say \"hi\""], "\"say \"\"hi\"\"\"\n"),
      (["two\nlines"], "\"two\nlines\"\n"), (["cr\rhere"], "\"cr\rhere\"\n"), (["", "x"], ",x\n"),
      ([""], "\"\"\n"), ([" a", "b "], "\" a\",\"b \"\n"), (["=1+1"], "=1+1\n"), (["#c"], "#c\n"),
    ])
  func quoting(cells: [String], expected: String) {
    #expect(CSVFormat.row(cells.map { Array($0.utf8) }, lineEnd: .unix) == Array(expected.utf8))
  }

  @Test(
    "a first line is read back as it was written",
    arguments: [
      ["a"], ["a", "b", ""], ["", ""], ["a,b", "\"", "x\ny"], ["\r\n", "c\r"], [" a "], [""],
    ], [CSVFormat.LineEnd.unix, .standard])
  func roundTrip(cells: [String], lineEnd: CSVFormat.LineEnd) throws {
    let cells = cells.map { Array($0.utf8) }
    let row = CSVFormat.row(cells, lineEnd: lineEnd)
    let header = try CSVFormat.header(of: row + Array("next,row\n".utf8))
    #expect(header == CSVFormat.Header(columns: cells, lineEnd: lineEnd))
  }

  @Test("bytes that are not UTF-8 stay as they are")
  func bytes() throws {
    let cells: [[UInt8]] = [[0xFF, 0x2C], [0xC0, 0xAE]]
    let row = CSVFormat.row(cells, lineEnd: .unix)
    #expect(row == [0x22, 0xFF, 0x2C, 0x22, 0x2C, 0xC0, 0xAE, 0x0A])
    #expect(try CSVFormat.header(of: row).columns == cells)
  }

  @Test("a byte-order mark is no part of the first column")
  func byteOrderMark() throws {
    let header = try CSVFormat.header(of: [0xEF, 0xBB, 0xBF] + Array("a,b\r\n".utf8))
    #expect(header.columns == [Array("a".utf8), Array("b".utf8)])
  }

  @Test("a first line without an end says so")
  func noLineEnd() throws {
    let header = try CSVFormat.header(of: Array("a,\"b\"".utf8))
    #expect(header.columns.count == 2)
    #expect(header.lineEnd == nil)
  }

  @Test("broken quotes are refused")
  func broken() {
    #expect(throws: CSVFormat.Trouble.openQuote) { try CSVFormat.header(of: Array("a,\"b".utf8)) }
    #expect(throws: CSVFormat.Trouble.strayText(column: 2)) {
      try CSVFormat.header(of: Array("a,\"b\"c\n".utf8))
    }
  }
}
