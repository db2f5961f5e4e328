import FileSystem
import Testing
import Values

/// Holds every file in `Sources` to the rules of docs/architecture.md.
@Suite("The sources")
struct LayeringTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.project.get() }

  @Test("consist of the modules of the table, each with a suite of its own")
  func modules() {
    let modules = Set(Module.all.map(\.name))
    #expect(
      Set(tree.folders) == modules.union(Module.headers),
      "A folder of Sources is missing in Tests/LayeringTests/ImportTable.swift, or the other way round"
    )
    let suites = modules.subtracting(["hob", "hobd"]).map { "\($0)Tests" }
    #expect(
      Set(suites).subtracting(tree.testFolders).sorted() == [],
      "A module needs a folder of tests with its name")
  }

  @Test("import what their module may, and nothing else")
  func imports() { expectNone { SourceRules.imports($0, as: $1) } }

  @Test("depend in Package.swift on what the table allows, and nothing else")
  func manifest() throws {
    let manifest = try Manifest(SourceTree.text(tree.root.appending("Package.swift")))
    #expect(Set(manifest.dependencies.keys) == Set(Module.all.map(\.name)))
    for module in Module.all {
      let excess = manifest.dependencies[module.name, default: []].subtracting(module.mayImport)
      #expect(
        excess.sorted() == [],
        "\(module.name) depends on more in Package.swift than Tests/LayeringTests/ImportTable.swift allows"
      )
    }
  }

  @Test("step around the compiler's checks in wrappers only")
  func unsafeCode() { expectNone { SourceRules.unsafeCode($0, as: $1) } }

  @Test("never trap on an error or a cast")
  func traps() { expectNone { file, _ in SourceRules.traps(file) } }

  @Test("start tasks on the loop, and wait by it alone")
  func concurrency() { expectNone { file, _ in SourceRules.concurrency(file) } }

  @Test("share by `package`, and by handing things in")
  func visibility() { expectNone { file, _ in SourceRules.visibility(file) } }

  @Test("leave talking to the programs")
  func printing() { expectNone { SourceRules.printing($0, as: $1) } }

  @Test("hold one idea a file")
  func length() { expectNone { file, _ in SourceRules.length(file) } }

  @Test("say what each shared type is")
  func documentation() { expectNone { file, _ in SourceRules.documentation(file) } }

  /// Expects that a rule finds nothing in any file; each breach is an issue of its own.
  private func expectNone(_ rule: (SourceTree.File, Module) -> [Breach]) {
    #expect(!tree.files.isEmpty)
    for file in tree.files {
      // A folder that the table does not know is another test's matter.
      guard let module = Module.named(file.module) else { continue }
      for breach in rule(file, module) { Issue.record("\(breach)") }
    }
  }
}
