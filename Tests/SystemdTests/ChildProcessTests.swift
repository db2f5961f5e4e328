internal import FileSystem
internal import Glibc
internal import Systemd
internal import TestKit
internal import Testing
internal import Values

private let path = [Array("PATH=/usr/local/bin:/usr/bin:/bin".utf8)]

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A command that runs a script with the shell.
private func shell(_ script: String, _ arguments: [[UInt8]] = []) -> ChildProcess.Command {
  ChildProcess.Command(
    FilePath("sh"), [bytes("-c"), bytes(script), bytes("sh")] + arguments, environment: path)
}

private func run(_ command: ChildProcess.Command) async throws -> ChildProcess.Exit {
  try await onLoop { tenant in try await ChildProcess.run(command, on: tenant.reactor) }
}

@Suite("A child process") struct ChildProcessTests {
  @Test("gives back its exit code and what it wrote, each stream apart")
  func streams() async throws {
    let exit = try await run(shell("echo out; echo err >&2; exit 3"))
    #expect(exit.status == .exited(3))
    #expect(exit.output == bytes("out\n"))
    #expect(exit.errorOutput == bytes("err\n"))
    #expect(!exit.outputIsCut && !exit.errorOutputIsCut && !exit.wasCancelled)
    #expect(exit.duration > .zero)
  }

  @Test("that a signal ended says which")
  func signal() async throws {
    let exit = try await run(shell("kill -USR1 $$"))
    #expect(exit.status == .signaled(.user1))
    #expect("\(exit.status)" == "ended by SIGUSR1")
  }

  @Test("gets its arguments and environment byte for byte, and nothing else")
  func bytesPassThrough() async throws {
    let odd: [UInt8] = [0xFF, 0x24, 0x28, 0x0A, 0x2A]
    var command = ChildProcess.Command(
      FilePath("/usr/bin/env"), [bytes("-0")], environment: [bytes("A=") + odd, bytes("B=")])
    #expect(try await run(command).output == bytes("A=") + odd + [0] + bytes("B=\0"))
    command = shell("printf '%s|' \"$@\"", [odd, [], bytes("*")])
    #expect(try await run(command).output == odd + bytes("||*|"))
  }

  @Test("reads its input to the end, however large")
  func input() async throws {
    var command = shell("cat")
    command.input = Array(repeating: 0x61, count: 300_000)
    #expect(try await run(command).output == command.input)
    command = shell("head -c 1")
    command.input = Array(repeating: 0x61, count: 300_000)
    #expect(try await run(command).output == bytes("a"), "input that nobody reads is no error")
    #expect(try await run(shell("cat")).output == [])
  }

  @Test("starts in the folder that it was told to, also by a relative path")
  func workingFolder() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("#!/bin/sh\npwd\n", to: "script")
    try FileOperations.setMode(0o755, of: script)
    let place = try FileOperations.realPath(folder.path)
    let command = ChildProcess.Command(FilePath("./script"), environment: path, in: folder.path)
    #expect(try await run(command).output == place.bytes + bytes("\n"))
    var search = ChildProcess.Command(FilePath("script"), environment: path, in: folder.path)
    search.environment = [bytes("PATH=/nowhere:.")]
    #expect(try await run(search).output == place.bytes + bytes("\n"))
  }

  @Test("may be a script without an interpreter line, which is the shell's")
  func scriptWithoutInterpreter() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("echo \"$1\"", to: "script")
    try FileOperations.setMode(0o755, of: script)
    #expect(try await run(.init(script, [bytes("x")])).output == bytes("x\n"))
  }

  @Test("begins with no blocked and no ignored signal and only its three descriptors")
  func cleanStart() async throws {
    Glibc.signal(SIGPIPE, SIG_IGN)
    let inherited = dup(0)
    defer { close(inherited) }
    let exit = try await run(
      shell("grep -E 'SigBlk|SigIgn' /proc/self/status; exec ls /proc/self/fd"))
    let lines = FilePath.text(of: exit.output).split(separator: "\n")
    #expect(lines.dropFirst(2) == ["0", "1", "2", "3"], "3 is the folder that ls itself reads")
    for line in lines.prefix(2) {
      let signals = try #require(UInt64(line.suffix(16), radix: 16))
      // Above 31 come those of the C library and the real-time ones, which nobody ignores for us.
      #expect(signals & 0x7FFF_FFFF == 0, "\(line)")
    }
  }

  @Test("leads a process group of its own")
  func group() async throws {
    let exit = try await run(shell("echo $$ $(cut -d ' ' -f 5 /proc/$$/stat)"))
    let numbers = FilePath.text(of: exit.output).split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2)
    #expect(numbers.first == numbers.last)
  }

  @Test("that writes more than its limit is cut and never blocked")
  func limit() async throws {
    var command = shell("head -c 20000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo end >&2")
    command.outputLimit = 1000
    command.errorLimit = 0
    let exit = try await run(command)
    #expect(exit.isSuccess)
    #expect(exit.output == Array(repeating: 0, count: 1000))
    #expect(exit.outputIsCut)
    #expect(exit.errorOutput == [])
    #expect(exit.errorOutputIsCut)
  }

  @Test("that writes exactly its limit is not cut")
  func exactLimit() async throws {
    var command = shell("printf 12345")
    command.outputLimit = 5
    let exit = try await run(command)
    #expect(exit.output == bytes("12345"))
    #expect(!exit.outputIsCut)
  }

  @Test("is one of many at once")
  func many() async throws {
    try await onLoop { tenant in
      let tasks = (0..<20).map { number in
        Task(executorPreference: tenant.loop) {
          try await tenant.run { tenant in
            try await ChildProcess.run(shell("echo \(number)"), on: tenant.reactor).output
          }
        }
      }
      var seen: Set<[UInt8]> = []
      for task in tasks { seen.insert(try await task.value) }
      #expect(seen == Set((0..<20).map { bytes("\($0)\n") }))
    }
  }
}

