internal import FileSystem
internal import Systemd
internal import Values
internal import Workflow

/// What all actions that start programs have in common: where, with which variables, what is success.
struct ChildSettings {
  static let environmentParameter = Parameter(
    "environment", .dictionary(.text),
    """
    Variables added to the session's environment, which also holds `HOB_RUN` and `HOB_STEP`, \
    the number of the run and the place of the step.
    """)

  static let inputParameter = Parameter(
    "input", .text, "Text for its standard input, which is empty otherwise.")

  static let folderParameter = Parameter(
    "folder", .path, default: "~", "The folder in which it starts.")

  static let acceptParameter = Parameter(
    "accept", .list(.integer), default: "[0]",
    "The exit codes that count as success; with any other the step fails.")

  static let resultSummary = """
    What it printed to its standard output, without the line breaks at the end. At most 1 MiB of \
    each stream is kept; history shows the exit code, the error output, and whether anything was \
    cut. Bytes that are not UTF-8 keep a reversible form. It is ended after an hour where the \
    step has no `timeout`.
    """

  let folder: FilePath
  let input: [UInt8]?
  let environment: [[UInt8]]
  let accepted: Set<Int>

  /// Reads the settings; `variables` is the name of the parameter that holds the environment.
  init(
    variables: String, in step: StepContext
  ) throws(ActionFailure) {
    let arguments = step.arguments
    folder = try arguments.optionalPath("folder") ?? step.host.home
    input = try arguments.optionalText("input").map(FilePath.bytes(of:))
    if let input, input.count > step.limits.programInput {
      throw ActionFailure(
        .limit,
        "`input` has \(input.count) bytes; \(step.limits.programInput) is the most a program gets.")
    }
    accepted = Set(try arguments.numbers("accept", default: [0]))
    environment = try Self.environment(
      step.host.environment, adding: try arguments.dictionary(variables), for: step.invocation
    ) { name throws(ActionFailure) in
      throw arguments.failure(variables, "has `\(LineText.oneLine(name))`, no name of a variable")
    }
  }

  private static func environment(
    _ base: Environment, adding variables: [(name: String, text: String)],
    for invocation: Invocation, refuse: (String) throws(ActionFailure) -> Void
  ) throws(ActionFailure) -> [[UInt8]] {
    let equals = UInt8(ascii: "=")
    let own = [
      (name: "HOB_RUN", text: "\(invocation.run.value)"), (name: "HOB_STEP", text: invocation.step),
    ]
    var added: [(name: [UInt8], value: [UInt8])] = []
    for (name, text) in own + variables {
      let bytes = FilePath.bytes(of: name)
      if bytes.isEmpty || bytes.contains(equals) || bytes.contains(0) { try refuse(name) }
      added.append((bytes, FilePath.bytes(of: text)))
    }
    let names = Set(added.map { $0.name })
    let kept = base.raw.filter { !names.contains(Array($0.prefix { $0 != equals })) }
    return kept + added.map { $0.name + [equals] + $0.value }
  }
}
