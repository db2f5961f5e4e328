internal import FileSystem
package import Systemd
internal import Values

/// A message bus of a test's own; it ends when it is released.
package final class PrivateBus: Sendable {
  package let address: BusAddress
  private let folder: TemporaryFolder
  private let thread: LoopThread
  private let daemon: Task<Void, any Error>

  private static func configuration(_ address: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  /// Starts the bus and waits until it listens.
  package init() async throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let text = "unix:path=" + folder["bus"].text
    address = .address(text)
    try folder.write(Self.configuration(text), to: "bus.conf")
    let loop = EventLoop()
    let (listening, continuation) = AsyncStream<Void>.makeStream()
    let (tenants, starts) = AsyncStream<Tenant>.makeStream()
    thread = try loop.startThread(name: "bus daemon") { reactor in
      starts.yield(Tenant(loop: loop, reactor: reactor))
    }
    var started: Tenant?
    for await tenant in tenants {
      started = tenant
      break
    }
    daemon = Task(executorPreference: loop) { [started] in
      defer {
        continuation.finish()
        loop.stop()
      }
      try await started?.run { tenant in
        // The shell makes the file; the daemon writes to it when it listens.
        let inotify = try Inotify(on: tenant.reactor) { _ in continuation.yield() }
        _ = try inotify.watches.add(folder.path, .modified)
        let script = """
          exec dbus-daemon --config-file="$1/bus.conf" --nofork --nopidfile \
          --print-address=3 3>"$1/listening"
          """
        let command = ChildProcess.Command(
          FilePath("sh"), ["-c", script, "sh", folder.path.text].map { Array($0.utf8) },
          environment: Environment.current.raw)
        _ = try await ChildProcess.run(command, on: tenant.reactor)
        withExtendedLifetime(inotify) {}
      }
    }
    for await _ in listening { return }
    throw NoBus()
  }

  deinit {
    daemon.cancel()
    // The process may end right after this, and must not leave the daemon behind.
    thread.join()
  }
}

private struct NoBus: Error {}
