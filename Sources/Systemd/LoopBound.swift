/// An actor that lives on an event loop.
package protocol LoopBound: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopBound {
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor holds its loop strongly, so the loop outlives every use of this reference.
    unsafe loop.asUnownedSerialExecutor()
  }
}
