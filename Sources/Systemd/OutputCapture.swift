internal import CLinux
internal import FileSystem
internal import Glibc

/// One stream of a child: what it writes is kept up to a limit and thrown away beyond it.
@safe final class OutputCapture {
  private(set) var bytes: [UInt8] = []
  private(set) var isCut = false
  private let descriptor: OwnedDescriptor
  private let limit: Int
  private var source: Source?

  /// What may still be read once the program has ended: as much as a pipe can hold by default
  /// (pipe(7)), for an escaped grandchild may go on writing for ever.
  private static let mostAfterExit = 1024 * 1024

  /// Takes the reading end of a pipe over.
  init(_ descriptor: consuming OwnedDescriptor, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  // Before the descriptor is closed, see epoll(7), question 6.
  deinit { source?.cancel() }

  func start(on reactor: Reactor) throws(Errno) {
    let children = reactor.children
    source = try reactor.watch(descriptor.number) { [unowned self] _ in
      // One read a turn: a program that writes without end must not keep the loop.
      if readOnce(children) == nil { source?.cancel() }
    }
  }

  /// Reads what the pipe still holds, without waiting for whoever may have it open.
  func finish(_ children: ChildSupport) {
    source?.cancel()
    var read = 0
    while read < Self.mostAfterExit, let count = readOnce(children), count > 0 { read += count }
  }

  /// The number of bytes read: 0 where there is nothing now, nil where nothing will come.
  private func readOnce(_ children: ChildSupport) -> Int? {
    let count = unsafe read(descriptor.number, children.scratch.baseAddress, children.scratch.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
    guard count > 0 else { return nil }
    let kept = min(count, limit - bytes.count)
    if kept < count { isCut = true }
    unsafe bytes.append(contentsOf: children.scratch[..<kept])
    return count
  }
}