@Suite("The end of a child process") struct ChildEndTests {
  /// Runs a script, and cancels it when it has made the file that is its first argument.
  private func cancelWhenReady(
    _ script: String, grace: Duration
  ) async throws -> ChildProcess.Exit {
    let folder = try TemporaryFolder()
    var command = shell(script, [folder["ready"].bytes])
    command.grace = grace
    return try await onLoop { [command] tenant in
      let ready = Mailbox<[Inotify.Record]>()
      let inotify = try Inotify(on: tenant.reactor) { ready.post($0) }
      _ = try inotify.watches.add(folder.path, .created)
      let task = Task(executorPreference: tenant.loop) {
        try await tenant.run { tenant in
          try await ChildProcess.run(command, on: tenant.reactor)
        }
      }
      _ = await ready.next()
      task.cancel()
      return try await task.value
    }
  }

  @Test("is SIGTERM for its whole group when the task is cancelled")
  func cancel() async throws {
    let exit = try await cancelWhenReady(
      "trap 'echo bye; exit 0' TERM; : > $1; sleep 1000 & wait", grace: .seconds(1000))
    #expect(exit.wasCancelled)
    #expect(exit.status == .exited(0))
    #expect(exit.output == bytes("bye\n"))
  }

  @Test("is SIGKILL when the grace is over")
  func grace() async throws {
    let exit = try await cancelWhenReady(
      "trap '' TERM; : > $1; while :; do sleep 1000; done", grace: .milliseconds(20))
    #expect(exit.wasCancelled)
    #expect(exit.status == .signaled(.kill))
  }

  @Test("comes by itself when the time limit is over, and not before")
  func timeLimit() async throws {
    var command = shell("sleep 1000")
    command.timeLimit = .milliseconds(3)
    command.grace = .seconds(1000)
    let ended = try await run(command)
    #expect(ended.hasTimedOut)
    #expect(!ended.wasCancelled)
    #expect(ended.status == .signaled(.terminate))
    var quick = shell("exit 3")
    quick.timeLimit = .seconds(1000)
    let exit = try await run(quick)
    #expect(!exit.hasTimedOut)
    #expect(exit.status == .exited(3))
  }

  @Test("reaches a stopped program too")
  func stopped() async throws {
    let exit = try await cancelWhenReady(": > $1; kill -STOP $$", grace: .seconds(1000))
    #expect(exit.status == .signaled(.terminate))
  }

  @Test("is also that of the processes it left behind")
  func leftBehind() async throws {
    let exit = try await run(shell("sleep 1000 & echo $!"))
    #expect(exit.isSuccess)
    try await waitForEnd(of: exit.output)
  }

