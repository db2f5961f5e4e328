import Testing
import Triggers

@Suite("Settling") struct SettlingTests {
  private let file = RelativePath("f")
  private let stamp = FileStamp(size: 5, modified: 0)

  /// A settling with a quiet time of two seconds and a clock that counts milliseconds.
  private final class Dialogue {
    var settling: Settling
    init(quiet: Int = 2000) { settling = Settling(quiet: .milliseconds(quiet)) }

    func notice(_ sign: Settling.Sign, _ path: RelativePath, _ now: Int) {
      settling.notice(sign, of: path, at: .milliseconds(now))
    }

    func due(_ now: Int) -> [RelativePath] {
      settling.takeDue(at: .milliseconds(now), limit: 10)
    }

    func judge(
      _ path: RelativePath, _ finding: Settling.Finding, _ now: Int, known: Bool = false,
      sibling: Bool = false
    ) -> Settling.Conclusion {
      settling.judge(
        path, finding,
        Settling.Circumstances(
          isKnown: known, hasSibling: sibling, wallTime: 1_000_000_000_000), at: .milliseconds(now))
    }
  }

  private func idle(_ stamp: FileStamp) -> Settling.Finding { .file(stamp, hasWriter: false) }
  private func written(_ stamp: FileStamp) -> Settling.Finding { .file(stamp, hasWriter: true) }

  @Test("waits until a path has been quiet")
  func quiet() {
    let talk = Dialogue()
    talk.notice(.made, file, 0)
    talk.notice(.closed, file, 1500)
    #expect(talk.due(3499).isEmpty)
    #expect(talk.due(3500) == [file])
    #expect(talk.judge(file, idle(stamp), 3500) == .settled)
  }

  @Test("looks at once where no quiet is asked for, but gives a new name's writer a moment")
  func immediate() {
    let talk = Dialogue(quiet: 0)
    talk.notice(.made, file, 0)
    #expect(talk.due(0).isEmpty)
    talk.notice(.closed, file, 3)
    #expect(talk.due(3) == [file])
    #expect(talk.judge(file, idle(stamp), 3) == .settled)
  }

