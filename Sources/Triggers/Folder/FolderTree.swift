internal import FileSystem
package import Systemd

/// The folders of a watched tree as they are now: their places, watches and troubles.
///
/// Folders are named by numbers that stay the same when they are moved, so that a move of a whole tree
/// is one change of one link.
package struct FolderTree {
  /// How a folder stands.
  package enum State: Sendable, Hashable {
    /// Not looked at yet.
    case new
    case watched
    /// The kernel had no room for a watch.
    case noRoom
    /// It can't be read.
    case unreadable
  }

  package struct Node: Sendable {
    var name: [UInt8]
    /// Nil for the top, and for a tree that was moved away and has not arrived yet.
    var parent: Int?
    var watch: WatchDescriptor?
    var state = State.new
    var children: [[UInt8]: Int] = [:]
    /// Temporary files in it, by the names that they may get.
    var temporaries: [[UInt8]: Set<[UInt8]>] = [:]
    /// Since when it could not be read, where its files of that time are not known.
    var refusedSince: Int64?
    /// Device and inode, to come only once to a folder that links lead to.
    var place: Place?
  }

  package struct Place: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
  }

  package static let top = 0

  package private(set) var nodes: [Int: Node] = [top: Node(name: [])]
  package private(set) var noRoom: Set<Int> = []
  package private(set) var unreadable: Set<Int> = []
  private var nodesOfPlaces: [Place: Int] = [:]
  private var nodesOfWatches: [WatchDescriptor: Int] = [:]
  private var next = 1

  package init() {}

  /// How many folders there are, the top one included.
  package var count: Int { nodes.count }

  package subscript(node: Int) -> Node? { nodes[node] }

  /// The way to a folder; nil where it is gone or moved away.
  package func path(of node: Int) -> RelativePath? {
    var names: [[UInt8]] = []
    var node = node
    while node != Self.top {
      guard let here = nodes[node], let parent = here.parent else { return nil }
      names.append(here.name)
      node = parent
    }
    return RelativePath(bytes: Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
  }

  /// The folder at a path.
  package func node(at path: RelativePath) -> Int? {
    var node = Self.top
    for name in path.components {
      guard let child = nodes[node]?.children[Array(name)] else { return nil }
      node = child
    }
    return node
  }

  /// The folder of a name in a folder; made where there is none yet.
  package mutating func child(_ name: [UInt8], of parent: Int) -> Int {
    if let known = nodes[parent]?.children[name] { return known }
    let node = next
    next += 1
    nodes[node] = Node(name: name, parent: parent)
    nodes[parent]?.children[name] = node
    return node
  }

  /// A folder and all below it.
  package func subtree(_ node: Int) -> [Int] {
    var found = [node]
    var index = 0
    while index < found.count {
      if let children = nodes[found[index]]?.children { found += children.values }
      index += 1
    }
    return found
  }

  /// Takes a tree from its place, without forgetting it.
  package mutating func detach(_ node: Int) {
    guard let here = nodes[node], let parent = here.parent else { return }
    nodes[parent]?.children[here.name] = nil
    nodes[node]?.parent = nil
  }

  /// Puts a tree in a place; what was there must have been removed.
  package mutating func attach(_ node: Int, _ name: [UInt8], to parent: Int) {
    nodes[node]?.name = name
    nodes[node]?.parent = parent
    nodes[parent]?.children[name] = node
  }

  /// Forgets a tree, and gives the watches that it had.
  package mutating func remove(_ node: Int) -> [WatchDescriptor] {
    detach(node)
    var watches: [WatchDescriptor] = []
    for node in subtree(node) {
      guard let gone = nodes.removeValue(forKey: node) else { continue }
      if let watch = gone.watch {
        watches.append(watch)
        nodesOfWatches[watch] = nil
      }
      if let place = gone.place, nodesOfPlaces[place] == node { nodesOfPlaces[place] = nil }
      noRoom.remove(node)
      unreadable.remove(node)
    }
    return watches
  }
}

/// What is known of single folders.
extension FolderTree {
  /// Notes the watch of a folder; one folder has it, so that it is no other's any more.
  package mutating func setWatch(_ watch: WatchDescriptor?, of node: Int) {
    guard nodes[node] != nil else { return }
    if let before = nodes[node]?.watch { nodesOfWatches[before] = nil }
    if let watch {
      if let other = nodesOfWatches[watch] { nodes[other]?.watch = nil }
      nodesOfWatches[watch] = node
    }
    nodes[node]?.watch = watch
  }

  package mutating func setRefused(since time: Int64?, _ node: Int) {
    nodes[node]?.refusedSince = time
  }

  package mutating func setState(_ state: State, of node: Int) {
    guard nodes[node] != nil else { return }
    nodes[node]?.state = state
    noRoom.remove(node)
    unreadable.remove(node)
    switch state {
    case .noRoom: noRoom.insert(node)
    case .unreadable: unreadable.insert(node)
    case .new, .watched: break
    }
  }

  /// Notes which folder it is; false where the same one is in the tree at another place.
  package mutating func setPlace(_ place: Place, of node: Int) -> Bool {
    if let other = nodesOfPlaces[place], other != node { return false }
    nodesOfPlaces[place] = node
    nodes[node]?.place = place
    return true
  }

  /// How many folders are watched.
  package var watched: Int { nodesOfWatches.count }
}

/// Temporary files beside those that they will become.
extension FolderTree {
  package mutating func addTemporary(_ name: [UInt8], to node: Int) {
    for final in TemporaryNames.finalNames(of: name) {
      nodes[node]?.temporaries[final, default: []].insert(name)
    }
  }

  /// Takes a temporary file out, and gives the names that waited for it.
  package mutating func removeTemporary(_ name: [UInt8], from node: Int) -> [[UInt8]] {
    let finals = TemporaryNames.finalNames(of: name)
    for final in finals {
      nodes[node]?.temporaries[final]?.remove(name)
      if nodes[node]?.temporaries[final]?.isEmpty == true {
        nodes[node]?.temporaries[final] = nil
      }
    }
    return finals
  }

  package mutating func setTemporaries(_ names: [[UInt8]], of node: Int) {
    nodes[node]?.temporaries = [:]
    for name in names { addTemporary(name, to: node) }
  }

  /// Whether a temporary file that may become this one lies beside it.
  package func hasTemporary(for path: RelativePath) -> Bool {
    guard let node = node(at: path.folder) else { return false }
    return nodes[node]?.temporaries[path.name] != nil
  }
}
