internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

@Suite("Inotify") struct InotifyTests {
  // Without the close: a child that another test starts may hold the file a moment longer.
  private static let changes: Inotify.Mask = [.created, .movedFrom, .movedTo, .deleted]

  @Test("reports what happens in a folder, with names as bytes")
  func records() async throws {
    let folder = try TemporaryFolder()
    let odd: [UInt8] = [0x66, 0xFF, 0x0A, 0x67]
    try await onLoop { tenant in
      let batches = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { batches.post($0) }
      let watch = try inotify.watches.add(folder.path, Self.changes)
      try folder.write("x", to: "a")
      try FileOperations.rename(folder["a"], to: folder.path.appending(odd))
      try FileOperations.remove(folder.path.appending(odd))
      let records = await batches.next()
      let a = Array("a".utf8)
      #expect(records.map(\.name) == [a, a, odd, odd])
      #expect(records.map(\.mask) == [.created, .movedFrom, .movedTo, .deleted])
      #expect(records.allSatisfy { $0.watch == watch })
      #expect(records[1].cookie == records[2].cookie)
      #expect(records[1].cookie != 0)
    }
  }

  @Test("says by name why a path can't be watched")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    try await onLoop { tenant in
      let inotify = try Inotify(on: tenant.reactor) { _ in }
      let watches = inotify.watches
      #expect(throws: Errno.noSuchFile) { try watches.add(folder["none"], .created) }
      #expect(throws: Errno.notAFolder) {
        try watches.add(folder["file"], [.created, .onlyFolder])
      }
      #expect(throws: Errno.invalidArgument) { try watches.add(FilePath("/tmp\0x"), .created) }
    }
  }

  @Test("ends a watch with a record that says so")
  func removal() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let batches = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { batches.post($0) }
      let watch = try inotify.watches.add(folder.path, .created)
      inotify.watches.remove(watch)
      try folder.write("x", to: "unseen")
      #expect(await batches.next() == [Inotify.Record(watch: watch, mask: .ignored)])
      inotify.watches.remove(watch)
    }
  }

  @Test("takes watches from another thread")
  func otherThread() async throws {
    let folder = try TemporaryFolder()
    let workers = Workers()
    try await onLoop { tenant in
      let batches = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { batches.post($0) }
      let watches = inotify.watches
      let watch = try await workers.run(on: WorkerKey("watch")) { () throws(Errno) in
        try watches.add(folder.path, .created)
      }
      try folder.write("x", to: "seen")
      #expect(await batches.next().first?.watch == watch)
    }
  }

  @Test("gives each record of a large burst once and in order")
  func burst() async throws {
    let folder = try TemporaryFolder()
    let names = (0..<3000).map { Array("a file with a rather long name \($0)".utf8) }
    try await onLoop { tenant in
      let batches = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { batches.post($0) }
      _ = try inotify.watches.add(folder.path, .created)
      let target = try folder.write("x", to: "target")
      for name in names { try FileOperations.link(target, to: folder.path.appending(name)) }
      var seen: [[UInt8]] = []
      while seen.count <= names.count { seen += await batches.next().map(\.name) }
      #expect(seen == [Array("target".utf8)] + names)
    }
  }

  @Test("leaves records with the kernel while it is off, and tells when those were too many")
  func overflow() async throws {
    let folder = try TemporaryFolder()
    let limit = try OpenFile.contents(
      of: FilePath("/proc/sys/fs/inotify/max_queued_events"), limit: 100)
    let queueLength = try #require(Int(FilePath.text(of: limit).dropLast()))
    try await onLoop { tenant in
      let batches = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { batches.post($0) }
      inotify.setEnabled(false)
      _ = try inotify.watches.add(folder.path, .attributes)
      let files = [try folder.write("x", to: "a").text, try folder.write("x", to: "b").text]
      // Two files in turn: the kernel joins records that are equal and follow each other.
      for index in 0...queueLength { unsafe chmod(files[index % 2], 0o600) }
      inotify.setEnabled(true)
      var records: [Inotify.Record] = []
      while records.last?.isOverflow != true { records += await batches.next() }
      #expect(records.count == queueLength + 1)
      #expect(records.filter(\.isOverflow).count == 1)
    }
  }
}
