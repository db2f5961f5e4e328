import Testing
import Triggers
import Values

@Suite("Folder ledger") struct FolderLedgerTests {
  private let stamp = FileStamp(size: 1, modified: 10)

  @Test("remembers files by path and forgets them")
  func records() {
    var ledger = FolderLedger()
    ledger.record(RelativePath("a/b/f"), stamp)
    ledger.record(RelativePath("f"), FileStamp(size: 2, modified: 20))
    #expect(ledger[RelativePath("a/b/f")] == stamp)
    #expect(ledger[RelativePath("f")]?.size == 2)
    #expect(ledger[RelativePath("a/f")] == nil)
    #expect(ledger.count == 2)
    ledger.forget(RelativePath("a/b/f"))
    ledger.forget(RelativePath("a/b/f"))
    #expect(ledger.count == 1)
    #expect(ledger.files(below: .root) == [RelativePath("f")])
  }

  @Test("keeps names apart that differ only in bad bytes")
  func badBytes() {
    var ledger = FolderLedger()
    for byte in [0xFE, 0xFF] as [UInt8] {
      ledger.record(RelativePath(bytes: [0x61, byte]), FileStamp(size: Int64(byte), modified: 0))
    }
    #expect(ledger.count == 2)
    #expect(ledger[RelativePath(bytes: [0x61, 0xFE])]?.size == 0xFE)
  }

  @Test("finds the files of one folder and below, sorted")
  func below() {
    var ledger = FolderLedger()
    for path in ["b/x", "a/z", "a/c/y", "ab/w"] { ledger.record(RelativePath(path), stamp) }
    #expect(ledger.files(below: RelativePath("a")) == ["a/c/y", "a/z"].map { RelativePath($0) })
    #expect(ledger.files(below: RelativePath("none")).isEmpty)
  }

  @Test("tells new, changed, same and missing files of a listing apart")
  func compares() {
    var ledger = FolderLedger()
    for path in ["same", "changed", "gone", "sub/kept", "lost/f"] {
      ledger.record(RelativePath(path), stamp)
    }
    ledger.beginLook(at: .root)
    let comparisons = [
      ledger.compare(RelativePath("same"), stamp),
      ledger.compare(RelativePath("changed"), FileStamp(size: 1, modified: 11)),
      ledger.compare(RelativePath("new"), stamp),
    ]
    #expect(comparisons == [.same, .changed, .new])
    let missing = ledger.missing(in: .root, listed: [Array("sub".utf8)])
    #expect(Set(missing) == [RelativePath("gone"), RelativePath("lost/f")])
  }

  @Test("does not miss what is recorded during the look")
  func recordedMeanwhile() {
    var ledger = FolderLedger()
    ledger.record(RelativePath("old"), stamp)
    ledger.beginLook(at: .root)
    ledger.record(RelativePath("new"), stamp)
    _ = ledger.compare(RelativePath("old"), stamp)
    #expect(ledger.missing(in: .root, listed: []).isEmpty)
  }

  @Test("comes back from what was kept", arguments: [0, 1, -1, Int64.max, Int64.min])
  func encoding(number: Int64) {
    let stamp = FileStamp(size: number, modified: ~number)
    #expect(FileStamp(encoded: stamp.encoded) == stamp)
    #expect(FileStamp(encoded: [1, 2]) == nil)
  }

  @Test("is read from marks, and so are those who listened")
  func memory() {
    let path = RelativePath(bytes: [0x61, 0x2F, 0xFF])
    var listeners = FolderListeners()
    listeners.set([
      Subscriber(rule: RuleID("r x"), ordinal: 1, options: ["existing": .string("run")])
    ])
    var kept: [[UInt8]: [UInt8]] = [:]
    let marks =
      [FolderMemory.mark("o", path, stamp), FolderMemory.completeMark("o")]
      + listeners.update("o").marks
    for mark in marks { kept[mark.key] = mark.value }
    let memory = FolderMemory(kept)
    #expect(memory.isComplete)
    #expect(memory.ledger[path] == stamp)
    #expect(memory.listeners == listeners.kept)
  }
}
