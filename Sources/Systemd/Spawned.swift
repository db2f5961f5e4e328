internal import CLinux
internal import FileSystem
internal import Glibc
internal import Values

/// A program that was just started, with the descriptors that watch it.
@safe struct Spawned: ~Copyable {
  let id: pid_t
  let pidfd: OwnedDescriptor
  let output: OwnedDescriptor
  let errorOutput: OwnedDescriptor

  /// Starts a program in a process group of its own.
  init(_ command: ChildProcess.Command, support: ChildSupport) throws(SpawnError) {
    try Self.refuseNUL(in: command)
    let path = try ProgramSearch(command).path()
    let streams = try Self.streams(of: command)
    let start = Start(command: command, support: support)
    let descriptors = (
      streams.inputNumber ?? support.null, streams.output.writer.number,
      streams.errorOutput.writer.number
    )
    let arguments = [command.program.bytes] + command.arguments
    var started = start(path, arguments, descriptors)
    var tries = 1
    while tries < Self.busyTries, case .failure(let failure) = started,
      failure.cause == .textFileBusy
    {
      usleep(Self.busyPause)
      started = start(path, arguments, descriptors)
      tries += 1
    }
    if case .failure(let failure) = started, failure.cause.rawValue == ENOEXEC {
      // A script without a first line that names an interpreter is the shell's, as with execvp(3).
      started = start(Self.shell, [Self.shell, path] + command.arguments, descriptors)
    }
    switch started {
    case .success(let child):
      id = child.id
      pidfd = OwnedDescriptor(child.pidfd)
    case .failure(let failure):
      throw failure.error(of: command, path: path)
    }
    // Only now: the program is already on its way.
    output = streams.output.reader
    errorOutput = streams.errorOutput.reader
    output.setNonBlocking()
    errorOutput.setNonBlocking()
  }

  private struct Streams: ~Copyable {
    let input: OwnedDescriptor?
    let output: Pipe
    let errorOutput: Pipe

    var inputNumber: CInt? {
      switch input {
      case .some(let descriptor): descriptor.number
      case .none: nil
      }
    }

    init(input bytes: [UInt8]?) throws(Errno) {
      let output = try Pipe()
      let errorOutput = try Pipe()
      self.input = if let bytes { try .memory(bytes) } else { nil }
      self.output = output
      self.errorOutput = errorOutput
    }
  }

  private static func streams(of command: ChildProcess.Command) throws(SpawnError) -> Streams {
    do throws(Errno) {
      return try Streams(input: command.input)
    } catch {
      throw SpawnError(.noResources, program: command.program, cause: error)
    }
  }

  /// How often a program is tried that somebody has open for writing.
  ///
  /// A file that we have just written may still be open in a child of another thread that has not
  /// become its program yet; that passes in a fraction of a millisecond.
  private static let busyTries = 4
  /// The microseconds between those tries.
  private static let busyPause: UInt32 = 300

  private static let shell = Array("/bin/sh".utf8)

  private static func refuseNUL(in command: ChildProcess.Command) throws(SpawnError) {
    let strings = [command.program.bytes, command.workingFolder?.bytes ?? []]
    let hasNUL =
      strings.contains { $0.contains(0) } || command.arguments.contains { $0.contains(0) }
      || command.environment.contains { $0.contains(0) }
    if hasNUL { throw SpawnError(.holdsNUL, program: command.program, cause: .invalidArgument) }
  }
}

/// One call of clone(2) and what it needs.
private struct Start {
  let command: ChildProcess.Command
  let support: ChildSupport

  struct Child {
    let id: pid_t
    let pidfd: CInt
  }

  struct Failure: Error {
    let step: UInt32
    let cause: Errno
  }

  func callAsFunction(
    _ path: [UInt8], _ arguments: [[UInt8]], _ descriptors: (CInt, CInt, CInt)
  ) -> Result<Child, Failure> {
    let arguments = CStringTable(arguments)
    let environment = CStringTable(command.environment)
    let places = CStringTable([path, command.workingFolder?.bytes ?? []])
    var request = unsafe hob_spawn()
    unsafe request.path = UnsafePointer(places.pointers[0])
    if command.workingFolder != nil { unsafe request.folder = UnsafePointer(places.pointers[1]) }
    unsafe request.arguments = UnsafePointer(arguments.pointers)
    unsafe request.environment = UnsafePointer(environment.pointers)
    unsafe (request.input, request.output, request.errors) = descriptors
    unsafe request.ignored = support.ignoredSignals
    var pidfd: CInt = -1
    let id = unsafe hob_spawn(&request, support.stackEnd, &pidfd)
    let cause = Errno.current
    // The request points into them.
    withExtendedLifetime(arguments) {}
    withExtendedLifetime(environment) {}
    withExtendedLifetime(places) {}
    guard id > 0 else {
      return .failure(Failure(step: unsafe UInt32(request.step), cause: cause))
    }
    return .success(Child(id: id, pidfd: pidfd))
  }
}

extension Start.Failure {
  fileprivate func error(of command: ChildProcess.Command, path: [UInt8]) -> SpawnError {
    SpawnError(reason(of: command, path: path), program: command.program, cause: cause)
  }

  private func reason(of command: ChildProcess.Command, path: [UInt8]) -> SpawnError.Reason {
    if step == HOB_SPAWN_FOLDER.rawValue, let folder = command.workingFolder {
      return .badFolder(folder)
    }
    guard step == HOB_SPAWN_PROGRAM.rawValue else { return .noResources }
    return switch cause.rawValue {
    case ENOENT, ENOTDIR:
      ProgramSearch.exists(path, in: command.workingFolder) ? .noInterpreter : .noSuchProgram
    case EACCES, EPERM, EISDIR: .notExecutable
    case E2BIG: .argumentsTooLarge
    case ENOMEM, EAGAIN, EMFILE, ENFILE: .noResources
    default: .other
    }
  }
}
