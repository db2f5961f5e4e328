internal import Values

/// A value as the history keeps it: JSON that gives the same value back, cut where it is too long.
struct StoredText: Hashable {
  let text: String
  let isCut: Bool

  /// Stores one value within a number of bytes.
  init(_ value: Value, limit: Int) {
    if ValueCutter.size(of: value) <= limit {
      let whole = JSON.encode(value, form: .lossless)
      if Self.fits(whole, limit: limit, depth: { ValueCutter.depth(of: value) }) {
        (text, isCut) = (whole, false)
        return
      }
    }
    (text, isCut) = (ValueCutter.text(of: value, limit: limit), true)
  }

  /// Stores named values within a number of bytes.
  init(_ fields: [String: Value], limit: Int) {
    if ValueCutter.size(of: fields) <= limit {
      let whole = JSON.encode(fields, form: .lossless)
      if Self.fits(whole, limit: limit, depth: { ValueCutter.depth(of: fields) }) {
        (text, isCut) = (whole, false)
        return
      }
    }
    (text, isCut) = (ValueCutter.text(of: .map(ValueMap(fields)), limit: limit), true)
  }

  /// Whether a text is short enough and, since reading has a limit too, not nested too deeply.
  private static func fits(_ text: String, limit: Int, depth: () -> Int) -> Bool {
    guard text.utf8.count <= limit else { return false }
    // Every level takes two characters at least, so that short texts need no look.
    return text.utf8.count < 2 * ValueCutter.deepest || depth() <= ValueCutter.deepest
  }

  /// Reads a value back; what can't be read is shown as its text.
  static func value(_ text: String) -> Value {
    do throws(JSONError) {
      return try JSON.decode(text, form: .lossless)
    } catch {
      return .string(text)
    }
  }

  /// Reads named values back; what can't be read gives none.
  static func fields(_ text: String) -> [String: Value] {
    guard case .map(let map) = value(text) else { return [:] }
    var fields: [String: Value] = [:]
    fields.reserveCapacity(map.count)
    for case (.string(let name), let value) in map.pairs { fields[name] = value }
    return fields
  }
}

/// Shortens a sentence to the limit of the history, at a whole character.
func shortened(_ sentence: String, to limit: Int = StorageLimits.longestSentence) -> String {
  sentence.utf8.count <= limit ? sentence : ValueCutter.prefix(of: sentence, bytes: limit)
}
