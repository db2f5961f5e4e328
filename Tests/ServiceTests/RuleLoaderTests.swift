internal import Diagnostics
internal import FileSystem
internal import Rules
internal import Service
internal import TestKit
internal import Testing
internal import Values

/// Folders of rules and shortcuts with a loader over them.
private struct Folders {
  let folder: TemporaryFolder
  var loader: RuleLoader

  init(_ places: [String] = ["rules.d"]) throws {
    folder = try TemporaryFolder()
    for name in places + ["shortcuts.d"] { try folder.makeFolder(name) }
    let home = folder.path
    loader = RuleLoader(
      folders: RuleFolders(
        rules: places.map { home.appending($0) }, shortcuts: [folder["shortcuts.d"]]),
      catalog: Catalogs.rules(home: home))
  }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  static func rule(_ id: String, _ text: String = "x") -> String {
    "id: \(id)\nwhen: {folder: inbox}\ndo: [{log: \(text)}]\n"
  }
}

extension RuleBase {
  fileprivate var ids: [String] { rules.rules.map(\.id.name) }

  fileprivate func file(_ name: String) -> FileReport? {
    files.first { FilePath.text(of: $0.path.name) == name }
  }

  fileprivate func messages(_ name: String) -> String {
    file(name)?.diagnostics.map { $0.rendered() }.joined(separator: "\n") ?? ""
  }
}

@Suite("Rule folders")
struct RuleLoaderTests {
  @Test("a messy folder loads the good files and names the bad (R33)")
  func mess() throws {
    var folders = try Folders()
    let good = Folders.rule("good")
    for (name, text) in [
      ("10-good.yaml", good), ("10-good.yaml~", good), ("10-good.yaml.save", good),
      (".10-good.yaml.swp", good), ("#10-good.yaml#", good), ("README", "text"),
      ("20-tab.yaml", "id: tab\nwhen:\n\tfolder: inbox\ndo: [{log: x}]\n"),
      ("30-bom-crlf.yaml", "\u{FEFF}" + Folders.rule("bom").replacing("\n", with: "\r\n")),
      ("40-empty.yaml", ""), ("50-comments-only.yaml", "# nothing here yet\n\n"),
      ("60-text-not-a-rule.yaml", "just a sentence\n"),
      ("70-half-written.yaml", "id: half\nwhen: {folder: inbox}\ndo:\n  - log: \"no end\n"),
      ("80-same-id.yaml", "id: good\nwhen: {folder: outbox}\ndo: [{log: y}]\n"),
    ] { try folders.write(text, to: "rules.d/" + name) }
    try folders.folder.write(
      bytes: Array("id: latin\nwhen: {folder: inbox}\ndo: [{log: gr".utf8) + [0xFC, 0xDF, 0x5D],
      to: "rules.d/90-not-utf8.yaml")
    try folders.folder.makeFolder("rules.d/old")
    try FileOperations.makeSymbolicLink(
      folders.folder["rules.d/.#10-good.yaml"], to: FilePath("nowhere"))
    let base = folders.loader.load()
    #expect(base.ids == ["bom", "good"])
    #expect(base.messages("20-tab.yaml").contains("20-tab.yaml:3:1: error:"))
    #expect(base.messages("20-tab.yaml").lowercased().contains("tab"))
    #expect(base.messages("60-text-not-a-rule.yaml").contains("expected a rule"))
    #expect(base.messages("70-half-written.yaml").contains("70-half-written.yaml:4:10: error:"))
    #expect(base.messages("90-not-utf8.yaml").contains("90-not-utf8.yaml:3:"))
    let same = base.messages("80-same-id.yaml")
    #expect(same.contains("10-good.yaml") && same.contains("80-same-id.yaml"), "\(same)")
    let ignored = base.files.filter { $0.outcome == .ignored }.count
    #expect(ignored == 7, "\(base.files.map { "\($0.path.text) \($0.outcome)" })")
    try folders.write(Folders.rule("tab"), to: "rules.d/20-tab.yaml")
    #expect(folders.loader.load().ids == ["bom", "good", "tab"])
    try FileOperations.remove(folders.folder["rules.d/10-good.yaml"])
    let after = folders.loader.load()
    #expect(after.ids == ["bom", "good", "tab"], "the other file of that id takes its place")
    #expect(after.file("80-same-id.yaml")?.outcome == .loaded)
  }

