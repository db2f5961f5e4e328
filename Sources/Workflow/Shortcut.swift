package import Diagnostics
package import Values

/// A workflow of steps with a name, as read from one file or from a rule's `do:`.
package struct Shortcut: Sendable {
  /// The file's name without its ending; empty for steps that stand in a rule.
  package let name: String
  package let title: String
  /// What its main input has to be; nil where it takes none.
  package let input: InputType?
  /// Named inputs beside the main one.
  package let inputs: [String: InputType]
  package let steps: [Step]
  package let location: SourceLocation

  package init(
    name: String, title: String, input: InputType?, inputs: [String: InputType], steps: [Step],
    location: SourceLocation
  ) {
    (self.name, self.title, self.input, self.inputs) = (name, title, input, inputs)
    (self.steps, self.location) = (steps, location)
  }

  /// The shortcuts that its steps run, in whatever depth.
  package var calledShortcuts: [(name: String, location: SourceLocation)] {
    steps.flatMap(\.calledShortcuts)
  }
}

/// The shortcuts that a run may call, by name.
package typealias ShortcutLibrary = [String: Shortcut]

extension Step {
  /// The shortcuts that this step runs, in whatever depth.
  package var calledShortcuts: [(name: String, location: SourceLocation)] {
    let handlers: [Step] = if case .handle(let steps) = onError { steps } else { [] }
    let inner: [Step]
    var own: [(name: String, location: SourceLocation)] = []
    switch body {
    case .action, .set, .stop: inner = []
    case .branch(_, let then, let otherwise): inner = then + otherwise
    case .repeatEach(_, _, let steps), .repeatCount(_, let steps): inner = steps
    case .runShortcut(let call):
      inner = []
      own = [(call.name, location)]
    }
    return own + (inner + handlers).flatMap(\.calledShortcuts)
  }
}

/// What an input has to be, by the names that shortcut files use.
package enum InputType: String, Sendable, Hashable, CaseIterable {
  case any
  case text
  case number
  case boolean
  case date
  case duration
  case file
  case folder
  case list
  case dictionary

  /// What the expression language knows of such an input.
  package var valueType: ValueType {
    switch self {
    case .any: .dynamic
    case .text: .string
    case .number: .double
    case .boolean: .bool
    case .date: .timestamp
    case .duration: .duration
    case .file, .folder: .entity("file")
    case .list: .list(.dynamic)
    case .dictionary: .map(.string, .dynamic)
    }
  }

  /// How a value is turned into such an input.
  package var parameterType: ParameterType {
    switch self {
    case .any: .any
    case .text: .text
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .duration: .duration
    case .file, .folder: .file
    case .list: .list(.any)
    case .dictionary: .dictionary(.any)
    }
  }
}
