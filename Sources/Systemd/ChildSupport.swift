internal import CLinux
internal import FileSystem
internal import Glibc

/// What the children of one loop share: made once, so that starting one needs few system calls.
@safe final class ChildSupport {
  /// `/dev/null`, which is the input of children without any; always above 2.
  let null: CInt
  /// What output is read into before its limit is applied; as large as a pipe.
  let scratch: UnsafeMutableRawBufferPointer
  let ignoredSignals: UInt64
  private let stack: UnsafeMutableRawBufferPointer

  private static let scratchSize = 64 * 1024
  private static let stackSize = 64 * 1024

  init() {
    // Descriptors 0 to 2 that our parent left closed are filled for good: else a pipe could get
    // such a number, and the child's dup2(2) would overwrite it.
    var descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    while descriptor >= 0 && descriptor <= 2 {
      descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    }
    precondition(descriptor >= 0, "/dev/null can't be opened: \(Errno.current)")
    null = descriptor
    unsafe scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
    unsafe stack = .allocate(byteCount: Self.stackSize, alignment: 16)
    ignoredSignals = hob_ignored_signals()
  }

  deinit {
    close(null)
    unsafe scratch.deallocate()
    unsafe stack.deallocate()
  }

  /// The end of the stack on which a child runs until it is the program.
  @unsafe var stackEnd: UnsafeMutableRawPointer? {
    unsafe stack.baseAddress.map { unsafe $0 + stack.count }
  }
}

/// Byte strings laid out as execve(2) wants them: NUL-ended in one block, and a table of pointers.
@safe struct CStringTable: ~Copyable {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let characters: UnsafeMutablePointer<CChar>

  init(_ strings: [[UInt8]]) {
    let size = strings.reduce(0) { $0 + $1.count + 1 }
    unsafe characters = .allocate(capacity: max(1, size))
    unsafe pointers = .allocate(capacity: strings.count + 1)
    var next = unsafe characters
    for (index, string) in strings.enumerated() {
      unsafe pointers[index] = unsafe next
      unsafe string.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(next).copyMemory(from: start, byteCount: bytes.count)
      }
      unsafe next[string.count] = 0
      unsafe next += string.count + 1
    }
    unsafe pointers[strings.count] = nil
  }

  deinit {
    unsafe pointers.deallocate()
    unsafe characters.deallocate()
  }
}
