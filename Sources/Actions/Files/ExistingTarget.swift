internal import Values

/// What a file action does where something of the same name stands already; nothing is ever replaced.
enum ExistingTarget: String, CaseIterable {
  /// The new one gets a number: `a 2.txt`.
  case keepBoth = "keep-both"
  case fail
  /// Nothing is done, and the step succeeds.
  case skip

  static let parameter = Parameter(
    "if-exists", .oneOf(allCases.map(\.rawValue)), default: keepBoth.rawValue,
    """
    What to do where a file of that name stands already: `keep-both` gives the new one a number \
    (`a 2.txt`), `fail` ends the step with an error, `skip` leaves both where they are. \
    Nothing is ever replaced.
    """)
}
