import Values

extension Value {
  /// The value on one line, for people: text in quotes, names without, files by their path.
  ///
  /// What a terminal can't show is left to whoever prints it.
  var shown: String {
    switch self {
    case .string(let text): "\"" + text + "\""
    case .list(let values): "[" + values.map(\.shown).joined(separator: ", ") + "]"
    case .map(let map):
      "{" + map.pairs.map { "\($0.key.shownAsName): \($0.value.shown)" }.joined(separator: ", ")
        + "}"
    case .timestamp(let instant): instant.rfc3339()
    case .duration(let span): TimeSpanSyntax.text(span)
    case .optional(let inner): inner?.shown ?? "null"
    case .entity(let entity):
      if case .string(let path)? = entity.fields["path"] { path } else { JSON.encode(self) }
    case .null, .bool, .int, .uint, .double, .bytes, .type: JSON.encode(self)
    }
  }

  private var shownAsName: String {
    if case .string(let text) = self { text } else { shown }
  }
}
