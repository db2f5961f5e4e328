/// Finds where each character of a scalar's text stands in the file.
///
/// The parser below gives the text and its two ends only. Undoing quotes, escapes and folding once
/// more, this time with places, is needed for messages alone, so it is done when one is made.
enum ScalarPlaces {
  /// A character of the text, and the stretch of the file that made it.
  struct Place {
    let character: Unicode.Scalar
    let start: Mark
    let end: Mark
  }

  /// A place for each code point of the text, in order.
  static func find(in scalar: Scalar) -> [Place] {
    let count = scalar.text.unicodeScalars.count
    let places =
      switch scalar.style {
      case .plain:
        FlowScan.places(in: scalar, quote: nil)
      case .singleQuoted:
        FlowScan.places(in: scalar, quote: "'")
      case .doubleQuoted:
        FlowScan.places(in: scalar, quote: "\"")
      case .literal:
        BlockScan.places(in: scalar, isFolded: false)
      case .folded:
        BlockScan.places(in: scalar, isFolded: true)
      }
    // A block scalar's last line breaks depend on its chomping sign: the text knows how many stay.
    return Array(places.prefix(count))
  }

  static func isBlank(_ character: Unicode.Scalar?) -> Bool {
    character == " " || character == "\t"
  }
}
