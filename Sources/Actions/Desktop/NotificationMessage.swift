internal import FileSystem
internal import Values
internal import Workflow

/// What a notification says, made fit for the desktop.
struct NotificationMessage: Sendable {
  let title: String
  /// Plain text; what a server would take as markup is not escaped yet.
  let text: String
  let urgency: Notify.Urgency
  /// The name of an icon or the address of a picture.
  let icon: String
  /// Whether the title or the text was longer than the limit.
  let wasCut: Bool

  init(_ step: StepContext) throws(ActionFailure) {
    let arguments = step.arguments
    let given = try arguments.optionalText("title") ?? "Hob"
    let line = LineText.withoutControls(given).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let title = LineText.cut(String(line), to: step.limits.notificationTitle)
    let text = LineText.cut(
      LineText.withoutControls(try arguments.text("text")), to: step.limits.notificationText)
    self.title = title.text
    self.text = text.text
    wasCut = title.wasCut || text.wasCut
    urgency = try arguments.choice("urgency", default: Notify.Urgency.normal)
    icon = Self.icon(try arguments.optionalText("icon") ?? "dialog-information")
  }

  /// A picture goes by its address (RFC 8089), which keeps the bytes of its path.
  private static func icon(_ name: String) -> String {
    guard name.hasPrefix("/") else { return LineText.oneLine(name) }
    return "file://" + PercentEncoding.encode(FilePath.bytes(of: name))
  }

  /// The text for a server that understands markup, with nothing in it that is taken as such.
  var escapedText: String {
    var escaped = String.UnicodeScalarView()
    // By scalars: a mark that joins the letter before it must not hide one of these.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case _: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
