package import Values

/// A message about a file, with the place, the line and what to do.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The file, or the part that is named, is not in force.
    case error
    /// The file is in force, but probably not what was meant.
    case warning
    /// More about the message before.
    case note
  }

  package var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  package var location: SourceLocation?
  /// The line in question, where it is at hand.
  package var excerpt: Excerpt?
  /// Other places that belong to it.
  package var notes: [Diagnostic]
  /// What to do, without a full stop.
  package var help: String?

  package init(
    _ severity: Severity, _ message: String, at location: SourceLocation? = nil,
    excerpt: Excerpt? = nil, help: String? = nil, notes: [Diagnostic] = []
  ) {
    self.severity = severity
    self.message = message
    self.location = location
    self.excerpt = excerpt
    self.help = help
    self.notes = notes
  }
}

extension Diagnostic {
  /// The diagnostic as data, of a form that other programs may rely on.
  package var value: Value {
    var fields = ValueMap()
    fields[.string("severity")] = .string(severity.rawValue)
    fields[.string("message")] = .string(message)
    let place = location.flatMap { $0.isWholeFile ? nil : $0 }
    fields[.string("file")] = location.map { .string($0.file) } ?? .null
    fields[.string("line")] = place.map { .int(Int64($0.line)) } ?? .null
    fields[.string("column")] = place.map { .int(Int64($0.column)) } ?? .null
    fields[.string("width")] = excerpt.map { .int(Int64($0.width)) } ?? .null
    fields[.string("text")] = excerpt.map { .string($0.text) } ?? .null
    fields[.string("help")] = help.map { .string($0) } ?? .null
    fields[.string("notes")] = .list(notes.map(\.value))
    return .map(fields)
  }
}
