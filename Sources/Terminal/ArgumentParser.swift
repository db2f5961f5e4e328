internal import Diagnostics

/// Reads command lines by the syntax of a program.
///
/// Options may stand anywhere, `--name VALUE` and `--name=VALUE` mean the same, one-letter options
/// can be joined (`-fn20`), and `--` ends the options. Names are never completed by guessing: an
/// abbreviation that works today would mean something else with the next option.
package struct ArgumentParser: Sendable {
  /// How many arguments a command line may have.
  package static let mostArguments = 10_000

  private let program: ProgramSyntax

  package init(_ program: ProgramSyntax) { self.program = program }

  /// Reads the arguments, without the program's own name.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    guard arguments.count <= Self.mostArguments else {
      throw UsageError("more than \(Self.mostArguments) arguments")
    }
    var reading = Reading(program: program, rest: arguments[...])
    do throws(UsageError) {
      return try reading.finish()
    } catch {
      var error = error
      error.verb = reading.verb?.name
      throw error
    }
  }
}

/// A command line that has been read in part.
private struct Reading {
  let program: ProgramSyntax
  var rest: ArraySlice<String>
  private(set) var verb: VerbSyntax?
  private var parsed = ParsedArguments()
  private var readsOptions = true

  init(program: ProgramSyntax, rest: ArraySlice<String>) {
    (self.program, self.rest) = (program, rest)
  }

  mutating func finish() throws(UsageError) -> ParsedArguments {
    while let argument = rest.popFirst() {
      if !readsOptions || argument == "-" || !argument.hasPrefix("-") {
        try operand(argument)
      } else if argument == "--" {
        readsOptions = false
      } else if argument.hasPrefix("--") {
        try longOption(argument.dropFirst(2))
      } else {
        try shortOptions(argument.dropFirst())
      }
    }
    // Who asks for help need not know the operands.
    if !parsed.has("help") { try checkOperands() }
    return parsed
  }

  private mutating func operand(_ text: String) throws(UsageError) {
    guard verb == nil else {
      parsed.operands.append(text)
      return
    }
    guard let verb = program.verb(text) else {
      let nearest = NearestName.find(text, in: program.shownVerbs.map(\.name))
      throw UsageError(
        "there is no command `\(text)`",
        help: nearest.map { "did you mean `\(program.name) \($0)`?" }
          ?? "`\(program.name) help` lists them")
    }
    self.verb = verb
    parsed.verb = verb.name
  }

  private var options: [OptionSyntax] { (verb?.options ?? []) + program.options }

  private mutating func longOption(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw unknown("--" + name, nearest: name)
    }
    try take(option, as: "--" + name, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func shortOptions(_ letters: Substring) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)", nearest: nil)
      }
      guard option.value != nil, !letters.isEmpty else {
        try take(option, as: "-\(letter)", attached: nil)
        continue
      }
      let value = letters.first == "=" ? letters.dropFirst() : letters
      return try take(option, as: "-\(letter)", attached: String(value))
    }
  }

  private mutating func take(
    _ option: OptionSyntax, as spelling: String, attached: String?
  ) throws(UsageError) {
    if !option.isRepeatable, option.value != nil, parsed.has(option.name) {
      throw UsageError("\(spelling) stands twice")
    }
    guard let value = option.value else {
      guard attached == nil else { throw UsageError("\(spelling) takes no value") }
      return parsed.add(option, "")
    }
    guard let given = attached ?? rest.popFirst() else {
      throw UsageError("\(spelling) needs a value", help: "write \(spelling) \(value.name)")
    }
    try check(given, value)
    parsed.add(option, given)
  }

  private func unknown(_ spelling: String, nearest name: String?) -> UsageError {
    let here = verb.map { "`\(program.name) \($0.name)`" } ?? program.name
    // An option of another command, or one written before its command.
    let owners = program.shownVerbs.filter { verb in
      verb.options.contains { "--" + $0.name == spelling || $0.short.map { "-\($0)" } == spelling }
    }
    let near = name.flatMap { NearestName.find($0, in: options.map(\.name)) }
    let help =
      if verb == nil, !owners.isEmpty {
        "it goes after its command: \(program.name) \(owners[0].name) \(spelling)"
      } else if let near {
        "did you mean --\(near)?"
      } else if name == nil {
        "to give it as a word that begins with a hyphen, put `--` before it"
      } else {
        "see `\(program.name) \(verb.map { $0.name + " " } ?? "")--help`"
      }
    return UsageError("\(here) has no option \(spelling)", help: help)
  }

  private func checkOperands() throws(UsageError) {
    guard let verb else { return }
    let command = "`\(program.name) \(verb.name)`"
    let wanted = verb.operands
    if let missing = wanted.enumerated().first(where: {
      $0.offset >= parsed.operands.count && $0.element.count == .one
    }) {
      throw UsageError("\(command) needs \(missing.element.value.name)")
    }
    let takesMore = wanted.last?.count == .any
    if !takesMore, parsed.operands.count > wanted.count {
      throw UsageError("`\(parsed.operands[wanted.count])` is too much for \(command)")
    }
    for (index, operand) in parsed.operands.enumerated() where !wanted.isEmpty {
      try check(operand, wanted[min(index, wanted.count - 1)].value)
    }
  }

  /// Refuses what is none of the words that a value may be.
  private func check(_ text: String, _ value: ValueSyntax) throws(UsageError) {
    guard case .words(let words) = value.choice, !words.contains(text) else { return }
    let nearest = NearestName.find(text, in: words)
    let list = words.joined(separator: ", ")
    throw UsageError(
      "`\(text)` is no \(value.name)",
      help: nearest.map { "did you mean `\($0)`?" } ?? "it is one of \(list)")
  }
}
