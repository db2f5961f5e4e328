/// One place where a regular expression matches.
package struct Match: Hashable, Sendable {
  /// A stretch of the searched text.
  package struct Group: Hashable, Sendable {
    package let text: String
    /// Where it is, in bytes of UTF-8 from the start of the searched text.
    package let range: Range<Int>
  }

  /// A group by its name.
  package struct NamedGroup: Hashable, Sendable {
    package let name: String
    /// What it matched, or nil where it took no part.
    package let group: Group?
  }

  /// The whole match.
  package let whole: Group
  /// The groups by number, the first at index 0; nil for a group that took no part.
  package let groups: [Group?]
  /// The named groups in the order of their numbers.
  package let named: [NamedGroup]

  /// The matched text.
  package var text: String { whole.text }

  /// The group of a number, with 0 for the whole match; nil where it took no part or there is none.
  package subscript(_ number: Int) -> Group? {
    if number == 0 { return whole }
    return groups.indices.contains(number - 1) ? groups[number - 1] : nil
  }

  /// The group of a name; nil where it took no part or there is none.
  package subscript(_ name: String) -> Group? {
    for entry in named where entry.name == name {
      if let group = entry.group { return group }
    }
    return nil
  }
}
