import FileSystem
import Systemd
import TestKit
import Testing
import Triggers
import Values

@Suite("Watch table", .timeLimit(.minutes(1))) struct WatchTableTests {
  /// Keeps the names and tokens of what it is told.
  private final class Listener: WatchListener {
    let mailbox = Mailbox<String>()
    var batches = 0

    func noticed(_ record: Inotify.Record, in folder: Int) {
      mailbox.post("\(folder) \(FilePath.text(of: record.name))")
    }
    func gaveUp(folder: Int) { mailbox.post("\(folder) given up") }
    func lostRecords() { mailbox.post("lost") }
    func batchEnded() { batches += 1 }
  }

  @Test("hands a record to each who watches the folder, under the token of each")
  func sharing() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let table = WatchTable(on: tenant.reactor)
      let (first, second) = (Listener(), Listener())
      let watcher = Watcher(table)
      watcher.listener = first
      let watch = try watcher.add(folder.path, .created, token: 1)
      do {
        let other = Watcher(table)
        other.listener = second
        #expect(try other.add(folder.path, .deleted, token: 2) == watch)
        try folder.write("x", to: "a")
        #expect(await first.mailbox.next() == "1 a")
        #expect(await second.mailbox.next() == "2 a")
        #expect(table.count == 1)
      }
      // The second watcher has ended; the first goes on.
      try FileOperations.remove(folder["a"])
      #expect(await first.mailbox.next() == "1 a")
      #expect(second.mailbox.count == 0)
      watcher.removeAll()
      #expect(table.count == 0)
    }
  }

  @Test("hands over what came between the adding of a watch elsewhere and its claim")
  func claims() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let table = WatchTable(on: tenant.reactor)
      let listener = Listener()
      let watcher = Watcher(table)
      watcher.listener = listener
      let watches = try watcher.beginAdding()
      let watch = try await Workers().run(on: WorkerKey("test")) { () throws(Errno) in
        try watches.add(folder.path, [.created, .add])
      }
      try folder.write("x", to: "a")
      table.readNow()
      #expect(listener.mailbox.count == 0)
      #expect(watcher.claim(watch, token: 7, isEssential: true))
      #expect(await listener.mailbox.next() == "7 a")
      watcher.endAdding()
    }
  }

  @Test("does not take a watch over that has ended since it was added")
  func endedClaims() async throws {
    let folder = try TemporaryFolder()
    try await onLoop { tenant in
      let table = WatchTable(on: tenant.reactor)
      let (watcher, other) = (Watcher(table), Watcher(table))
      let watch = try other.add(folder.path, .created, token: 1)
      _ = try watcher.beginAdding()
      other.remove(watch)
      #expect(!watcher.claim(watch, token: 2, isEssential: true))
      watcher.endAdding()
      #expect(table.count == 0)
    }
  }
}
