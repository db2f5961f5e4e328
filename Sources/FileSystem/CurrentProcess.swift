internal import CLinux
internal import Glibc
package import Values

/// What the kernel and the user database say about this process.
package enum CurrentProcess {
  /// The process's number; getpid(2).
  package static var identifier: Int32 { getpid() }

  /// The user for whom the process acts; geteuid(2).
  package static var user: UInt32 { geteuid() }

  /// The group for which the process acts; getegid(2).
  package static var group: UInt32 { getegid() }

  /// Ends the process with a code; exit(3).
  package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

  /// The words of the command line behind the program's name, with the escape for names.
  ///
  /// The kernel keeps them as bytes; proc_pid_cmdline(5).
  package static var arguments: [String] {
    let path = FilePath("/proc/self/cmdline")
    guard let bytes = try? OpenFile.contents(of: path, limit: 8 << 20) else {
      return Array(CommandLine.arguments.dropFirst())
    }
    // Each word ends with NUL, also the last.
    let words = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    return words.dropFirst().map { FilePath.text(of: Array($0)) }
  }

  /// The folder from which relative paths count; proc_pid_cwd(5).
  package static var folder: FilePath {
    (try? FileOperations.readLink(FilePath("/proc/self/cwd"))) ?? FilePath("/")
  }

  /// The machine's name, or an empty text where it has none; gethostname(2).
  package static var hostName: String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let result = unsafe buffer.withUnsafeMutableBytes { bytes -> Int32 in
      guard let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
        return -1
      }
      return unsafe gethostname(start, bytes.count - 1)
    }
    return result == 0 ? FilePath.text(of: Array(buffer.prefix { $0 != 0 })) : ""
  }

  /// The home folder by the user database, or nil where it can't be known; getpwuid_r(3).
  package static var homeFolder: FilePath? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    let result = unsafe buffer.withUnsafeMutableBufferPointer { memory -> Int32 in
      guard let start = memory.baseAddress else { return -1 }
      return unsafe getpwuid_r(getuid(), &entry, start, memory.count, &found)
    }
    guard result == 0, unsafe found != nil, let home = unsafe entry.pw_dir else { return nil }
    // The text lies in the buffer, which is still alive here.
    return withExtendedLifetime(buffer) {
      unsafe FilePath(bytes: Array(UnsafeRawBufferPointer(start: home, count: strlen(home))))
    }
  }
}
