import Automation
import FileSystem
import Glibc
import Systemd
import TestKit
import Testing
import Values

@testable import Storage

/// A file system of a test's own that is soon full; only root can have one.
private final class SmallFileSystem {
  static var isPossible: Bool {
    CurrentProcess.user == 0 && (try? SmallFileSystem(kilobytes: 64)) != nil
  }

  let temporary: TemporaryFolder
  let folder: FilePath

  init(kilobytes: Int) throws {
    Self.removeLeftovers()
    temporary = try TemporaryFolder()
    folder = try temporary.makeFolder("\(Self.prefix)\(CurrentProcess.identifier)")
    let result = unsafe mount("none", folder.text, "tmpfs", 0, "size=\(kilobytes)k")
    guard result == 0 else { throw Errno.current }
  }

  private static let prefix = "small-disk-of-"

  /// Takes away what tests left that were killed; their process's number is in the name.
  private static func removeLeftovers() {
    guard let table = try? MountTable.current() else { return }
    for mount in table.mounts {
      let name = FilePath.text(of: mount.mountPoint.name)
      guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)),
        kill(process, 0) != 0
      else { continue }
      unsafe umount2(mount.mountPoint.text, Int32(MNT_DETACH))
    }
  }

  deinit { unsafe umount2(folder.text, Int32(MNT_DETACH)) }

  /// Takes all the space that is left with one file.
  func fill() throws -> FilePath {
    let path = folder.appending("ballast")
    let file = try OpenFile(path, .making(mode: 0o600))
    for size in [65_536, 4_096, 1] {
      while (try? file.writeAll([UInt8](repeating: 0, count: size))) != nil {}
    }
    return path
  }
}

@Suite("A full disk", .enabled(if: SmallFileSystem.isPossible, "needs the right to mount"))
struct FullDiskTests {
  private let disk: SmallFileSystem
  private let folder: StateFolder
  private let loop = EventLoop()

  init() throws {
    disk = try SmallFileSystem(kilobytes: 1_024)
    folder = StateFolder(disk.folder.appending("state"))
    try loop.startThread(name: "storage")
  }

  private func reason(_ body: () async throws(HistoryError) -> Void) async -> HistoryError.Reason? {
    do throws(HistoryError) {
      try await body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("Records wait while it is full, and are written in order once there is space")
  func waits() async throws {
    defer { loop.stop() }
    let history = try History.open(StateLock(folder), on: loop, now: .at(0)).history
    try await history.append(Record(.observed(.added(1))))
    let ballast = try disk.fill()
    var number: Int64 = 1
    // Blocks that the log has already may still take some.
    while await history.waitingRecords < 5 {
      number += 1
      let record = Record(.observed(.added(number)))
      let reason = await reason { () throws(HistoryError) in try await history.append(record) }
      #expect(reason == nil || reason == .full)
    }
    // What was written before can be read meanwhile.
    #expect(try HistoryReader(folder).lastEvents(limit: 999).count == Int(number) - 5)
    try FileOperations.remove(ballast)
    try await history.retry()
    #expect(
      try HistoryReader(folder).lastEvents(limit: 999).map(\.id.value) == (1...number).reversed())
    #expect(try await history.damage() == [])
  }

  @Test("A start on a full disk says so, touches nothing, and works once there is space")
  func start() throws {
    defer { loop.stop() }
    do {
      let writer = try HistoryWriter.open(StateLock(folder), now: .at(0)).writer
      try writer.append(Record(.observed(.added(1))))
    }
    let ballast = try disk.fill()
    let reasons: [HistoryError.Reason] = (0..<2).compactMap { _ in
      do throws(HistoryError) {
        let writer = try HistoryWriter.open(StateLock(folder), now: .at(0)).writer
        try writer.append(Record(.observed(.added(2))))
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reasons == [.full, .full])
    try FileOperations.remove(ballast)
    let opened = try HistoryWriter.open(StateLock(folder), now: .at(0))
    #expect(opened.loss == nil)
    #expect(try opened.writer.resumption(now: .at(1)).nextEvent == EventID(2))
  }
}
