/// Swift code in which comments and texts are blanked, so that only what the compiler acts on is left.
///
/// Not a parser: it knows comments (nested too), plain, raw and multi-line string literals, and
/// treats interpolations as part of the literal.
struct SwiftCode: Sendable {
  /// The code line by line, columns kept.
  let lines: [String]
  /// Identifiers, keywords and single signs.
  let tokens: [Token]
  /// Where in `tokens` each text stands.
  private let places: [String: [Int]]

  init(_ source: String) {
    var blanker = Blanker(Array(source.utf8))
    let bytes = blanker.blanked()
    lines = Self.lines(of: bytes)
    tokens = Self.tokens(of: bytes)
    var places: [String: [Int]] = [:]
    for index in tokens.indices { places[tokens[index].text, default: []].append(index) }
    self.places = places
  }

  /// Where in `tokens` the given ones stand one after another.
  func places(of words: [String]) -> [Int] {
    guard let first = words.first else { return [] }
    return places[first, default: []].filter {
      tokens[$0...].prefix(words.count).map(\.text) == words
    }
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    return lines + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    let (lineBreak, blank) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var tokens: [Token] = []
    var (line, start, index) = (1, 0, 0)
    while index <= bytes.count {
      let byte = index < bytes.count ? bytes[index] : lineBreak
      guard !isPartOfName[Int(byte)] else {
        index += 1
        continue
      }
      if start < index {
        tokens.append(
          Token(text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
      }
      if byte == lineBreak {
        line += 1
      } else if byte != blank {
        let isGlued = index > 0 && bytes[index - 1] != blank && bytes[index - 1] != lineBreak
        tokens.append(Token(text: String(UnicodeScalar(byte)), line: line, isGlued: isGlued))
      }
      index += 1
      start = index
    }
    return tokens
  }

  /// For each byte whether it belongs to a name or number; all beyond ASCII do.
  private static let isPartOfName: [Bool] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// A piece of code with the number of its line, from 1.
  struct Token: Hashable, Sendable {
    let text: String
    let line: Int
    /// Whether nothing stands between the token before and this one.
    var isGlued = false
  }
}

/// Walks over source text once and writes blanks over what is no code.
private struct Blanker {
  private var bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func blanked() -> [UInt8] {
    let (slash, hash, mark) = (UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "\""))
    while index < bytes.count {
      let byte = bytes[index]
      if byte == slash, follows("/", "/") {
        blankLine()
      } else if byte == slash, follows("/", "*") {
        blankComment()
      } else if byte == hash || byte == mark, let hashes = openingHashes {
        blankText(hashes: hashes)
      } else {
        index += 1
      }
    }
    return bytes
  }

  private mutating func blankLine() {
    let lineBreak = UInt8(ascii: "\n")
    while index < bytes.count, bytes[index] != lineBreak {
      bytes[index] = UInt8(ascii: " ")
      index += 1
    }
  }

  /// Whether two ASCII signs come next.
  private func follows(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: first)
      && bytes[index + 1] == UInt8(ascii: second)
  }

  /// How many `#` stand before the quotation mark of a literal that begins here; nil where none does.
  private var openingHashes: Int? {
    var next = index
    while next < bytes.count, bytes[next] == UInt8(ascii: "#") { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else { return nil }
    return next - index
  }

  private mutating func blankOne() {
    if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
    index += 1
  }

  private mutating func blankComment() {
    var depth = 0
    while index < bytes.count {
      if follows("/", "*") {
        depth += 1
        blankOne()
      } else if follows("*", "/") {
        depth -= 1
        blankOne()
      }
      blankOne()
      if depth == 0 { return }
    }
  }

  private mutating func blankText(hashes: Int) {
    let mark = UInt8(ascii: "\"")
    for _ in 0..<hashes { blankOne() }
    let quotes = bytes[index...].starts(with: [mark, mark, mark]) ? 3 : 1
    let end =
      Array(repeating: mark, count: quotes) + Array(repeating: UInt8(ascii: "#"), count: hashes)
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    for _ in 0..<quotes { blankOne() }
    while index < bytes.count, bytes[index] != mark || !bytes[index...].starts(with: end) {
      // An escaped character, or an interpolation, whose own texts must not end this one.
      guard bytes[index] == escape[0], bytes[index...].starts(with: escape),
        index + escape.count < bytes.count
      else {
        blankOne()
        continue
      }
      for _ in escape { blankOne() }
      if bytes[index] == UInt8(ascii: "(") { blankInterpolation() } else { blankOne() }
    }
    for _ in 0..<min(end.count, bytes.count - index) { blankOne() }
  }

  private mutating func blankInterpolation() {
    var depth = 0
    repeat {
      if let hashes = openingHashes {
        blankText(hashes: hashes)
        continue
      }
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
      blankOne()
    } while depth > 0 && index < bytes.count
  }
}