  @Test("an earlier folder hides a file of the same name, and a link to /dev/null masks it")
  func precedence() throws {
    var folders = try Folders(["user", "machine", "vendor"])
    try folders.write(Folders.rule("a-user"), to: "user/a.yaml")
    try folders.write(Folders.rule("a-vendor"), to: "vendor/a.yaml")
    try folders.write(Folders.rule("b-vendor"), to: "vendor/b.yaml")
    try folders.write(Folders.rule("c-vendor"), to: "vendor/c.yaml")
    try FileOperations.makeSymbolicLink(
      folders.folder["machine/b.yaml"], to: FilePath("/dev/null"))
    let base = folders.loader.load()
    #expect(base.ids == ["a-user", "c-vendor"])
    #expect(
      base.files.map(\.outcome.rawValue).sorted() == [
        "hidden", "hidden", "loaded", "loaded", "masked",
      ])
  }

  @Test("a broken version leaves the last good one in force; without one there is none")
  func lastGood() throws {
    var folders = try Folders()
    try folders.write("id: a\nwehn: x", to: "rules.d/a.yaml")
    #expect(folders.loader.load().ids == [])
    try folders.write(Folders.rule("a"), to: "rules.d/a.yaml")
    #expect(folders.loader.load().ids == ["a"])
    try folders.write("id: a\nwehn: x", to: "rules.d/a.yaml")
    let base = folders.loader.load()
    #expect(base.ids == ["a"])
    #expect(base.file("a.yaml")?.usesEarlierVersion == true)
    #expect(base.file("a.yaml")?.outcome == .failed)
  }

  @Test("a newcomer with the same id is refused, wherever its name sorts")
  func newcomer() throws {
    var folders = try Folders()
    try folders.write(Folders.rule("a", "mine"), to: "rules.d/mine.yaml")
    #expect(folders.loader.load().ids == ["a"])
    try folders.write(Folders.rule("a", "other"), to: "rules.d/earlier.yaml")
    let base = folders.loader.load()
    #expect(base.file("mine.yaml")?.outcome == .loaded)
    #expect(base.file("mine.yaml")?.rules == [RuleID("a")])
    #expect(base.file("earlier.yaml")?.outcome == .failed)
    #expect(base.messages("earlier.yaml").contains("mine.yaml"))
  }

  @Test("a file that others may write is refused, and says what to do")
  func trust() throws {
    var folders = try Folders()
    try folders.write(Folders.rule("a"), to: "rules.d/a.yaml")
    try FileOperations.setMode(0o666, of: folders.folder["rules.d/a.yaml"])
    let base = folders.loader.load()
    #expect(base.ids == [])
    #expect(base.messages("a.yaml").contains("chmod o-w"))
  }

  @Test("a file that is being written keeps what it was (R33)")
  func beingWritten() throws {
    var folders = try Folders()
    try folders.write(Folders.rule("a", "whole"), to: "rules.d/a.yaml")
    #expect(folders.loader.load().ids == ["a"])
    let writer = try OpenFile(
      folders.folder["rules.d/a.yaml"], .readingAndWritingOrMaking(mode: 0o644))
    try writer.truncate(to: 0)
    try writer.writeAll(Array("id: other\nwhen: {folder: inbox}\n".utf8))
    #expect(folders.loader.load().ids == ["a"])
    try writer.writeAll(Array("do: [{log: x}]\n".utf8))
    _ = consume writer
    #expect(folders.loader.load().ids == ["other"])
  }

  @Test("calls between shortcuts are checked: unknown names, missing inputs, rings")
  func links() throws {
    var folders = try Folders()
    try folders.write(
      "input: file\ninputs: {year: number}\nsteps: [{log: x}]", to: "shortcuts.d/file-it.yaml")
    try folders.write("steps: [{run-shortcut: b}]", to: "shortcuts.d/a.yaml")
    try folders.write("steps: [{run-shortcut: a}]", to: "shortcuts.d/b.yaml")
    try folders.write("id: r\nwhen: {folder: inbox}\nrun: file-ti", to: "rules.d/r.yaml")
    try folders.write(
      "id: s\nwhen: {startup: }\nrun: file-it\nwith: {year: 1}", to: "rules.d/s.yaml")
    try folders.write("id: t\nwhen: {folder: inbox}\nrun: file-it", to: "rules.d/t.yaml")
    try folders.write(
      "id: u\nwhen: {folder: inbox}\nrun: file-it\nwith: {year: 1, yaer: 2}", to: "rules.d/u.yaml")
    let base = folders.loader.load()
    #expect(base.ids == [])
    #expect(base.messages("r.yaml").contains("did you mean `file-it`?"))
    #expect(base.messages("r.yaml").contains("r.yaml:3:6: error:"))
    #expect(base.messages("s.yaml").contains("wants a file as its input"))
    #expect(base.messages("t.yaml").contains("needs `year`"))
    #expect(base.messages("u.yaml").contains("takes no `yaer`; did you mean `year`?"))
    #expect(base.messages("a.yaml").contains("a → b → a"))
  }

  @Test("the examples that are shipped are right, and their tests hold")
  func examples() throws {
    let root = FilePath(#filePath).parent.parent.parent
    var loader = RuleLoader(
      folders: RuleFolders(
        rules: [root.appending("rules.d")], shortcuts: [root.appending("shortcuts.d")]),
      catalog: Catalogs.rules(home: FilePath("/home/me")))
    let base = loader.load()
    #expect(!base.rules.rules.isEmpty)
    #expect(base.files.flatMap(\.diagnostics).map { $0.rendered() } == [])
  }
}
