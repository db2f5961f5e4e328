internal import Systemd

/// Whoever shows notifications on the desktop, by the Desktop Notifications Specification 1.2.
struct NotificationService {
  let bus: Bus
  let step: StepContext

  /// Hands a message over, and gives the number by which the service knows it.
  func send(_ message: NotificationMessage) async throws(BusError) -> Int64 {
    let capabilities = try await call("GetCapabilities").first?.elements ?? []
    // A server without markup shows the escapes as they are, so only one with it gets them.
    let hasMarkup = capabilities.contains { $0.text == "body-markup" }
    let hints = BusValue.properties(["urgency": .byte(message.urgency.level)])
    let answer = try await call(
      "Notify",
      .string("Hob"), .uint32(0), .string(message.icon), .string(message.title),
      .string(hasMarkup ? message.escapedText : message.text), .strings([]), hints,
      // How long it stays is left to the desktop.
      .int32(-1))
    return answer.first?.integer ?? 0
  }

  private func call(
    _ member: String, _ arguments: BusValue...
  ) async throws(BusError) -> [BusValue] {
    let method = BusMethod(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", member)
    let limit = step.limits.notificationAnswer
    return try await bus.call(
      method, arguments, timeout: step.timeLeft(atMost: limit) ?? limit)
  }
}
