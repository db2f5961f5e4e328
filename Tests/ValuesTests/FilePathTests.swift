internal import Testing
internal import Values

@Suite("Paths are bytes")
struct FilePathTests {
  static let names: [[UInt8]] = [
    [0x66, 0xF6, 0xF8], [0xFF, 0xFE], [0xC0, 0xAE], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0x61, 0xFF],
    [0x61, 0xFE], [0xEF, 0xBF, 0xBD], [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x8F, 0xBC, 0x80],
    [0xF4, 0x8F, 0xBF, 0xBF, 0xFF], Array("plain \\xff".utf8),
  ]

  @Test("a name as text comes back byte for byte, also through JSON", arguments: names)
  func roundTrip(_ name: [UInt8]) throws {
    let text = FilePath(bytes: name).text
    #expect(FilePath(text).bytes == name)
    guard case .string(let back) = try JSON.decode(JSON.encode(.string(text))) else {
      Issue.record("JSON changed the type")
      return
    }
    #expect(FilePath(back).bytes == name)
  }

  @Test("names that differ have texts that differ")
  func distinct() {
    #expect(
      Set(Self.names.map { Value.string(FilePath(bytes: $0).text) }).count == Self.names.count)
  }

  @Test(
    "components",
    arguments: [
      ("/a/b", "b", "/a"), ("/a", "a", "/"), ("/", "", "/"), ("a", "a", "."), ("/a/b/", "b", "/a"),
    ])
  func components(path: String, name: String, parent: String) {
    #expect(FilePath.text(of: FilePath(path).name) == name)
    #expect(FilePath(path).parent == FilePath(parent))
  }

  @Test("inside means below at a whole component")
  func inside() {
    #expect(FilePath("/a/b").isInside(FilePath("/a")))
    #expect(!FilePath("/ab").isInside(FilePath("/a")))
    #expect(FilePath("/a").isInside(FilePath("/")))
    #expect(FilePath("/a/b").relative(to: FilePath("/a")) == Array("b".utf8))
    #expect(FilePath("/a").relative(to: FilePath("/a")) == nil)
  }
}
