internal import CSystemd
package import FileSystem
internal import Glibc
internal import Values

/// Where the log goes: the system's journal, or lines on standard error.
///
/// It is the journal where the service manager connected our standard error to it, as it says in
/// `JOURNAL_STREAM` (systemd.exec(5)); anything else is a person who wants to read along.
package struct Journal: Sendable {
  /// How bad it is, as in syslog(3).
  package enum Severity: Int, Sendable, Comparable {
    case critical = 2
    case error
    case warning
    case notice
    case info
    case debug

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// A named value of an entry, such as `RULE=invoices`; names are capitals, digits and `_`.
  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The bytes that a field may hold: more would not fit into a datagram to the journal.
  package static let longestField = 48 * 1024

  private let program: String
  /// Whether it is the journal, not a person who reads along.
  package let isConnected: Bool

  /// Finds out where the log goes.
  package init(program: String, environment: Environment = .current) {
    self.program = program
    isConnected = Self.isStandardErrorOf(environment.text("JOURNAL_STREAM"))
  }

  /// Whether standard error is the stream of that device and inode number, such as `8:1234`.
  private static func isStandardErrorOf(_ stream: String?) -> Bool {
    var status = stat()
    guard let stream, unsafe fstat(2, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes one entry; an entry that can't be written is lost, for there is nobody to tell.
  package func log(_ severity: Severity, _ message: String, _ fields: [Field] = []) {
    if isConnected {
      let all = [
        Field("MESSAGE", message), Field("PRIORITY", String(severity.rawValue)),
        Field("SYSLOG_IDENTIFIER", program),
      ]
      Self.send(all + fields)
    } else {
      Self.print(Self.line(program, severity, message, fields))
    }
  }

  private static func send(_ fields: [Field]) {
    let lines = fields.map { Array("\($0.name)=\($0.value)".utf8.prefix(longestField)) }
    let table = CStringTable(lines)
    let parts = unsafe lines.indices.map { index in
      unsafe iovec(iov_base: table.pointers[index], iov_len: lines[index].count)
    }
    _ = unsafe sd_journal_sendv(parts, CInt(parts.count))
    // The parts point into it.
    withExtendedLifetime(table) {}
  }

  /// The line for people: what can't be printed is escaped, so that a name can't forge a line.
  static func line(
    _ program: String, _ severity: Severity, _ message: String, _ fields: [Field]
  ) -> String {
    let word =
      switch severity {
      case .critical: "critical: "
      case .error: "error: "
      case .warning: "warning: "
      case .notice, .info, .debug: ""
      }
    let named = fields.filter { $0.name != "MESSAGE_ID" }.map { "\($0.name)=\($0.value)" }
    let end = named.isEmpty ? "" : " [\(named.joined(separator: " "))]"
    return escaped("\(program): \(word)\(message)\(end)") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        if let byte = scalar.escapedByte {
          line += "\\x" + String(byte, radix: 16)
        } else {
          line.unicodeScalars.append(scalar)
        }
      }
    }
  }

  private static func print(_ line: String) {
    // One write a line: the lines of several threads do not mix.
    let bytes = Array(line.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
  }
}
