internal import FileSystem
internal import Values
package import Workflow

/// Moves a file or folder to the trash, from where the desktop can restore it.
package struct TrashFile: Action {
  package static let schema = ActionSchema(
    keyword: "trash-file",
    summary: "Moves a file or folder to the trash.",
    main: Parameter("file", .file, required: true, "The file or folder to put into the trash."),
    result: .entity("file"),
    resultSummary: "The file at its place in the trash.",
    effects: [.writes],
    example: """
      - trash-file: ${file}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.writes, "move \(invocation.shown("file")) to the trash")]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let file = try step.arguments.path("file")
    let trash = Trash(host.environment)
    var number = 1
    while true {
      let first = number
      let (slot, places) = try await step.fileWork(at: file) { _ throws(FileError) in
        (try trash.slot(for: file, from: first), file.andRealPlace())
      }
      let touched = places + [slot.note, slot.file]
      step.willTouch(touched)
      let value = try await step.fileWork(at: file) { (interruption) throws(FileError) in
        try Self.put(file, in: slot, of: trash, interruption)
      }
      if let value {
        return Outcome(value, details: ["from": .string(file.text)], touched: touched)
      }
      number = slot.number
    }
  }

  /// Nil where another file took the name in the trash in the meantime.
  private static func put(
    _ file: FilePath, in slot: Trash.Slot, of trash: Trash, _ interruption: Interruption
  ) throws(FileError) -> Value? {
    do throws(FileError) {
      try trash.put(file, in: slot, interruption)
    } catch {
      guard error.errno == .exists else { throw error }
      return nil
    }
    return try FileEntity.value(at: slot.file)
  }
}
