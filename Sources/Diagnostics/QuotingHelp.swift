package import YAML

extension Node {
  /// What to say when an expression or pattern in a plain scalar is half: YAML may have cut it.
  ///
  /// It names the comment that took the rest, and shows the line in quotes.
  package var quotingHelp: String? {
    guard let scalar, let comment = scalar.followingComment else { return nil }
    let advice = "`\(comment)` is a comment to YAML; put the value in quotes or after `|`"
    guard let line = scalar.quotedLine else { return advice }
    return "\(advice): \(line)"
  }
}
