internal import CPCRE2

/// A compiled regular expression in Perl's syntax, as in pcre2pattern(3), on Unicode text.
///
/// Backtracking can take time that grows without bounds; so each search counts its steps, its depth,
/// its memory and its time and is given up at a limit. Compiled code is never changed after init, for
/// which the library promises that threads may share it; hence Sendable.
@safe package final class RegularExpression: @unchecked Sendable {
  /// How a pattern is read.
  package struct Options: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Upper and lower case are the same, by Unicode's simple rules.
    package static let ignoringCase = Options(rawValue: 1)
    /// `^` and `$` match at each line too.
    package static let multiline = Options(rawValue: 2)
    /// `.` matches line ends too.
    package static let dotMatchesLineEnds = Options(rawValue: 4)
    /// Blanks and comments in the pattern are ignored.
    package static let extended = Options(rawValue: 8)
    /// The pattern is plain text without special characters.
    package static let literal = Options(rawValue: 16)
    /// The match has to begin where the search begins and end with the text.
    package static let wholeText = Options(rawValue: 32)
  }

  /// Named bounds that keep patterns and texts of others from eating the machine.
  package enum Limits {
    /// The longest pattern in bytes.
    package static let pattern = 64 << 10
    /// How deep parentheses nest.
    package static let nesting: UInt32 = 100
    /// How often a search may try again from one place in the text.
    package static let steps: UInt32 = 1_000_000
    /// How long a search for one or all matches may take.
    package static let time: Duration = .seconds(5)
    /// How deep a search may backtrack.
    package static let depth: UInt32 = 100_000
    /// How much memory a search may take, in KiB.
    package static let memory: UInt32 = 32 << 10
    /// The longest text that is searched, in bytes.
    package static let text = 16 << 20
    /// How many matches are collected unless said otherwise.
    package static let matches = 100_000
    /// The longest result of replacing, in bytes.
    package static let result = 16 << 20
  }

  package let pattern: String
  package let options: Options
  /// The number of groups, the whole match not counted.
  package let groupCount: Int
  /// The named groups by number; several may share a name only if the pattern allows that.
  package let groupNames: [(name: String, number: Int)]

  /// Set once in init, freed in deinit.
  let code: OpaquePointer

  /// Compiles a pattern.
  package init(_ pattern: String, options: Options = []) throws(PatternError) {
    guard pattern.utf8.count <= Limits.pattern else {
      throw PatternError(.tooComplex, "it is longer than \(Limits.pattern) bytes")
    }
    let code = unsafe try Self.compile(pattern, options)
    self.pattern = pattern
    self.options = options
    unsafe self.code = code
    var groups: UInt32 = 0
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    groupCount = Int(groups)
    groupNames = unsafe Self.names(of: code)
  }

  deinit {
    unsafe pcre2_code_free_8(code)
  }

  private static func compile(
    _ pattern: String, _ options: Options
  ) throws(PatternError) -> OpaquePointer {
    guard let context = unsafe pcre2_compile_context_create_8(nil) else {
      throw PatternError(.tooHard, "out of memory")
    }
    defer { unsafe pcre2_compile_context_free_8(context) }
    unsafe pcre2_set_parens_nest_limit_8(context, Limits.nesting)
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8) + [0]
    let code = unsafe pcre2_compile_8(
      bytes, bytes.count - 1, options.compileFlags, &error, &offset, context)
    if let code = unsafe code { return unsafe code }
    let tooComplex = [PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP, PCRE2_ERROR_PATTERN_TOO_LARGE]
      .contains(error)
    throw PatternError(
      tooComplex ? .tooComplex : .invalid, Self.message(error), offset: offset)
  }

  /// Reads the table of names: rows of equal size, each a number in two bytes and a NUL-ended name.
  private static func names(of code: OpaquePointer) -> [(name: String, number: Int)] {
    var count: UInt32 = 0
    var size: UInt32 = 0
    var table: UnsafePointer<UInt8>?
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
    unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    guard let table = unsafe table else { return [] }
    let rows = (0..<Int(count)).map { row -> (name: String, number: Int) in
      let start = unsafe table + row * Int(size)
      let number = unsafe Int(start[0]) << 8 | Int(start[1])
      return (unsafe String(cString: start + 2), number)
    }
    return rows.sorted { $0.number < $1.number }
  }

  /// Describes an error number of the library in English.
  static func message(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let size = unsafe pcre2_get_error_message_8(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(size))), as: UTF8.self)
  }
}

extension RegularExpression.Options {
  fileprivate var compileFlags: UInt32 {
    var flags = PCRE2_UTF
    if contains(.literal) {
      flags |= PCRE2_LITERAL
    } else {
      // \C would match single bytes and cut characters in two; callouts are where the time is checked.
      flags |= PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
      if contains(.multiline) { flags |= PCRE2_MULTILINE }
      if contains(.dotMatchesLineEnds) { flags |= PCRE2_DOTALL }
      if contains(.extended) { flags |= PCRE2_EXTENDED }
    }
    if contains(.ignoringCase) { flags |= PCRE2_CASELESS }
    if contains(.wholeText) { flags |= PCRE2_ANCHORED | PCRE2_ENDANCHORED }
    return flags
  }
}
