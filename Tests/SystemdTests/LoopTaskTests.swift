internal import Systemd
internal import Testing

@Suite("A task on a loop of its own")
struct LoopTaskTests {
  @Test("runs on the calling thread to its end, and its timers with it")
  func waiting() {
    let result = EventLoop.waiting { reactor -> Int in
      var timer: Timer?
      await withCheckedContinuation { continuation in
        timer = reactor.timer { continuation.resume() }
        timer?.arm(after: .milliseconds(1))
      }
      return timer == nil ? 0 : 7
    }
    #expect(result == 7)
  }
}