  @Test("does not wait for a process that escaped with the pipes in its hands")
  func escaped() async throws {
    let exit = try await run(shell("setsid sleep 1000 & echo $!; sleep 0.02"))
    #expect(exit.isSuccess)
    kill(try #require(pid_t(FilePath.text(of: exit.output).dropLast())), SIGKILL)
    try await waitForEnd(of: exit.output)
  }

  @Test("comes with the end of its loop's thread at the latest")
  func loopEnds() async throws {
    let folder = try TemporaryFolder()
    let loop = EventLoop()
    let (tenants, continuation) = AsyncStream<Tenant>.makeStream()
    let thread = try loop.startThread(name: "loop") { reactor in
      continuation.yield(Tenant(loop: loop, reactor: reactor))
    }
    for await tenant in tenants {
      let command = shell(
        "echo $$ > $1.new; mv $1.new $1; exec sleep 1000", [folder["ready"].bytes])
      // Never ends: nobody is left to tell it how the program did.
      Task(executorPreference: loop) {
        await tenant.run { tenant in
          _ = try? await ChildProcess.run(command, on: tenant.reactor)
        }
      }
      break
    }
    while !FileOperations.exists(folder["ready"]) { await Task.yield() }
    loop.stop()
    thread.join()
    let id = try #require(pid_t(try folder.text("ready").dropLast()))
    var status: CInt = 0
    #expect(unsafe waitpid(id, &status, 0) == id)
    #expect(status & 0x7F == SIGKILL)
  }

  @Test("comes before the start where the task was cancelled already")
  func cancelledBefore() async throws {
    try await onLoop { tenant in
      let task = Task(executorPreference: tenant.loop) {
        try await tenant.run { tenant in
          try await ChildProcess.run(shell("exit 0"), on: tenant.reactor)
        }
      }
      task.cancel()
      let error = await #expect(throws: SpawnError.self) { try await task.value }
      #expect(error?.reason == .cancelled)
    }
  }

  /// Waits until the process with that number, written by a script, is no more.
  private func waitForEnd(of output: [UInt8]) async throws {
    let id = FilePath.text(of: output).dropLast()
    // The state is the word after the name in parentheses: Z is dead and not yet waited for.
    while let stat = try? OpenFile.contents(of: FilePath("/proc/\(id)/stat"), limit: 4096),
      !FilePath.text(of: stat).contains(") Z")
    {
      await Task.yield()
    }
  }
}

@Suite("A program that can't be started") struct SpawnErrorTests {
  private func failure(_ command: ChildProcess.Command) async throws -> SpawnError? {
    try await onLoop { tenant in
      await #expect(throws: SpawnError.self) {
        try await ChildProcess.run(command, on: tenant.reactor)
      }
    }
  }

  @Test("is named with what to do")
  func names() async throws {
    var command = ChildProcess.Command(FilePath("no-such-program"), environment: path)
    var error = try await failure(command)
    #expect(error?.reason == .notInPath("/usr/local/bin:/usr/bin:/bin"))
    #expect(
      error?.description
        == "There is no program `no-such-program` in PATH (/usr/local/bin:/usr/bin:/bin): install it, or give its full path."
    )
    command = ChildProcess.Command(FilePath("/no/such/program"))
    error = try await failure(command)
    #expect(error?.reason == .noSuchProgram)
    #expect(error?.cause == .noSuchFile)
    command = ChildProcess.Command(FilePath(""), environment: path)
    #expect(try await failure(command)?.reason == .noSuchProgram)
  }

  @Test("says that the file may not be executed")
  func notExecutable() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("text", to: "file")
    #expect(try await failure(.init(file))?.reason == .notExecutable)
    #expect(try await failure(.init(folder.path))?.reason == .notExecutable)
    var search = ChildProcess.Command(FilePath("file"))
    search.environment = [bytes("PATH=") + folder.path.bytes]
    #expect(try await failure(search)?.reason == .notExecutable)
  }

  @Test("says that it is still being written")
  func beingWritten() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("#!/bin/sh\n", to: "script")
    try FileOperations.setMode(0o755, of: script)
    let writer = unsafe open(script.text, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(try await failure(.init(script))?.cause == .textFileBusy)
  }

  @Test("says that its interpreter is missing")
  func noInterpreter() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("#!/no/such/interpreter\n", to: "script")
    try FileOperations.setMode(0o755, of: script)
    #expect(try await failure(.init(script))?.reason == .noInterpreter)
  }

  @Test("says that its working folder is not there")
  func badFolder() async throws {
    let command = ChildProcess.Command(
      FilePath("/bin/true"), in: FilePath("/no/such/folder"))
    let error = try await failure(command)
    #expect(error?.reason == .badFolder(FilePath("/no/such/folder")))
    #expect(
      error?.description
        == "`/bin/true` can't start in the folder `/no/such/folder`: No such file or directory (ENOENT)"
    )
  }

  @Test("says that there is a NUL or too much in its arguments")
  func arguments() async throws {
    #expect(
      try await failure(.init(FilePath("/bin/true"), [[0x61, 0, 0x62]]))?.reason == .holdsNUL)
    let huge = [UInt8](repeating: 0x61, count: 200_000)
    let error = try await failure(.init(FilePath("/bin/true"), [huge]))
    #expect(error?.reason == .argumentsTooLarge, "the kernel takes 128 KiB in one argument")
  }

  @Test("leaves no descriptor and no process behind")
  func noLeak() async throws {
    // In a process of its own: other tests open descriptors at the same time.
    await #expect(processExitsWith: .success) {
      try await onLoop { tenant in
        let folder = FilePath("/proc/self/fd")
        let command = ChildProcess.Command(FilePath("/no/such/program"))
        _ = try? await ChildProcess.run(command, on: tenant.reactor)
        let before = try DirectoryListing(of: folder).entries.count
        for _ in 0..<10 {
          _ = try? await ChildProcess.run(command, on: tenant.reactor)
          _ = try await ChildProcess.run(.init(FilePath("/bin/true")), on: tenant.reactor)
        }
        // The test library may open a descriptor or two of its own meanwhile.
        #expect(try DirectoryListing(of: folder).entries.count < before + 10)
        #expect(waitpid(-1, nil, WNOHANG) == -1)
      }
    }
  }
}
