import Systemd
import Terminal
import Values

/// The options that every command takes.
struct GlobalOptions {
  let rules: FilePath?
  let shortcuts: FilePath?
  let state: FilePath?
  /// Nil where no bus is to be used.
  let bus: BusAddress?
  let isJSON: Bool
  let color: Paint.Choice

  init(_ arguments: ParsedArguments) {
    rules = arguments.value("rules").map { FilePath($0) }
    shortcuts = arguments.value("shortcuts").map { FilePath($0) }
    state = arguments.value("state").map { FilePath($0) }
    bus =
      switch arguments.value("bus") {
      case nil: .user
      case "none": nil
      case let address?: .address(address)
      }
    isJSON = arguments.has("json")
    color = arguments.value("color").flatMap(Paint.Choice.init(rawValue:)) ?? .auto
  }

  static var syntax: [OptionSyntax] {
    [
      OptionSyntax("json", "Prints JSON, one object a line, with keys that stay the same."),
      OptionSyntax(
        "rules", value: ValueSyntax("DIR", .folder),
        "Reads rules from this folder instead of the usual three."),
      OptionSyntax(
        "shortcuts", value: ValueSyntax("DIR", .folder),
        "Reads shortcuts from this folder instead of the usual three."),
      OptionSyntax(
        "state", value: ValueSyntax("DIR", .folder),
        "Keeps and reads the history in this folder instead of the usual one."),
      OptionSyntax(
        "bus", value: ValueSyntax("ADDRESS"),
        "Speaks with hobd on this message bus instead of the session's; `none`: with nobody."),
      OptionSyntax(
        "color", value: ValueSyntax("WHEN", .words(Paint.Choice.allCases.map(\.rawValue))),
        "Uses colours: `auto` (on a terminal, unless NO_COLOR is set), `always` or `never`."),
      OptionSyntax("help", short: "h", "Shows help on the command, and does nothing."),
      OptionSyntax("version", "Shows the version, and does nothing."),
    ]
  }
}
