internal import CLinux
internal import CSystemd
package import FileSystem
internal import Glibc

/// The event sources of one loop.
///
/// Not `Sendable`: whoever owns it is on the loop's thread.
///
/// Handlers are called directly on that thread, in the region of the actor that made them: no task,
/// no hop. They must not block.
@safe package final class Reactor {
  package let loop: EventLoop
  let event: OpaquePointer
  private let turn: Turn
  private(set) lazy var children = ChildSupport()

  @unsafe init(_ event: OpaquePointer, turn: Turn, loop: EventLoop) {
    unsafe self.event = sd_event_ref(event)
    self.turn = turn
    self.loop = loop
    prepareClocks()
  }

  deinit { unsafe sd_event_unref(event) }

  @unsafe static func newEvent() -> OpaquePointer {
    var event: OpaquePointer?
    let status = unsafe sd_event_new(&event)
    guard status >= 0, let event = unsafe event else {
      preconditionFailure("No event loop can be made: \(Errno(-status))")
    }
    return unsafe event
  }

  /// Makes sd-event open its three clocks now: it keeps them, and so timers can't fail later.
  private func prepareClocks() {
    for clock in KernelClock.allCases { _ = timer(on: clock) {} }
  }

  /// Turns taken so far; a loop that sleeps takes none.
  package var turns: UInt64 { turn.count }

  /// Calls a closure once at the end of this turn, after its jobs and before the loop sleeps.
  ///
  /// What is put off while that runs waits for the end of the next turn.
  package func afterTurn(_ body: @escaping () -> Void) { turn.putOff(body) }

  /// Calls the handler whenever the descriptor is ready, as long as it is; see epoll_ctl(2).
  ///
  /// - Throws: EPERM for what is always ready (files), EEXIST if watched already, ENOSPC at the
  ///   user's limit of epoll watches.
  package func watch(
    _ descriptor: Int32, for events: ReadyEvents = .readable, priority: Priority = .files,
    handler: @escaping (ReadyEvents) -> Void
  ) throws(Errno) -> Source {
    let source = Source { handler(ReadyEvents(rawValue: $0)) }
    let status = unsafe sd_event_add_io(
      event, &source.raw, descriptor, events.rawValue,
      { _, _, ready, context in unsafe Source.fire(context, ready) }, source.context)
    guard status >= 0 else { throw Errno(-status) }
    source.setPriority(priority)
    return source
  }

  /// Makes a timer that is not armed yet.
  package func timer(
    on clock: KernelClock = .boottime, priority: Priority = .timers, handler: @escaping () -> Void
  ) -> Timer {
    let source = Source { _ in handler() }
    let status = unsafe sd_event_add_time(
      event, &source.raw, clock.id, UInt64.max, 1,
      { _, _, context in unsafe Source.fire(context) }, source.context)
    precondition(status >= 0, "sd_event_add_time: \(Errno(-status))")
    source.setPriority(priority)
    source.setEnabled(false)
    return Timer(source, on: clock)
  }

  /// Calls the handler for each delivery of a signal, which must have been blocked in all threads.
  ///
  /// - Throws: EBUSY if the signal is not blocked or has a handler on this loop already.
  package func watch(
    _ signal: Signal, priority: Priority = .signals, handler: @escaping () -> Void
  ) throws(Errno) -> Source {
    let source = Source { _ in handler() }
    let status = unsafe sd_event_add_signal(
      event, &source.raw, signal.rawValue,
      { _, _, context in unsafe Source.fire(context) }, source.context)
    guard status >= 0 else { throw Errno(-status) }
    source.setPriority(priority)
    return source
  }

  /// Calls the handler once, when nothing more urgent is ready.
  package func whenIdle(priority: Priority = .idle, handler: @escaping () -> Void) -> Source {
    let source = Source { _ in handler() }
    let status = unsafe sd_event_add_defer(
      event, &source.raw, { _, context in unsafe Source.fire(context) }, source.context)
    precondition(status >= 0, "sd_event_add_defer: \(Errno(-status))")
    source.setPriority(priority)
    return source
  }

  /// Calls the handler after each turn in which some other source was served.
  package func afterEvents(priority: Priority = .idle, handler: @escaping () -> Void) -> Source {
    let source = Source { _ in handler() }
    let status = unsafe sd_event_add_post(
      event, &source.raw, { _, context in unsafe Source.fire(context) }, source.context)
    precondition(status >= 0, "sd_event_add_post: \(Errno(-status))")
    source.setPriority(priority)
    return source
  }
}

/// What a descriptor is ready for, as in epoll_ctl(2).
package struct ReadyEvents: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let readable = ReadyEvents(rawValue: EPOLLIN.rawValue)
  package static let writable = ReadyEvents(rawValue: EPOLLOUT.rawValue)
  /// Exceptional data: how the kernel tells changes of `/proc/self/mountinfo`.
  package static let urgent = ReadyEvents(rawValue: EPOLLPRI.rawValue)
  /// Reported without being asked for.
  package static let error = ReadyEvents(rawValue: EPOLLERR.rawValue)
  /// The other end is closed; reported without being asked for.
  package static let hungUp = ReadyEvents(rawValue: EPOLLHUP.rawValue)
}
