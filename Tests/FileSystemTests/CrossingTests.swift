import CLinux
import Glibc
import Synchronization
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite(
  "Moving to another file system",
  .enabled(if: TwoFileSystems.areThere, TwoFileSystems.reason))
struct CrossingTests {
  private let both: TwoFileSystems
  private static let size = 3 * ContentCopy.stride

  init() throws {
    both = try TwoFileSystems()
  }

  private func largeFile() throws -> FilePath {
    try both.near.write(
      bytes: [UInt8](repeating: 0x61, count: Self.size), to: "large")
  }

  @Test("The name appears only when the copy is complete")
  func appearsWhenComplete() throws {
    let file = try largeFile()
    let target = both.far["large"]
    let seen = Mutex<[Bool]>([])
    let progress = Mutex<[FileTransfer.Progress]>([])
    let transfer = FileTransfer {
      false
    } report: { step in
      seen.withLock { $0.append(FileOperations.exists(target)) }
      progress.withLock { $0.append(step) }
    }
    let outcome = try transfer.move(file, to: target)
    #expect(outcome.copiedBytes == Int64(Self.size))
    #expect(seen.withLock { $0 }.count >= 3)
    #expect(seen.withLock { $0 }.allSatisfy { !$0 })
    #expect(
      progress.withLock { $0.last }
        == FileTransfer.Progress(bytes: Int64(Self.size), totalBytes: Int64(Self.size)))
    #expect(try FileStatus(of: target).size == Int64(Self.size))
    #expect(try both.near.names() == [])
    #expect(try both.far.names() == ["large"])
  }

  @Test("A move that is cancelled leaves the source and nothing else")
  func cancelled() throws {
    let file = try largeFile()
    let steps = Atomic(0)
    let transfer = FileTransfer {
      steps.load(ordering: .relaxed) > 0
    } report: { _ in
      steps.add(1, ordering: .relaxed)
    }
    let error = try #require(throws: FileError.self) {
      try transfer.move(file, to: both.far["large"])
    }
    #expect(error.reason == .cancelled)
    #expect(steps.load(ordering: .relaxed) == 1)
    #expect(try FileStatus(of: file).size == Int64(Self.size))
    #expect(try both.far.names() == [])
  }

  @Test("A source that changes meanwhile stays, and no copy of it appears")
  func changed() throws {
    let file = try largeFile()
    let transfer = FileTransfer {
      false
    } report: { _ in
      try? Appending.append(Array("more".utf8), to: file)
    }
    let error = try #require(throws: FileError.self) {
      try transfer.move(file, to: both.far["large"])
    }
    #expect(error.reason == .changed)
    #expect(try FileStatus(of: file).size > Int64(Self.size))
    #expect(try both.far.names() == [])
  }

  @Test("A source that someone still has open for writing is not moved away from him")
  func writer() throws {
    let file = try both.near.write("content", to: "a")
    let writer = try OpenFile(file, .readingAndWriting)
    let error = try #require(throws: FileError.self) {
      try FileTransfer().move(file, to: both.far["a"])
    }
    #expect(error.reason == .changed)
    try writer.writeAll(Array("CONTENT".utf8))
    #expect(try both.near.text("a") == "CONTENT")
    #expect(try both.far.names() == [])
  }

  @Test("What came into a folder while it was moved is not removed with it")
  func addedMeanwhile() throws {
    try both.near.write("1", to: "folder/a")
    let manifest = try SourceManifest(of: Place(both.near["folder"], "move")) { false }
    try both.near.write("2", to: "folder/b")
    try both.near.write("longer", to: "folder/a")
    let error = try #require(throws: FileError.Reason.self) {
      try manifest.remove(Place(both.near["folder"], "move"))
    }
    #expect(error == .changed)
    #expect(try both.near.names(in: "folder") == ["a", "b"])
  }

  @Test("Killed in the middle, the source is whole, the name is free, and the leftover is removed")
  func killed() async throws {
    let file = try largeFile()
    let (from, to) = (file.text, both.far["large"].text)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [from = from as String, to = to as String] in
      let transfer = FileTransfer {
        false
      } report: { _ in
        kill(getpid(), SIGKILL)
      }
      _ = try transfer.move(FilePath(from), to: FilePath(to))
    }
    #expect(try FileStatus(of: file).size == Int64(Self.size))
    let left = try DirectoryListing(of: both.far.path).entries
    #expect(left.count == 1)
    #expect(left.allSatisfy { StagedName.matches($0.name) })
    #expect(try StagedLeftovers.remove(in: both.far.path) == [], "it is too young to be sure")
    let removed = try StagedLeftovers.remove(in: both.far.path, olderThan: .zero)
    #expect(removed == left.map { both.far.path.appending($0.name) })
    #expect(try both.far.names() == [])
  }

  @Test("Where the target takes no more bytes, the source is whole and nothing is left behind")
  func full() async throws {
    let file = try largeFile()
    let (from, to) = (file.text, both.far["large"].text)
    await #expect(processExitsWith: .success) { [from = from as String, to = to as String] in
      // A limit on the size of files stands for a full disk: it stops the writing in the middle.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(ContentCopy.stride) + 1, rlim_max: rlim_t.max)
      let isSet = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(isSet == 0)
      let error = try #require(throws: FileError.self) {
        try FileTransfer().move(FilePath(from), to: FilePath(to))
      }
      #expect(error.errno == .fileTooLarge)
    }
    #expect(try FileStatus(of: file).size == Int64(Self.size))
    #expect(try both.far.names() == [])
  }

  @Test("What another is still making is no leftover")
  func lockedLeftover() throws {
    let place = try Place(both.far["a"], "write")
    let staging = try Staging(for: place, isFolder: false)
    #expect(try StagedLeftovers.remove(in: both.far.path, olderThan: .zero) == [])
    #expect(FileOperations.exists(both.far.path.appending(staging.name)))
  }

  @Test("Mode, times and extended attributes are kept, or their loss is named")
  func properties() throws {
    let file = try both.near.write("content", to: "a")
    let modified = Instant(seconds: 1_234_567_890, nanoseconds: 123_456_000)
    let isSet = unsafe setxattr(file.text, "user.hob.test", "value", 5, 0) == 0
    try FileOperations.setMode(0o640, of: file)
    try FileOperations.setTimes(modified: modified, accessed: .epoch, of: file)
    let outcome = try FileTransfer().move(file, to: both.far["a"])
    let status = try FileStatus(of: both.far["a"])
    #expect(status.mode == 0o640)
    #expect(status.modified == modified)
    #expect(status.accessed == .epoch)
    var value = [UInt8](repeating: 0, count: 16)
    let size = unsafe getxattr(both.far["a"].text, "user.hob.test", &value, value.count)
    if isSet, size < 0 {
      #expect(outcome.lostAttributes == ["user.hob.test"])
    } else if isSet {
      #expect(Array(value.prefix(size)) == Array("value".utf8))
      #expect(outcome.lostAttributes == [])
    }
  }

  @Test("Holes stay holes")
  func holes() throws {
    let file = try both.near.write("start", to: "sparse")
    let writer = try OpenFile(file, .readingAndWriting)
    try Kernel.write(writer.descriptor, Array("middle".utf8), at: 32 << 20)
    try writer.truncate(to: 64 << 20)
    close(writer.release())
    _ = try FileTransfer().copy(file, to: both.far["sparse"])
    let status = try FileStatus(of: both.far["sparse"])
    #expect(status.size == 64 << 20)
    #expect(status.allocatedSize < 1 << 20)
    let copy = try OpenFile(both.far["sparse"], .reading)
    #expect(try copy.read(from: 0, count: 6) == Array("start\0".utf8))
    #expect(try copy.read(from: 32 << 20, count: 6) == Array("middle".utf8))
  }
}