  @Test("waits for the close of a file that someone has open")
  func writer() {
    let talk = Dialogue()
    talk.notice(.made, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, written(stamp), 2000) == .wait)
    talk.notice(.modified, file, 3000)
    #expect(talk.due(6000).isEmpty)
    talk.notice(.closed, file, 7000)
    #expect(talk.due(8999).isEmpty)
    #expect(talk.due(9000) == [file])
    #expect(talk.judge(file, idle(stamp), 9000) == .settled)
  }

  @Test(
    "looks again by itself at a file whose writer may have it by another name, ever more rarely")
  func otherName() {
    let talk = Dialogue()
    talk.notice(.made, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, written(stamp), 2000) == .wait)
    #expect(talk.due(21_999).isEmpty)
    #expect(talk.due(22_000) == [file])
    #expect(talk.judge(file, written(stamp), 22_000) == .wait)
    #expect(talk.due(61_999).isEmpty)
    #expect(talk.due(62_000) == [file])
    #expect(talk.judge(file, idle(stamp), 62_000) == .settled)
  }

  @Test("reports a steadily written known file after the longest wait, open or not")
  func steady() {
    let talk = Dialogue(quiet: 1000)
    talk.settling.reportsOpenFiles = true
    for now in stride(from: 0, to: 9_900, by: 100) {
      talk.notice(.modified, file, now)
      #expect(talk.due(now).isEmpty)
    }
    talk.notice(.modified, file, 9_950)
    #expect(talk.due(10_000) == [file])
    #expect(talk.judge(file, written(stamp), 10_000, known: true) == .settled)
  }

  @Test("waits the longest wait for a known file that stays open and quiet")
  func keptOpen() {
    let talk = Dialogue(quiet: 1000)
    talk.settling.reportsOpenFiles = true
    talk.notice(.modified, file, 0)
    #expect(talk.due(1000) == [file])
    #expect(talk.judge(file, written(stamp), 1000, known: true) == .wait)
    #expect(talk.due(10_000) == [file])
    #expect(talk.judge(file, written(stamp), 10_000, known: true) == .settled)
  }

  @Test("holds what is gone for a second at most, and not at all what is not known")
  func gone() {
    let talk = Dialogue(quiet: 60_000)
    talk.notice(.left, file, 0)
    #expect(talk.due(999).isEmpty)
    #expect(talk.due(1000) == [file])
    #expect(talk.judge(file, .nothing, 1000, known: true) == .settled)
    talk.settling.forget(file)
    talk.notice(.arrived, file, 2000)
    #expect(talk.due(62_000) == [file])
    #expect(talk.judge(file, .nothing, 62_000) == .settled)
  }

  @Test("takes a file that comes back within its hold as there")
  func replaced() {
    let talk = Dialogue()
    talk.notice(.left, file, 0)
    talk.notice(.made, file, 50)
    talk.notice(.closed, file, 60)
    #expect(talk.due(2059).isEmpty)
    #expect(talk.due(2060) == [file])
    #expect(talk.judge(file, idle(stamp), 2060, known: true) == .settled)
  }

  @Test("looks again where signs came during a look")
  func outdated() {
    let talk = Dialogue()
    talk.notice(.closed, file, 0)
    #expect(talk.due(2000) == [file])
    talk.notice(.closed, file, 2100)
    #expect(talk.judge(file, idle(stamp), 2200) == .wait)
    #expect(talk.due(4099).isEmpty)
    #expect(talk.due(4100) == [file])
    #expect(talk.judge(file, idle(stamp), 4100) == .settled)
  }

  @Test("lets an empty file wait for the temporary one beside it")
  func sibling() {
    let empty = FileStamp(size: 0, modified: 0)
    let talk = Dialogue()
    talk.notice(.closed, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, idle(empty), 2000, sibling: true) == .wait)
    #expect(talk.due(1_000_000).isEmpty)
    talk.notice(.touched, file, 1_000_001)
    #expect(talk.due(1_002_001) == [file])
    #expect(talk.judge(file, idle(empty), 1_002_001) == .settled)
  }

  @Test("asks for two looks that agree where nobody can tell who writes")
  func unknown() {
    let unsure = { Settling.Finding.file($0, hasWriter: nil) }
    let talk = Dialogue()
    talk.notice(.made, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, unsure(stamp), 2000) == .wait)
    #expect(talk.due(4000) == [file])
    #expect(talk.judge(file, unsure(FileStamp(size: 9, modified: 1)), 4000) == .wait)
    #expect(talk.due(6000) == [file])
    #expect(talk.judge(file, unsure(FileStamp(size: 9, modified: 1)), 6000) == .settled)
  }

  @Test("believes a close where nobody can tell who writes")
  func unknownClosed() {
    let talk = Dialogue()
    talk.notice(.closed, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, .file(stamp, hasWriter: nil), 2000) == .settled)
  }

  @Test("measures the quiet of what was only found by the file's own time")
  func found() {
    let talk = Dialogue()
    let halfASecondAgo = FileStamp(size: 1, modified: 1_000_000_000_000 - 500_000_000)
    talk.notice(.found, file, 0)
    #expect(talk.due(0) == [file])
    #expect(talk.judge(file, idle(halfASecondAgo), 0) == .wait)
    #expect(talk.due(1499).isEmpty)
    #expect(talk.due(1500) == [file])
    #expect(talk.judge(file, idle(halfASecondAgo), 1500) == .settled)
  }

  @Test("keeps what can't be reached until a sign or a look at the folder")
  func unreachable() {
    let talk = Dialogue()
    talk.notice(.closed, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, .unreachable, 2000) == .wait)
    #expect(talk.due(100_000).isEmpty)
    talk.settling.retryUnreachable(below: .root, at: .milliseconds(100_000))
    #expect(talk.due(100_000) == [file])
  }

  @Test("keeps what an action of ours is busy with until it is released")
  func busy() {
    let talk = Dialogue()
    talk.notice(.closed, file, 0)
    #expect(talk.due(2000) == [file])
    #expect(talk.judge(file, idle(stamp), 2000) == .settled)
    talk.settling.keepBusy(file)
    talk.notice(.closed, file, 2500)
    #expect(talk.due(10_000).isEmpty)
    talk.settling.release(file, at: .milliseconds(10_000))
    #expect(talk.due(10_000) == [file])
  }

  @Test("lets no path delay another")
  func apart() {
    let other = RelativePath("g")
    let talk = Dialogue()
    talk.notice(.closed, other, 0)
    for now in stride(from: 0, through: 1900, by: 100) { talk.notice(.modified, file, now) }
    #expect(talk.due(2000) == [other])
  }

  @Test("takes no more paths than its limit")
  func limit() {
    var settling = Settling(quiet: .seconds(2), most: 10)
    for number in 0..<10 {
      settling.notice(.closed, of: RelativePath("\(number)"), at: .zero)
    }
    let known = settling.notice(.closed, of: RelativePath("0"), at: .zero)
    let new = settling.notice(.closed, of: file, at: .zero)
    #expect(known && !new)
    #expect(settling.count == 10)
  }
}
