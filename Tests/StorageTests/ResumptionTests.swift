import Automation
import Testing
import Values

@testable import Storage

@Suite("What a start finds")
struct ResumptionTests {
  @Test("The state read back is the fold of what was written", arguments: 0..<12 as Range<UInt64>)
  func foldsAlike(seed: UInt64) throws {
    let state = try StateOfTest()
    var life = RandomHistory(seed: seed)
    for _ in 0..<4 {
      // Each round ends with a restart.
      let writer = try state.writer()
      for _ in 0..<12 { try writer.append(life.next()) }
      #expect(try writer.resumption(now: life.now) == life.expected)
    }
    let writer = try state.writer()
    #expect(try writer.resumption(now: life.now) == life.expected)
    for owner in ["owner-0", "owner-1", "owner-2"] {
      #expect(try writer.recall(owner) == life.memory[owner])
    }
    #expect(try writer.recall("nobody") == nil)
  }

  @Test("An empty history starts with the number 1 and nothing to do")
  func emptyHistory() throws {
    #expect(try StateOfTest().writer().resumption(now: .at(0)) == Resumption())
  }
}
