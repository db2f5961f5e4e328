import Testing
import Triggers
import Values

@Suite("Relative paths") struct RelativePathTests {
  @Test("know their folder and name")
  func parts() {
    #expect(RelativePath("a/b/c").folder == RelativePath("a/b"))
    #expect(RelativePath("a/b/c").name == Array("c".utf8))
    #expect(RelativePath("a").folder == .root)
    #expect(RelativePath("a/b").components.count == 2)
    #expect(RelativePath.root.components.isEmpty)
  }

  @Test("know what is inside, by whole names")
  func inside() {
    #expect(RelativePath("a/b").isInside(RelativePath("a")))
    #expect(RelativePath("a").isInside(RelativePath("a")))
    #expect(!RelativePath("ab").isInside(RelativePath("a")))
    #expect(RelativePath("ab").isInside(.root))
  }

  @Test("move with a folder above them")
  func moves() {
    let moved = RelativePath("a/b/f").moved(from: RelativePath("a/b"), to: RelativePath("c"))
    #expect(moved == RelativePath("c/f"))
    #expect(RelativePath("x").moved(from: RelativePath("a"), to: .root) == RelativePath("x"))
    #expect(
      RelativePath("a").moved(from: RelativePath("a"), to: RelativePath("b/c"))
        == RelativePath("b/c"))
  }

  @Test("give full paths")
  func full() {
    #expect(FilePath("/w").appending(RelativePath("a/b")) == FilePath("/w/a/b"))
    #expect(FilePath("/w").appending(RelativePath.root) == FilePath("/w"))
  }
}
