internal import FileSystem
internal import Foundation
internal import TestKit
internal import Values

/// A program that a test starts, whose standard error it reads, and which it may kill.
///
/// Not Foundation's `Process`: its socket for the child's end is inherited by whatever another test
/// starts at that moment, and waiting for the end then waits for both.
final class ChildProgram {
  let identifier: pid_t
  /// The end from which its standard error is read.
  let reading: Int32
  private var status: Int32?

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw FixtureProblem("no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    defer { close(ends[1]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let result = unsafe posix_spawn(&child, program, &actions, nil, words, variables)
    guard result == 0 else { throw FixtureProblem("\(program): error \(result)") }
    identifier = child
  }

  deinit {
    kill()
    close(reading)
  }

  /// Reads what is there; nil at the end, or after a minute in which nothing came.
  func read() -> [UInt8]? {
    var wanted = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wanted, 1, 60_000) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Foundation.read(reading, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  func signal(_ number: Int32) { if status == nil { Foundation.kill(identifier, number) } }

  /// Ends it as a crash would.
  func kill() {
    signal(SIGKILL)
    wait()
  }

  /// Waits for its end and gives its exit code; 128 and the signal where one ended it.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while unsafe waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    let code = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
    status = code
    return code
  }
}
