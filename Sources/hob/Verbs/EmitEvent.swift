import Systemd
import Control
import Terminal
import Values

/// `hob emit`: an event of one's own.
enum EmitEvent: Verb {
  static let section = VerbSection.acting

  static var syntax: VerbSyntax {
    VerbSyntax(
      "emit", "Sends an event of your own to rules with a `custom` trigger",
      operands: [
        OperandSyntax(ValueSyntax("NAME"), "The name that rules wait for."),
        OperandSyntax(
          ValueSyntax("FIELD=VALUE"), count: .any,
          "Fields of the event: `true`, numbers and JSON are read as such, the rest as text."),
      ],
      options: [
        OptionSyntax(
          "fields", value: ValueSyntax("JSON"), "Fields as one JSON object, where types matter.")
      ],
      examples: [
        VerbSyntax.Example(
          "hob emit backup-finished status=ok files=312", "rules see fields.status and fields.files"
        )
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    let name = arguments.operands[0]
    var fields = ValueMap()
    if let text = arguments.value("fields") {
      fields = try NamedValues.object(text, "--fields")
    }
    for pair in try NamedValues.read(arguments.operands.dropFirst()) {
      fields[.string(pair.name)] = pair.value
    }
    _ = try session.ask(.emit, [.string(name), .string(JSON.encode(.map(fields)))])
    if session.isJSON {
      session.output.json(.map(ValueMap(["name": .string(name), "fields": .map(fields)])))
    } else {
      session.output.line("The event \(name) was sent.")
    }
    return .success
  }
}

/// `NAME=VALUE` words of a command line.
enum NamedValues {
  static func read(
    _ words: some Sequence<String>
  ) throws(Failure) -> [(name: String, value: Value)] {
    var pairs: [(name: String, value: Value)] = []
    for word in words {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw Failure(.usage, "`\(word)` is no NAME=VALUE")
      }
      let name = String(word[..<equals])
      guard !pairs.contains(where: { $0.name == name }) else {
        throw Failure(.usage, "\(name)= stands twice")
      }
      pairs.append((name, value(String(word[word.index(after: equals)...]))))
    }
    return pairs
  }

  /// JSON where it is some, else text: `ok` needs no quotes.
  static func value(_ text: String) -> Value { (try? JSON.decode(text)) ?? .string(text) }

  /// A JSON object that was given to an option.
  static func object(_ text: String, _ option: String) throws(Failure) -> ValueMap {
    let problem: String
    do throws(JSONError) {
      if case .map(let map) = try JSON.decode(text) { return map }
      problem = "this is another value"
    } catch {
      problem = error.description
    }
    throw Failure(
      .usage, "\(option) needs a JSON object: \(problem)",
      help: "write for example \(option) '{\"status\": \"ok\"}'")
  }
}
