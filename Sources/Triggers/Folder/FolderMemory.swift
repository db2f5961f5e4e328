package import Values

/// What a watched folder's owner text remembers over restarts, as keys and values of bytes.
///
/// Files by their paths, the rules that listened, and whether the first look was finished.
package struct FolderMemory: Sendable {
  package var ledger = FolderLedger()
  package var listeners: [FolderListeners.Key: FolderListeners.Standing] = [:]
  /// Whether all files that were there at the beginning are in it.
  package var isComplete = false

  private static let fileMark = UInt8(ascii: "f")
  private static let listenerMark = UInt8(ascii: "r")
  private static let completeKey = Array("complete".utf8)

  package init() {}

  /// Reads what was kept; what can't be read counts as never kept.
  package init(_ kept: [[UInt8]: [UInt8]]) {
    for (key, value) in kept {
      switch key.first {
      case Self.fileMark? where key.count > 1:
        guard let stamp = FileStamp(encoded: value) else { continue }
        ledger.record(RelativePath(bytes: Array(key.dropFirst())), stamp)
      case Self.listenerMark?:
        guard let listener = FolderListeners.Key(encoded: Array(key.dropFirst())),
          let standing = FolderListeners.Standing(encoded: value)
        else { continue }
        listeners[listener] = standing
      default: if key == Self.completeKey { isComplete = true }
      }
    }
  }

  /// The mark that a file is known as it is now, or forgotten.
  package static func mark(_ owner: String, _ path: RelativePath, _ stamp: FileStamp?) -> Mark {
    Mark(owner: owner, key: [fileMark] + path.bytes, value: stamp?.encoded)
  }

  /// The mark that a rule listens, or no more.
  package static func mark(
    _ owner: String, _ listener: FolderListeners.Key, _ standing: FolderListeners.Standing?
  ) -> Mark {
    Mark(owner: owner, key: [listenerMark] + listener.encoded, value: standing?.encoded)
  }

  /// The mark that the first look is finished.
  package static func completeMark(_ owner: String) -> Mark {
    Mark(owner: owner, key: completeKey, value: [1])
  }
}
