internal import CLinux
internal import Glibc

/// Copies the content of one open file into an empty one, as the kernel can do it best.
///
/// Where both are on a file system that shares blocks, nothing is copied at all; else the kernel
/// copies (copy_file_range(2)), else blocks are read and written. Holes stay holes.
struct ContentCopy {
  let source: Int32
  let target: Int32
  let isCancelled: () -> Bool
  /// Told how many bytes more have been copied.
  let report: (Int64) -> Void
  private var kernelCopies = true

  /// How much is copied between two questions whether to stop.
  static let stride = 8 << 20
  /// The largest file without a size, as in /proc, that is copied.
  static let largestUnsized: Int64 = 16 << 20

  init(
    from source: Int32, to target: Int32, isCancelled: @escaping () -> Bool,
    report: @escaping (Int64) -> Void
  ) {
    self.source = source
    self.target = target
    self.isCancelled = isCancelled
    self.report = report
  }

  /// Copies as many bytes as the file has; a file that turns out shorter has changed.
  mutating func run(size: Int64) throws(FileError.Reason) {
    if isCancelled() { throw .cancelled }
    if size == 0 { return try copyUnsized() }
    if hob_clone_file(target, source) == 0 {
      report(size)
      return
    }
    var offset: Int64 = 0
    while offset < size {
      let data = nextData(from: offset, size: size)
      report(data.lowerBound - offset)
      try copy(data)
      offset = data.upperBound
    }
    do throws(Errno) {
      // The hole at the end, if there is one.
      try Kernel.check { ftruncate(target, Int(size)) }
    } catch {
      throw .system(error)
    }
  }

  /// The next stretch that is no hole; the rest, where the file system does not know; lseek(2).
  private func nextData(from offset: Int64, size: Int64) -> Range<Int64> {
    let start = Int64(lseek(source, Int(offset), SEEK_DATA))
    if start < 0 { return Errno.current == Errno(ENXIO) ? size..<size : offset..<size }
    guard start < size else { return size..<size }
    let end = Int64(lseek(source, Int(start), SEEK_HOLE))
    return start..<(end > start ? min(end, size) : size)
  }

  private mutating func copy(_ range: Range<Int64>) throws(FileError.Reason) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if isCancelled() { throw .cancelled }
      let count = Int(min(range.upperBound - offset, Int64(Self.stride)))
      let copied = try copySome(from: offset, count: count)
      guard copied > 0 else { throw .changed }
      offset += Int64(copied)
      report(Int64(copied))
    }
  }

  /// Copies at most a number of bytes and tells how many; 0 at the end of the file.
  private mutating func copySome(from offset: Int64, count: Int) throws(FileError.Reason) -> Int {
    if kernelCopies {
      var from = Int(offset)
      var to = Int(offset)
      let copied = unsafe copy_file_range(source, &from, target, &to, count, 0)
      if copied > 0 { return copied }
      // Some file systems say 0 where they mean that they can't.
      if copied < 0 { try check(.current) }
      kernelCopies = false
    }
    do throws(Errno) {
      let block = try Kernel.read(source, from: offset, count: min(count, Kernel.copyBlock))
      try Kernel.write(target, block, at: offset)
      return block.count
    } catch {
      throw .system(error)
    }
  }

  /// Throws what no other way of copying would cure.
  private func check(_ errno: Errno) throws(FileError.Reason) {
    switch errno {
    case .noSpace, .quotaExceeded, .inputOutput, .fileTooLarge: throw .system(errno)
    default: return
    }
  }

  /// Files of the kernel say size 0 but have content; a truly empty file ends at once.
  private func copyUnsized() throws(FileError.Reason) {
    var offset: Int64 = 0
    while true {
      if isCancelled() { throw .cancelled }
      do throws(Errno) {
        let block = try Kernel.read(source, from: offset, count: Kernel.copyBlock)
        if block.isEmpty { return }
        try Kernel.write(target, block, at: offset)
        offset += Int64(block.count)
        report(Int64(block.count))
      } catch {
        throw .system(error)
      }
      guard offset <= Self.largestUnsized else { throw .changed }
    }
  }
}

extension Kernel {
  /// How many bytes are read at a time where the kernel can't copy by itself.
  static let copyBlock = 256 << 10

  /// Writes all bytes at a position; pwrite(2).
  static func write(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int64) throws(Errno) {
    var done = 0
    while done < bytes.count {
      let start = done
      done += try check {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
          return unsafe pwrite(descriptor, rest.baseAddress, rest.count, Int(offset) + start)
        }
      }
    }
  }
}
