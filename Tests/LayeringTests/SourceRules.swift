/// A line that breaks a rule, and what to do about it.
struct Breach: CustomStringConvertible, Hashable {
  let path: String
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// The rules of docs/architecture.md that the compiler and the formatter don't know.
enum SourceRules {
  /// How long a file may grow before it has to be divided.
  static let mostLines = 350

  static func imports(_ file: SourceTree.File, as module: Module) -> [Breach] {
    importedModules(file.code).filter { !module.mayImport.contains($0.text) }.map { imported in
      breach(
        file, imported.line,
        "\(module.name) may not import \(imported.text); move the code to where it may, or decide on"
          + " a new arrow in Tests/LayeringTests/ImportTable.swift and docs/decisions")
    }
  }

  /// The modules that a file imports, whatever stands before `import` and whatever is chosen of them.
  static func importedModules(_ code: SwiftCode) -> [SwiftCode.Token] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let tokens = code.tokens
    return code.places(of: ["import"]).compactMap { index in
      let before = tokens[..<index].reversed().prefix { $0.line == tokens[index].line }
      guard !before.contains(where: { ["let", "var", "`", ".", "case"].contains($0.text) }) else {
        return nil
      }
      let after = tokens[(index + 1)...].drop { kinds.contains($0.text) }
      return after.first.map { SwiftCode.Token(text: $0.text, line: tokens[index].line) }
    }
  }

  static func unsafeCode(_ file: SourceTree.File, as module: Module) -> [Breach] {
    guard !module.isWrapper else { return [] }
    return [["unsafe"], ["Any"], ["@", "safe"], ["@", "unchecked"]].flatMap { words in
      sequences(
        words, in: file, "it is for wrappers alone; give the wrapper a safe function for it")
    }
  }

  static func traps(_ file: SourceTree.File) -> [Breach] {
    // `try !isDone()` is something else than `try! isDone()`.
    let places = file.code.places(of: ["try", "!"]) + file.code.places(of: ["as", "!"])
    return places.filter { file.code.tokens[$0 + 1].isGlued }.map { index in
      breach(
        file, file.code.tokens[index].line,
        "'\(file.code.tokens[index].text)!' traps; handle the failure, or throw it on")
    }
  }

  static func concurrency(_ file: SourceTree.File) -> [Breach] {
    sequences(
      ["Task", ".", "sleep"], in: file, "ask the reactor for a timer; it keeps to the loop")
      + sequences(["Task", ".", "detached"], in: file, "start it with `Task(executorPreference:)`")
      + ["AsyncStream", "AsyncThrowingStream"].flatMap {
        sequences([$0], in: file, "let the callback enter the actor directly")
      } + tasksWithoutExecutor(file)
  }

  /// A task without a preference runs on the global pool, which then never sleeps again.
  private static func tasksWithoutExecutor(_ file: SourceTree.File) -> [Breach] {
    let tokens = file.code.tokens
    let starts = file.code.places(of: ["Task", "{"]) + file.code.places(of: ["Task", "("])
    return starts.compactMap { index in
      let arguments = tokens[(index + 1)...].prefix { $0.text != "{" }
      guard !arguments.contains(where: { $0.text == "executorPreference" }) else { return nil }
      return breach(
        file, tokens[index].line, "start the task with `executorPreference:` and the loop")
    }
  }

  static func visibility(_ file: SourceTree.File) -> [Breach] {
    sequences(["public"], in: file, "say `package`: Hob is a product, not a library")
      + sequences(["static", "let", "shared"], in: file, "hand the object in; no singletons")
  }

  static func printing(_ file: SourceTree.File, as module: Module) -> [Breach] {
    guard !["hob", "hobd"].contains(module.name) else { return [] }
    // A file may have a function of that name for something else.
    guard file.code.places(of: ["func", "print"]).isEmpty else { return [] }
    return sequences(
      ["print", "("], in: file, "return or throw it; only the programs talk to people")
  }

  static func length(_ file: SourceTree.File) -> [Breach] {
    let count = file.code.lines.count - 1
    guard count > mostLines else { return [] }
    return [breach(file, count, "\(count) lines are more than \(mostLines); divide it by ideas")]
  }

  /// Types that other modules can see begin with a sentence on what they are.
  static func documentation(_ file: SourceTree.File) -> [Breach] {
    let lines = file.source.split(separator: "\n", omittingEmptySubsequences: false)
    let kinds: Set = ["struct", "class", "enum", "actor", "protocol"]
    return lines.indices.compactMap { index in
      guard lines[index].hasPrefix("package ") else { return nil }
      let words = lines[index].split(separator: " ").prefix(4)
      guard words.contains(where: { kinds.contains(String($0)) }) else { return nil }
      let before = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
      guard !before.hasPrefix("///"), !lines[index].hasPrefix("@") else { return nil }
      return breach(file, index + 1, "say in one sentence, after `///`, what it is")
    }
  }

  private static func sequences(
    _ words: [String], in file: SourceTree.File, _ advice: String
  ) -> [Breach] {
    let tokens = file.code.tokens
    return file.code.places(of: words).compactMap { index in
      guard index == 0 || tokens[index - 1].text != "." else { return nil }
      return breach(file, tokens[index].line, "'\(words.joined())' is not used here; \(advice)")
    }
  }

  private static func breach(_ file: SourceTree.File, _ line: Int, _ message: String) -> Breach {
    Breach(path: file.path, line: line, message: message)
  }
}
