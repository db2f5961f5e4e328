package import Values

extension ChildProcess {
  /// What to run and how.
  package struct Command: Sendable {
    /// A path, or a bare name that is looked up in the environment's `PATH`.
    package var program: FilePath
    /// The arguments after the program's own name.
    package var arguments: [[UInt8]]
    /// `NAME=value` each; nothing is inherited.
    package var environment: [[UInt8]]
    /// Where the program starts; nil is our own working folder.
    package var workingFolder: FilePath?
    /// What it reads from its standard input; nil is `/dev/null`.
    package var input: [UInt8]?
    /// The bytes kept of its standard output.
    package var outputLimit = ChildProcess.defaultOutputLimit
    /// The bytes kept of its standard error.
    package var errorLimit = ChildProcess.defaultOutputLimit
    /// The time between SIGTERM and SIGKILL when it is cancelled.
    package var grace = ChildProcess.defaultGrace
    /// How long it may run before it is ended as if it were cancelled; nil is for ever.
    package var timeLimit: Duration?

    package init(
      _ program: FilePath, _ arguments: [[UInt8]] = [], environment: [[UInt8]] = [],
      in workingFolder: FilePath? = nil, input: [UInt8]? = nil
    ) {
      self.program = program
      self.arguments = arguments
      self.environment = environment
      self.workingFolder = workingFolder
      self.input = input
    }
  }

  /// How a program ended and what it said.
  package struct Exit: Sendable, Hashable {
    package let status: Status
    package let output: [UInt8]
    package let errorOutput: [UInt8]
    /// Whether output over the limit was thrown away.
    package let outputIsCut: Bool
    package let errorOutputIsCut: Bool
    /// Whether the task was cancelled while it ran, whatever the status says.
    package let wasCancelled: Bool
    /// Whether it was ended for running longer than its time limit.
    package let hasTimedOut: Bool
    /// The time from its start to its end.
    package let duration: Duration

    package var isSuccess: Bool { status == .exited(0) }
  }
}

extension ChildProcess.Exit {
  /// How a process ended, see wait(2).
  package enum Status: Sendable, Hashable {
    case exited(Int32)
    case signaled(Signal)

    init(waitStatus: Int32) {
      // The macros WIFEXITED and so on: the low seven bits are the signal, the next byte the code.
      let signal = waitStatus & 0x7F
      self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(Signal(signal))
    }
  }
}

extension ChildProcess.Exit.Status: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): "ended by \(signal)"
    }
  }
}
