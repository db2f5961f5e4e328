internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing

private struct Refusal: Error, Equatable {}

@Suite("Workers") struct WorkersTests {
  @Test("do the work on another thread and bring the result back to the loop")
  func threads() async throws {
    let workers = Workers()
    try await onLoop { tenant in
      let thread = await workers.run(on: WorkerKey("disk")) { UInt(pthread_self()) }
      tenant.loop.checkIsolated()
      #expect(thread != UInt(pthread_self()))
    }
  }

  @Test("use one thread for one key and another for another")
  func keys() async {
    let workers = Workers()
    let first = await workers.run(on: WorkerKey("a")) { UInt(pthread_self()) }
    let again = await workers.run(on: WorkerKey("a")) { UInt(pthread_self()) }
    let other = await workers.run(on: WorkerKey("b")) { UInt(pthread_self()) }
    #expect(first == again)
    #expect(first != other)
    #expect(workers.threadCount == 2)
  }

  @Test("share threads beyond their limit")
  func limit() async {
    let workers = Workers(threadLimit: 3)
    for number in 0..<10 {
      #expect(await workers.run(on: WorkerKey("key \(number)")) { number } == number)
    }
    #expect(workers.threadCount == 3)
  }

  @Test("bring a typed error back")
  func failure() async {
    let workers = Workers()
    await #expect(throws: Refusal()) {
      try await workers.run(on: WorkerKey("a")) { () throws(Refusal) in throw Refusal() }
    }
  }
}
