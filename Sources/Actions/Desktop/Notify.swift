internal import Systemd
internal import Values
package import Workflow

/// Shows a notification on the desktop.
package struct Notify: Action {
  /// How much a notification presses, as in the Desktop Notifications Specification.
  package enum Urgency: String, CaseIterable, Sendable {
    case low, normal, critical

    /// The value of the hint of that name.
    var level: UInt8 {
      switch self {
      case .low: 0
      case .normal: 1
      case .critical: 2
      }
    }
  }

  package static let schema = ActionSchema(
    keyword: "notify",
    summary: "Shows a notification on the desktop.",
    main: Parameter(
      "text", .text, required: true,
      "What it says. It is shown as it is: what looks like markup in it is not taken as such."),
    parameters: [
      Parameter("title", .text, default: "Hob", "Its title, one line."),
      Parameter(
        "urgency", .oneOf(Urgency.allCases.map(\.rawValue)), default: Urgency.normal.rawValue,
        "How much it presses; `critical` ones stay until they are dismissed."),
      Parameter(
        "icon", .text, default: "dialog-information",
        "The name of an icon of the desktop's theme, or the path of a picture."),
    ],
    result: .bool,
    resultSummary: """
      Whether it was handed to the desktop. Where there is no session bus or nobody who shows \
      notifications, the step succeeds all the same, gives false, and history says why.
      """,
    effects: [.notifies],
    example: """
      - notify: ${file.name} is filed
        title: Invoices
        urgency: low
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.notifies, "notify: \(invocation.shown("text"))")]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let message = try NotificationMessage(step)
    guard let bus = host.bus else {
      return Self.notSent("There is no session bus, so nobody could show it.")
    }
    do throws(BusError) {
      let number = try await NotificationService(bus: bus, step: step).send(message)
      return Outcome(
        .bool(true),
        details: [
          "sent": .bool(true), "cut": .bool(message.wasCut), "number": .int(number),
        ])
    } catch {
      return try Self.outcome(of: error, step)
    }
  }

  private static func notSent(_ why: String) -> Outcome {
    Outcome(.bool(false), details: ["sent": .bool(false), "why": .string(LineText.oneLine(why))])
  }

  /// A desktop without notifications is no fault of the step; a service that refuses this one is.
  private static func outcome(
    of error: BusError, _ step: StepContext
  ) throws(ActionFailure) -> Outcome {
    switch error.reason {
    case .noBus, .disconnected, .noService, .noMethod:
      return notSent("No notification service is running: \(error)")
    case .timedOut:
      guard step.timeLeft() != .zero else { throw ActionFailure.interrupted(.timedOut) }
      return notSent("The notification service does not answer: \(error)")
    case .cancelled: throw ActionFailure.interrupted(.cancelled)
    case .denied, .nameTaken, .invalidMessage, .answered:
      throw ActionFailure(
        .system, LineText.oneLine("The notification service refused it: \(error)"),
        details: ["error": .string(error.name)])
    }
  }
}
