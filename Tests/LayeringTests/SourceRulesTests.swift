import Testing

/// The rules themselves: what each finds, and what it leaves alone.
@Suite("The rules for sources")
struct SourceRulesTests {
  private func file(_ source: String, module: String = "Rules") -> SourceTree.File {
    SourceTree.File(
      path: "Sources/\(module)/A.swift", module: module, code: SwiftCode(source), source: source)
  }

  @Test(
    "see the module of every form of import",
    arguments: [
      ("import Foundation", "Foundation"), ("package import Values", "Values"),
      ("@testable import Rules", "Rules"), ("@preconcurrency internal import Glibc", "Glibc"),
      ("import struct Foundation.URL", "Foundation"), ("import os.log", "os"),
      ("  import Dispatch", "Dispatch"),
    ])
  func formsOfImport(line: String, module: String) {
    #expect(SourceRules.importedModules(SwiftCode(line)).map(\.text) == [module])
  }

  @Test(
    "see no import where none is",
    arguments: ["// import A", "/* \nimport A\n*/", "let import = 1", "\"\"\"\nimport A\n\"\"\""])
  func noImport(source: String) {
    #expect(SourceRules.importedModules(SwiftCode(source)).isEmpty)
  }

  @Test("name an import that the module may not have")
  func forbiddenImport() throws {
    let module = Module("Rules", mayImport: "Values")
    let found = SourceRules.imports(file("internal import Values\nimport Foundation"), as: module)
    #expect(found.map(\.line) == [2])
    #expect(
      try #require(found.first).description.hasPrefix("Sources/Rules/A.swift:2: Rules may not"))
  }

  @Test(
    "find what steps around the compiler",
    arguments: [
      "let a = unsafe b", "nonisolated(unsafe) var a = 1", "@safe struct A {}",
      "struct A: @unchecked Sendable {}", "let a: Any = 1", "let a: [any Sendable], b: Any?",
    ])
  func unsafeCode(source: String) {
    #expect(SourceRules.unsafeCode(file(source), as: Module("Rules")).count == 1)
    #expect(SourceRules.unsafeCode(file(source), as: Module("YAML", isWrapper: true)).isEmpty)
  }

  @Test(
    "leave words in texts, comments and other names alone",
    arguments: [
      "// unsafe", "let a = \"unsafe\"", "let unsafeName = 1", "let safe = 1", "let unchecked = 2",
      "let a = \"\\(b + \"unsafe\") unsafe\"", "let a = #\"\"unsafe\"#", "any Sequence<Int>",
      "/* /* unsafe */ unsafe */", "let a = \"\"\"\n  unsafe \"Any\"\n  \"\"\"", "AnyObject",
    ])
  func harmlessWords(source: String) {
    #expect(SourceRules.unsafeCode(file(source), as: Module("Rules")).isEmpty)
  }

  @Test("find traps", arguments: ["try! a()", "let b = a as! Int"])
  func traps(source: String) {
    #expect(SourceRules.traps(file(source)).count == 1)
    #expect(SourceRules.traps(file("try? a(); b as? Int; try !c()")).isEmpty)
  }

  @Test(
    "find tasks and waits that leave the loop",
    arguments: [
      "Task { await a() }", "Task(priority: .high) { }", "try await Task.sleep(for: .seconds(1))",
      "Task.detached(executorPreference: loop) { }", "let a = AsyncStream<Int> { _ in }",
      "return Task\n  { }",
    ])
  func concurrency(source: String) {
    #expect(SourceRules.concurrency(file(source)).count == 1)
  }

  @Test(
    "accept tasks on the loop",
    arguments: [
      "Task(executorPreference: loop) { await a() }",
      "tasks[run] = Task(\n  executorPreference: loop\n) {\n}", "let a: Task<Void, Never>?",
      "Task.isCancelled",
    ])
  func goodTasks(source: String) {
    #expect(SourceRules.concurrency(file(source)).isEmpty)
  }

  @Test("find what is shared too widely")
  func visibility() {
    #expect(SourceRules.visibility(file("public struct A {}\nstatic let shared = A()")).count == 2)
  }

  @Test("let only the programs print")
  func printing() {
    let source = "print(1)\npage.print(2)"
    #expect(SourceRules.printing(file(source), as: Module("Rules")).map(\.line) == [1])
    #expect(SourceRules.printing(file(source), as: Module("hob")).isEmpty)
    let own = "func print(_ page: Page) {}\nprint(page)"
    #expect(SourceRules.printing(file(own), as: Module("Rules")).isEmpty)
  }

  @Test("find a file of too many lines, and only such")
  func length() {
    let line = "let a = 1\n"
    let most = String(repeating: line, count: SourceRules.mostLines)
    #expect(SourceRules.length(file(most)).isEmpty)
    #expect(SourceRules.length(file(most + line)).count == 1)
  }

  @Test("find a shared type that says nothing about itself")
  func documentation() {
    let source =
      "/// A.\npackage struct A {}\n\npackage final class B {}\n@frozen\npackage enum C {}"
    #expect(SourceRules.documentation(file(source)).map(\.line) == [4, 6])
  }

  @Test("read targets with their dependencies from the manifest")
  func manifest() {
    let source =
      "let a = module\n    module(\"A\"),\n    module(\n      \"B\", \"A\",\n      \"C\"),\n    program(\"p\", \"B\"),"
    #expect(Manifest(source).dependencies == ["A": [], "B": ["A", "C"], "p": ["B"]])
  }

  @Test("keep lines and columns when they blank")
  func blanking() {
    let code = SwiftCode("a /* x */ b // c\n\"d\" e\n")
    #expect(code.lines == ["a         b     ", "    e", ""])
  }
}
