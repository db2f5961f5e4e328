import Diagnostics
import Expressions
import FileSystem
import Terminal
import Values

/// `hob eval`: tries an expression.
enum EvaluateExpression: Verb {
  static let section = VerbSection.writing

  /// The largest file of cases.
  private static let largestFile = 64 << 20

  static var syntax: VerbSyntax {
    VerbSyntax(
      "eval", "Works out an expression, such as a condition of a rule",
      operands: [
        OperandSyntax(
          ValueSyntax("EXPRESSION"), count: .optional, "In the Common Expression Language.")
      ],
      options: [
        OptionSyntax(
          "bindings", value: ValueSyntax("JSON"),
          "Values of variables as a JSON object; tagged values as `--json` prints them are read as such."
        ),
        OptionSyntax(
          "cases", value: ValueSyntax("FILE", .file),
          "Runs conformance cases, one JSON object a line, and says which fail."),
      ],
      details: """
        With `--json` the value is tagged with its type: `{"int": "5"}`, `{"string": "a"}`,
        `{"list": […]}`, `{"map": [[key, value], …]}`, `{"timestamp": [seconds, nanoseconds]}`; a
        failure is `{"error": …}` with exit code 1. With `--cases` each line has `name`, `passed`
        and `reason`.
        """,
      examples: [
        VerbSyntax.Example("hob eval 'now.getHours() < 12'", "is it before noon, in UTC?"),
        VerbSyntax.Example(
          "hob eval --bindings '{\"name\": \"a.pdf\"}' 'name.endsWith(\".pdf\")'",
          "try a condition on a value"),
      ])
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    if let file = arguments.value("cases") { return try runCases(file, session) }
    guard let source = arguments.operands.first else {
      throw Failure(.usage, "`hob eval` needs an expression, or --cases FILE")
    }
    let bindings = try self.bindings(arguments)
    let environment = CheckEnvironment(variables: bindings.mapValues { _ in .dynamic })
    do throws(ExpressionError) {
      let expression = try Expression(source, environment: environment)
      return evaluate(expression, bindings, session)
    } catch {
      return tell(error.message, range: error.range, help: error.help, source, session)
    }
  }

  private static func bindings(_ arguments: ParsedArguments) throws(Failure) -> [String: Value] {
    guard let text = arguments.value("bindings") else { return [:] }
    var bindings: [String: Value] = [:]
    for case (.string(let name), let value) in try NamedValues.object(text, "--bindings").pairs {
      bindings[name] = TaggedValue.decode(value) ?? value
    }
    return bindings
  }

  private static func evaluate(
    _ expression: Expression, _ bindings: [String: Value], _ session: Session
  ) -> ExitCode {
    do throws(EvaluationError) {
      let value = try expression.evaluate(bindings, world: world(session), now: session.now)
      if session.isJSON {
        session.output.json(TaggedValue.encode(value))
      } else {
        session.output.line(text(value, session))
      }
      return .success
    } catch {
      return tell(error.message, range: error.range, help: nil, expression.source, session)
    }
  }

  private static func world(_ session: Session) -> World {
    World(zone: .local(session.environment), zoneNamed: { TimeZoneRules.named($0) })
  }

  /// A value for people: text as it is, unless a terminal would act on it.
  private static func text(_ value: Value, _ session: Session) -> String {
    guard case .string(let text) = value else { return value.shown }
    return session.output.width == nil ? text : Printable.text(text)
  }

  private static func tell(
    _ message: String, range: Range<Int>, help: String?, _ source: String, _ session: Session
  ) -> ExitCode {
    if session.isJSON {
      session.output.json(.map(ValueMap(["error": .string(message)])))
      return .failure
    }
    let text = SourceText(file: "expression", text: source)
    let location = place(of: range.lowerBound, in: source)
    let error = LocatedError(.custom(message), at: location, width: max(1, range.count), help: help)
    session.output.flush()
    let diagnostic = Diagnostic(error, source: text)
    try? StandardStream.error.write(
      diagnostic.rendered(color: ErrorOutput(session.options.color).paint.isOn) + "\n")
    return .failure
  }

  /// The line and column of a character, which is counted in Unicode scalars from 0.
  private static func place(of offset: Int, in source: String) -> SourceLocation {
    var (line, column) = (1, 1)
    for scalar in source.unicodeScalars.prefix(offset) {
      if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    return SourceLocation(file: "expression", line: line, column: column)
  }

  private static func runCases(_ file: String, _ session: Session) throws(Failure) -> ExitCode {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile.contents(of: FilePath(file), limit: largestFile)
    } catch {
      throw Failure(.notFound, error.description)
    }
    let runner = ConformanceRunner(world: world(session))
    let report = runner.run(FilePath.text(of: bytes))
    if session.isJSON {
      for name in report.passed { session.output.json(line(name, passed: true, "")) }
      for failed in report.failed {
        session.output.json(line(failed.name, passed: false, failed.reason))
      }
    } else {
      for failed in report.failed {
        session.output.line(Printable.text("\(failed.name): \(failed.reason)"))
      }
      session.output.line("\(report.passed.count) passed, \(report.failed.count) failed")
    }
    return report.failed.isEmpty ? .success : .failure
  }

  private static func line(_ name: String, passed: Bool, _ reason: String) -> Value {
    var map = ValueMap()
    map[.string("name")] = .string(name)
    map[.string("passed")] = .bool(passed)
    map[.string("reason")] = .string(reason)
    return .map(map)
  }
}
