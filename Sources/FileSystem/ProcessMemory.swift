internal import CLinux
internal import Glibc
internal import Values

extension CurrentProcess {
  /// Gives back memory that only the start needed: pages of code, and free pages of the heap.
  ///
  /// Code that is needed again is mapped again from the page cache at its next use; see
  /// MADV_DONTNEED in madvise(2) and malloc_trim(3). Where the kernel says no, nothing changes.
  package static func releaseStartupMemory() {
    malloc_trim(0)
    let path = FilePath("/proc/self/maps")
    guard let bytes = try? OpenFile.contents(of: path, limit: 4 << 20) else { return }
    for line in FilePath.text(of: bytes).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { continue }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, let start = unsafe UnsafeMutableRawPointer(bitPattern: ends[0]) else {
        continue
      }
      unsafe madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
