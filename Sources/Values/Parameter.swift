/// How the value of a parameter is written and read.
package indirect enum ParameterType: Sendable, Hashable {
  /// Text: the letters typed are kept, whatever they look like.
  case text
  case integer
  case number
  case boolean
  /// A calendar date, `2026-01-31`.
  case date
  /// A time of the day, `7:30` or `07:30:15`; a duration since midnight.
  case timeOfDay
  /// A span of time, `1h 30min`.
  case duration
  /// A number of bytes, `5 MiB`.
  case byteSize
  /// A path; `~` stands for the home folder.
  case path
  /// A file or folder, given as such or by its path.
  case file
  /// A shell pattern for names, `*.pdf`.
  case glob
  case oneOf([String])
  case list(ParameterType)
  /// Named values of one type.
  case dictionary(ParameterType)
  /// Anything; plain scalars are read by the core schema of YAML 1.2.
  case any
  /// Steps of a shortcut.
  case steps
  /// A condition of the expression language.
  case condition
}

/// One argument that a trigger, step or action takes.
package struct Parameter: Sendable, Hashable {
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool
  /// What stands for it where it is not given, as it would be written.
  package let defaultText: String?
  /// One sentence, for people.
  package let summary: String

  package init(
    _ name: String, _ type: ParameterType, required: Bool = false,
    default defaultText: String? = nil,
    _ summary: String
  ) {
    (self.name, self.type, self.isRequired) = (name, type, required)
    (self.defaultText, self.summary) = (defaultText, summary)
  }
}
