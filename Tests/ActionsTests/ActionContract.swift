internal import Actions
internal import FileSystem
internal import TestKit
internal import Values
internal import Workflow

/// How the contract test does a step with one action; every registered action has one.
struct ContractCase: Sendable {
  let action: any Action.Type
  /// Makes what the step needs and gives arguments with which it succeeds.
  let good: @Sendable (World) throws -> [String: Value]
  /// Arguments with which it fails, and how.
  let bad: [String: Value]
  let reason: ActionFailure.Reason
  /// What the message of that failure must name.
  let named: String

  static func find(_ keyword: String) -> ContractCase? {
    all.first { $0.action.schema.keyword == keyword }
  }

  static let all: [ContractCase] = programs + files + texts

  private static let programs = [
    ContractCase(
      action: RunProgram.self, good: { _ in ["program": text("true")] },
      bad: ["program": text("no-such-program-here")], reason: .notFound,
      named: "no-such-program-here"),
    ContractCase(
      action: RunShell.self, good: { _ in ["script": text(":")] },
      bad: ["script": text("echo why >&2; exit 4")], reason: .programFailed, named: "why"),
  ]

  private static let files = [
    ContractCase(
      action: MoveFile.self,
      good: { ["file": path(try $0.home.write("x", to: "in/a")), "to": path($0.home.path)] },
      bad: ["file": text("gone"), "to": text(".")], reason: .notFound, named: "gone"),
    ContractCase(
      action: CopyFile.self,
      good: { ["file": path(try $0.home.write("x", to: "in/a")), "to": path($0.home.path)] },
      bad: ["file": text("gone"), "to": text(".")], reason: .notFound, named: "gone"),
    ContractCase(
      action: RenameFile.self,
      good: { ["file": path(try $0.home.write("x", to: "a")), "to": text("b")] },
      bad: ["file": text("gone"), "to": text("b")], reason: .notFound, named: "gone"),
    ContractCase(
      action: TrashFile.self, good: { ["file": path(try $0.home.write("x", to: "a"))] },
      bad: ["file": text("gone")], reason: .notFound, named: "gone"),
    ContractCase(
      action: MakeFolder.self, good: { _ in ["folder": text("a/b")] },
      bad: ["folder": text("/dev/null/sub")], reason: .badArgument, named: "/dev/null"),
    ContractCase(
      action: ReadFile.self, good: { ["file": path(try $0.home.write("x", to: "a"))] },
      bad: ["file": text("gone")], reason: .notFound, named: "gone"),
    ContractCase(
      action: WriteFile.self, good: { _ in ["path": text("a"), "text": text("x")] },
      bad: ["path": text("no/a"), "text": text("x")], reason: .notFound, named: "no"),
    ContractCase(
      action: AppendFile.self, good: { _ in ["path": text("a"), "text": text("x")] },
      bad: ["path": text("no/a"), "text": text("x")], reason: .notFound, named: "no/a"),
    ContractCase(
      action: AddRow.self,
      good: { _ in ["table": text("a.csv"), "values": .map(ValueMap(["a": text("1")]))] },
      bad: ["table": text("no/a.csv"), "values": .map(ValueMap(["a": text("1")]))],
      reason: .notFound, named: "no/a.csv"),
  ]

  private static let texts = [
    ContractCase(
      action: ExtractText.self, good: { ["file": path(try $0.home.write("x", to: "a"))] },
      bad: ["file": text("gone")], reason: .notFound, named: "gone"),
    ContractCase(
      action: MatchText.self, good: { _ in ["text": text("a"), "pattern": text("a")] },
      bad: ["text": text("a"), "pattern": text("(")], reason: .badArgument, named: "`pattern`"),
    ContractCase(
      action: Notify.self, good: { _ in ["text": text("a")] },
      bad: ["text": text("a"), "urgency": text("x")], reason: .badArgument, named: "`urgency`"),
    ContractCase(
      action: LogText.self, good: { _ in ["text": text("a")] },
      bad: ["text": text("a"), "level": text("x")], reason: .badArgument, named: "`level`"),
  ]
}
