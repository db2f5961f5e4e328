/// The characters that a class of a regular expression takes.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var properties: [ScalarProperty] = []
  var isNegated = false
  /// Whether upper and lower case count as the same.
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    if takes(scalar) { return !isNegated }
    guard ignoresCase else { return isNegated }
    for variant in scalar.caseVariants where takes(variant) { return !isNegated }
    return isNegated
  }

  private func takes(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    for range in ranges where range.contains(value) { return true }
    for property in properties where property.contains(scalar) { return true }
    return false
  }

  mutating func insert(_ scalar: Unicode.Scalar) { ranges.append(scalar.value...scalar.value) }

  mutating func insert(_ other: ScalarSet) {
    guard other.isNegated else {
      ranges += other.ranges
      properties += other.properties
      return
    }
    properties.append(ScalarProperty(kind: .outside(other), isNegated: false))
  }

  static func ascii(_ pairs: (Unicode.Scalar, Unicode.Scalar)...) -> ScalarSet {
    ScalarSet(ranges: pairs.map { $0.0.value...$0.1.value })
  }

  var negated: ScalarSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  static let digits = ascii(("0", "9"))
  static let wordCharacters = ascii(("0", "9"), ("A", "Z"), ("_", "_"), ("a", "z"))
  static let spaces = ascii(("\t", "\n"), ("\u{0C}", "\r"), (" ", " "))

  /// The classes that are written `[[:alpha:]]`.
  static let named: [String: ScalarSet] = [
    "alnum": ascii(("0", "9"), ("A", "Z"), ("a", "z")), "alpha": ascii(("A", "Z"), ("a", "z")),
    "ascii": ascii(("\0", "\u{7F}")), "blank": ascii(("\t", "\t"), (" ", " ")),
    "cntrl": ascii(("\0", "\u{1F}"), ("\u{7F}", "\u{7F}")), "digit": digits,
    "graph": ascii(("!", "~")), "lower": ascii(("a", "z")), "print": ascii((" ", "~")),
    "punct": ascii(("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "space": ascii(("\t", "\r"), (" ", " ")), "upper": ascii(("A", "Z")),
    "word": wordCharacters, "xdigit": ascii(("0", "9"), ("A", "F"), ("a", "f")),
  ]
}

/// A property of characters that Unicode defines.
struct ScalarProperty: Sendable {
  indirect enum Kind: Sendable {
    case category(Set<Unicode.GeneralCategory>)
    /// Everything that a set does not take.
    case outside(ScalarSet)
  }

  let kind: Kind
  var isNegated: Bool

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch kind {
    case .category(let categories):
      categories.contains(scalar.properties.generalCategory) != isNegated
    case .outside(let set): set.contains(scalar) != isNegated
    }
  }

  /// The property that is written `\p{name}`; nil where there is none by this name.
  init?(_ name: String) {
    guard let categories = Self.categories[name] else { return nil }
    (kind, isNegated) = (.category(categories), false)
  }

  init(kind: Kind, isNegated: Bool) { (self.kind, self.isNegated) = (kind, isNegated) }

  private static let single: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter,
    "Lm": .modifierLetter, "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark,
    "Me": .enclosingMark, "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
    "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Ps": .openPunctuation,
    "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
    "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol,
    "So": .otherSymbol, "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator,
    "Cc": .control, "Cf": .format, "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
  ]

  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    var all: [String: Set<Unicode.GeneralCategory>] = [:]
    for (name, category) in single {
      all[name] = [category]
      all[String(name.prefix(1)), default: []].insert(category)
    }
    all["Any"] = Set(single.values)
    return all
  }()
}

extension Unicode.Scalar {
  /// The same letter in other cases.
  var caseVariants: [Unicode.Scalar] {
    var variants: [Unicode.Scalar] = []
    for mapped in [properties.lowercaseMapping, properties.uppercaseMapping] {
      let scalars = mapped.unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first else { continue }
      variants.append(scalar)
      // Some letters meet others only by way of their capital, as the long s does.
      let back = scalar.properties.lowercaseMapping.unicodeScalars
      if back.count == 1, let scalar = back.first { variants.append(scalar) }
    }
    return variants
  }
}
