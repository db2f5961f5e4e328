internal import CLinux
internal import Glibc
internal import Values

/// One of the three streams that a program is started with; stdin(3).
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// The largest standard input that is read unless said otherwise: 64 MiB.
  package static let largestInput = 64 << 20

  /// Writes a text whole and at once, without a buffer that could be forgotten.
  ///
  /// A reader that has gone ends the process by SIGPIPE, as usual, unless that is ignored; then it is an error.
  package func write(_ text: String) throws(FileError) {
    try write(bytes: Array(text.utf8))
  }

  /// Writes bytes whole and at once.
  package func write(bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(Errno) {
        let written = try Kernel.check {
          unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(written)
      } catch .wouldBlock {
        // Another program that shares the terminal or pipe may have switched it to not waiting.
        var ready = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&ready, 1, -1)
      } catch {
        throw FileError(error, "write to", path)
      }
    }
  }

  /// Reads to the end; fails where there are more bytes than the limit.
  package func readAll(limit: Int = largestInput) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      if let bytes = try Kernel.readAll(rawValue, limit: limit) { return bytes }
    } catch {
      throw FileError(error, "read from", path)
    }
    throw FileError(.tooLarge(limit: limit), "read from", path)
  }

  /// Reads one line without its end, or nil at the end of the input; an over-long line is an error.
  ///
  /// It reads byte by byte, so that what follows is left for others; meant for answers typed by people.
  package func readLine(limit: Int = 64 << 10) throws(FileError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count: Int
      do throws(Errno) {
        count = try Kernel.check { unsafe read(rawValue, &byte, 1) }
      } catch {
        throw FileError(error, "read from", path)
      }
      if count == 0 { return line.isEmpty ? nil : line }
      if byte == UInt8(ascii: "\n") { return line }
      guard line.count < limit else {
        throw FileError(.tooLarge(limit: limit), "read a line from", path)
      }
      line.append(byte)
    }
  }

  /// Whether the stream is a terminal; isatty(3).
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the terminal in columns, or nil where there is none or it does not say.
  package var terminalWidth: Int? {
    let width = hob_terminal_width(rawValue)
    return width > 0 ? Int(width) : nil
  }

  /// A name for messages.
  private var path: FilePath {
    switch self {
    case .input: FilePath("standard input")
    case .output: FilePath("standard output")
    case .error: FilePath("standard error")
    }
  }
}
