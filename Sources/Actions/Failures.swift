internal import FileSystem
internal import Values
internal import Workflow

extension ActionFailure {
  /// The failure of a step whose file operation failed.
  init(_ error: FileError) {
    var details: [String: Value] = ["path": .string(error.path.text)]
    if let target = error.target { details["target"] = .string(target.text) }
    if let errno = error.errno { details["errno"] = .string(errno.name) }
    self.init(Self.reason(of: error), LineText.oneLine("\(error)"), details: details)
  }

  private static func reason(of error: FileError) -> Reason {
    switch error.reason {
    case .system(let errno): reason(of: errno)
    case .cancelled: .cancelled
    case .tooLarge, .tooMany: .limit
    case .changed, .locked: .system
    case .special, .insideItself, .refused: .badArgument
    }
  }

  /// The kind of failure that an error number stands for.
  static func reason(of errno: Errno) -> Reason {
    switch errno {
    case .noSuchFile, .notAFolder: .notFound
    case .exists, .notEmpty: .exists
    case .accessDenied, .notPermitted, .readOnlyFileSystem: .denied
    case .isAFolder, .invalidArgument, .nameTooLong: .badArgument
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    default: .system
    }
  }
}

/// Does file operations, with their errors as failures of the step.
func attempt<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(ActionFailure) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw ActionFailure(error)
  }
}
