import Systemd
import Testing
import Triggers
import Values

@Suite("Folder tree") struct FolderTreeTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func tree(_ path: String...) -> (FolderTree, [Int]) {
    var tree = FolderTree()
    var nodes = [FolderTree.top]
    for name in path { nodes.append(tree.child(bytes(name), of: nodes[nodes.count - 1])) }
    return (tree, nodes)
  }

  @Test("knows paths and folders by each other")
  func paths() {
    let (tree, nodes) = tree("a", "b")
    #expect(tree.path(of: nodes[2]) == RelativePath("a/b"))
    #expect(tree.node(at: RelativePath("a/b")) == nodes[2])
    #expect(tree.node(at: RelativePath("a/c")) == nil)
    #expect(tree.path(of: FolderTree.top) == .root)
  }

  @Test("moves a whole tree by one link, and has no path for it on the way")
  func moves() {
    var (tree, nodes) = tree("a", "b", "c")
    tree.detach(nodes[1])
    #expect(tree.path(of: nodes[3]) == nil)
    #expect(tree.node(at: RelativePath("a")) == nil)
    tree.attach(nodes[1], bytes("z"), to: FolderTree.top)
    #expect(tree.path(of: nodes[3]) == RelativePath("z/b/c"))
  }

  @Test("gives the watches of what it forgets")
  func removal() {
    var (tree, nodes) = tree("a", "b")
    tree.setWatch(WatchDescriptor(1), of: nodes[1])
    tree.setWatch(WatchDescriptor(2), of: nodes[2])
    tree.setState(.noRoom, of: nodes[2])
    #expect(tree.watched == 2)
    #expect(Set(tree.remove(nodes[1])) == [WatchDescriptor(1), WatchDescriptor(2)])
    #expect(tree.count == 1)
    #expect(tree.noRoom.isEmpty)
  }

  @Test("gives one watch to one folder only")
  func oneWatch() {
    var (tree, nodes) = tree("a", "b")
    tree.setWatch(WatchDescriptor(1), of: nodes[1])
    tree.setWatch(WatchDescriptor(1), of: nodes[2])
    #expect(tree.remove(nodes[2]) == [WatchDescriptor(1)])
    #expect(tree.watched == 0)
  }

  @Test("knows which files wait for a temporary one")
  func temporaries() {
    var (tree, _) = tree()
    tree.addTemporary(bytes("book.zip.part"), to: FolderTree.top)
    tree.addTemporary(bytes("book.zip.crdownload"), to: FolderTree.top)
    #expect(tree.hasTemporary(for: RelativePath("book.zip")))
    #expect(!tree.hasTemporary(for: RelativePath("other.zip")))
    _ = tree.removeTemporary(bytes("book.zip.part"), from: FolderTree.top)
    #expect(tree.hasTemporary(for: RelativePath("book.zip")))
    _ = tree.removeTemporary(bytes("book.zip.crdownload"), from: FolderTree.top)
    #expect(!tree.hasTemporary(for: RelativePath("book.zip")))
  }
}
