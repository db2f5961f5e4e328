internal import Diagnostics
internal import FileSystem
internal import Rules
internal import Service
internal import TestKit
internal import Testing
internal import Values

@Suite("Checking files that are not in place")
struct LoadingWithFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["rules.d", "shortcuts.d", "drafts"] { try folder.makeFolder(name) }
    try folder.write("steps: [{work: x}]", to: "shortcuts.d/there.yaml")
    try folder.write("id: old\nwhen: {signal: a}\nrun: there", to: "rules.d/rule.yaml")
  }

  private func load(_ names: String...) -> RuleBase {
    let folders = RuleFolders(rules: [folder["rules.d"]], shortcuts: [folder["shortcuts.d"]])
    var loader = RuleLoader(folders: folders, catalog: RuleFixture.catalog)
    return loader.load(with: names.map { folder[$0] })
  }

  @Test("reports on these files alone, with what is in place known")
  func together() throws {
    try folder.write("id: new\nwhen: {signal: a}\nrun: there", to: "drafts/new.yaml")
    let base = load("drafts/new.yaml")
    #expect(base.files.map(\.rules) == [[RuleID("new")]])
    #expect(base.files.flatMap(\.diagnostics) == [])
    #expect(base.rules.rules.map(\.id.name) == ["new", "old"])
  }

  @Test("lets a draft take the place of the file of its name")
  func hiding() throws {
    try folder.write("id: old\nwhen: {signal: b}\nrun: there", to: "drafts/rule.yaml")
    let base = load("drafts/rule.yaml")
    #expect(!base.hasErrors)
    #expect(base.rules.rules.map(\.plans[0].spec.armingKey.text) == ["signal:b"])
  }

  @Test("knows a shortcut by its keys, and by its folder")
  func kinds() throws {
    try folder.write("input: file\nsteps: [{wrok: x}]", to: "drafts/short.yaml")
    let wrong = load("drafts/short.yaml").files.flatMap(\.diagnostics)
    #expect(wrong.contains { $0.message.contains("wrok") }, "\(wrong)")
    try folder.write("steps: [{work: x}]", to: "drafts/short.yaml")
    try folder.write("when: {signal: a}\nrun: short", to: "drafts/user.yaml")
    let base = load("drafts/user.yaml", "drafts/short.yaml")
    #expect(base.files.compactMap(\.shortcut) == ["short"])
    #expect(base.files.flatMap(\.rules) == [RuleID("user")])
    #expect(!base.hasErrors)
    #expect(load("shortcuts.d/there.yaml").files.map(\.shortcut) == ["there"])
  }
}
