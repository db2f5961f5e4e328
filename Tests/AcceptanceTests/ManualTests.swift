internal import FileSystem
internal import TestKit
internal import Testing
internal import Values

/// What the manual shows works: every block of YAML in it goes through `hob check`.
@Suite("The manual", .timeLimit(.minutes(2)))
struct ManualTests {
  private static let project = FilePath(#filePath).parent.parent.parent

  /// The blocks of a kind of code in a page.
  private static func blocks(_ kind: String, in page: String) throws -> [String] {
    let path = project.appending("docs").appending(page)
    let text = FilePath.text(of: try OpenFile.contents(of: path, limit: 1 << 20))
    return text.split(separator: "```\(kind)\n").dropFirst().compactMap { piece in
      piece.firstRange(of: "```").map { String(piece[..<$0.lowerBound]) }
    }
  }

  /// The pages in a folder of `docs`, without its index.
  private static func pages(in folder: String) throws -> [String] {
    try DirectoryListing(of: project.appending("docs").appending(folder)).entries
      .map { FilePath.text(of: $0.name) }.filter { $0.hasSuffix(".md") && $0 != "README.md" }
      .sorted().map { "\(folder)/\($0)" }
  }

  private func expectGood(_ hob: HobCommand, _ count: Int) throws {
    let answer = try hob("check")
    #expect(answer.code == 0, "\(answer.output)")
    #expect(answer.output.hasPrefix("\(count) files, "), "\(answer.output)")
  }

  @Test("shows rules that are right")
  func rules() throws {
    let hob = try HobCommand()
    let blocks = try Self.blocks("yaml", in: "rules.md")
    #expect(blocks.count >= 8)
    for (index, block) in blocks.enumerated() {
      // Blocks show rules of the same name in several forms.
      try hob.rule("block-\(index)", block.replacing("- id: ", with: "- id: b\(index)-"))
    }
    try expectGood(hob, blocks.count)
  }

  @Test("shows shortcuts that are right")
  func shortcuts() throws {
    let hob = try HobCommand()
    let blocks = try Self.blocks("yaml", in: "shortcuts.md")
    #expect(blocks.count >= 5)
    for (index, block) in blocks.enumerated() {
      let isNamed = block.hasPrefix("# shortcuts.d/note-down.yaml")
      try hob.shortcut(isNamed ? "note-down" : "block-\(index)", block)
    }
    try expectGood(hob, blocks.count)
  }

  @Test("shows triggers that are right on the page of each")
  func triggers() throws {
    let hob = try HobCommand()
    let pages = try Self.pages(in: "triggers")
    #expect(pages.count >= 4)
    for (index, page) in pages.enumerated() {
      let block = try #require(try Self.blocks("yaml", in: page).first)
      try hob.rule("trigger-\(index)", block + "do:\n  - log: x\n")
    }
    try expectGood(hob, pages.count)
  }

  @Test("shows steps that are right on the page of each")
  func actions() throws {
    let hob = try HobCommand()
    let pages = try Self.pages(in: "actions")
    #expect(pages.count >= 15)
    // The names that examples use as if an earlier step had saved them.
    let saved = ["invoice", "report", "text", "vendor"].map { "\($0): any" }
    let head = "input: file\ninputs: {file: file, \(saved.joined(separator: ", "))}\n"
    try hob.shortcut("process-invoice", "input: any\nsteps: [{log: x}]")
    for (index, page) in pages.enumerated() {
      let block = try #require(try Self.blocks("yaml", in: page).first)
      try hob.shortcut("action-\(index)", head + block)
    }
    try expectGood(hob, pages.count + 1)
  }
}
