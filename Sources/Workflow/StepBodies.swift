internal import Diagnostics
internal import Expressions
internal import Values
package import YAML

extension StepDecoder {
  /// What a step does; nil once the errors in it are reported.
  func body(
    _ keyword: String, _ control: ControlStep?, _ reader: inout MappingReader, _ names: inout Names
  ) -> Step.Body? {
    switch control {
    case nil: action(keyword, &reader, names)
    case .branch: branch(&reader, &names)
    case .repeat: loop(&reader, &names)
    case .set: assignment(&reader, &names)
    case .stop: stop(&reader, names)
    case .runShortcut: call(&reader, names)
    }
  }

  private func action(
    _ keyword: String, _ reader: inout MappingReader, _ names: Names
  ) -> Step.Body? {
    guard let schema = catalog.actions[keyword] else { return nil }
    var values: [String: Argument] = [:]
    var isWhole = true
    let main = reader.optional(keyword)
    if let parameter = schema.main, let node = main {
      if node.isBlank {
        // `notify:` with nothing beside it.
        isWhole = checkBlank(parameter, node, keyword)
      } else {
        values[parameter.name] = value(node, parameter, schema, names)
        isWhole = values[parameter.name] != nil
      }
    }
    for parameter in schema.parameters {
      guard let node = reader.optional(parameter.name) else {
        if parameter.isRequired { isWhole = reader.required(parameter.name) != nil }
        continue
      }
      values[parameter.name] = value(node, parameter, schema, names)
      if values[parameter.name] == nil { isWhole = false }
    }
    return isWhole ? .action(ActionCall(schema: schema, arguments: values)) : nil
  }

  private func checkBlank(_ parameter: Parameter, _ node: Node, _ keyword: String) -> Bool {
    guard parameter.isRequired else { return true }
    collector.report(
      .expected(parameter.type.inWords, found: "nothing"), at: node,
      help: "`\(keyword)` needs it: \(parameter.summary)")
    return false
  }

  /// The argument of a parameter; the text of a shell step is taken as it stands.
  private func value(
    _ node: Node, _ parameter: Parameter, _ schema: ActionSchema, _ names: Names
  ) -> Argument? {
    guard schema.takesShellText, parameter == schema.main else {
      return arguments.decode(node, as: parameter.type, names: names)
    }
    guard case .string(let text)? = LiteralDecoder(collector).decode(node, as: .text) else {
      return nil
    }
    guard checkShellText(text, node, names) else { return nil }
    return .constant(.string(text))
  }

  /// Refuses shell text that names one of Hob's values where the shell would see its own variable.
  private func checkShellText(_ text: String, _ node: Node, _ names: Names) -> Bool {
    guard let hole = ShellText.holes(in: text).first(where: { names.types[$0.root] != nil }) else {
      return true
    }
    let variable = hole.source.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    let name = String(variable)
    collector.report(
      ExpressionError(
        "`${\(hole.source)}` is left to the shell, which knows nothing of Hob's values",
        at: hole.range,
        help: "add `env: {\(name): \"${\(hole.source)}\"}` and write \"$\(name)\" in the script"),
      in: node)
    return false
  }

  private func branch(_ reader: inout MappingReader, _ names: inout Names) -> Step.Body? {
    guard let node = reader.optional("if") else { return nil }
    let condition = ConditionDecoder(collector).decode(node, names: names)
    let thenNode = reader.optional("then")
    let elseNode = reader.optional("else")
    if thenNode == nil, elseNode == nil {
      collector.report(
        .custom("`if` needs an action beside it, or `then` with steps"), at: node)
    }
    var thenNames = names
    var elseNames = names
    let then = thenNode.map { decode($0, names: &thenNames) } ?? []
    let otherwise = elseNode.map { decode($0, names: &elseNames) } ?? []
    names.merge([thenNames, elseNames])
    return condition.map { .branch($0, then: then, otherwise: otherwise) }
  }

  private func loop(_ reader: inout MappingReader, _ names: inout Names) -> Step.Body? {
    guard let node = reader.optional("repeat") else { return nil }
    if let mapping = node.mapping,
      mapping.contains(where: { $0.name == "until" || $0.name == "while" })
    {
      collector.report(
        .custom("`repeat` takes a list or a number of rounds; `while` and `until` come later"),
        at: node)
      return nil
    }
    let list = arguments.decode(node, as: .any, names: names)
    let asNode = reader.optional("as")
    let itemName = reader.optionalText("as") ?? "item"
    if let asNode, !checkName(itemName, asNode) { return nil }
    guard let body = reader.required("do") else { return nil }
    var inner = names
    inner.types["index"] = .int
    let isCount = list?.isCount ?? false
    if !isCount { inner.types[itemName] = list?.elementType ?? .dynamic }
    let steps = decode(body, names: &inner)
    names.merge([inner])
    return list.map {
      isCount
        ? .repeatCount($0, steps: steps) : .repeatEach($0, itemName: itemName, steps: steps)
    }
  }

  private func assignment(_ reader: inout MappingReader, _ names: inout Names) -> Step.Body? {
    guard let node = reader.optional("set") else { return nil }
    guard let pairs = node.mapping else {
      collector.report(
        .expected("names with values (a mapping)", found: node.kindInWords), at: node)
      return nil
    }
    var values: [(name: String, value: Argument)] = []
    for pair in pairs {
      guard checkName(pair.name, pair.key),
        let argument = arguments.decode(pair.value, as: .any, names: names)
      else { continue }
      values.append((pair.name, argument))
      names.types[pair.name] = argument.valueType
    }
    return values.count == pairs.count ? .set(values) : nil
  }

  private func stop(_ reader: inout MappingReader, _ names: Names) -> Step.Body? {
    guard let node = reader.optional("stop") else { return nil }
    let isFailure = reader.optional("failed", as: .boolean) == .bool(true)
    guard !node.isBlank else { return .stop(result: nil, isFailure: isFailure) }
    return arguments.decode(node, as: .any, names: names).map {
      .stop(result: $0, isFailure: isFailure)
    }
  }

  private func call(_ reader: inout MappingReader, _ names: Names) -> Step.Body? {
    let name = reader.requiredText("run-shortcut")
    let input = reader.optional("input").map { arguments.decode($0, as: .any, names: names) }
    let with = reader.optional("with").map { named($0, names) }
    // An argument that is there and wrong is nil inside: the error is reported.
    guard let name, input == nil || input.flatMap(\.self) != nil, with == nil || with ?? nil != nil
    else { return nil }
    return .runShortcut(
      ShortcutCall(name: name, input: input ?? nil, with: (with ?? nil) ?? [:]))
  }

  /// Named arguments of a shortcut.
  package func named(_ node: Node, _ names: Names) -> [String: Argument]? {
    guard let pairs = node.mapping else {
      collector.report(
        .expected("names with values (a mapping)", found: node.kindInWords), at: node)
      return nil
    }
    var values: [String: Argument] = [:]
    for pair in pairs {
      values[pair.name] = arguments.decode(pair.value, as: .any, names: names)
    }
    return values.count == pairs.count ? values : nil
  }
}
