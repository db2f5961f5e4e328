package import FileSystem
package import Values

/// Why a program was not started.
package struct SpawnError: Error, Hashable, Sendable {
  package enum Reason: Sendable, Hashable {
    /// No folder of the `PATH` has a program of that name; holds the `PATH` that was searched.
    case notInPath(String)
    /// There is no file with that path.
    case noSuchProgram
    /// The file is there, but the interpreter that its first line names is not.
    case noInterpreter
    /// The file may not be executed.
    case notExecutable
    /// It can't start in the folder that it was told to.
    case badFolder(FilePath)
    /// Arguments and environment are larger than the kernel takes.
    case argumentsTooLarge
    /// A path, an argument or a variable holds a NUL byte.
    case holdsNUL
    /// The machine or the user is out of descriptors, processes or memory.
    case noResources
    /// The task was cancelled before.
    case cancelled
    /// Anything else, which the cause names.
    case other
  }

  package let reason: Reason
  package let program: FilePath
  package let cause: Errno

  package init(_ reason: Reason, program: FilePath, cause: Errno) {
    self.reason = reason
    self.program = program
    self.cause = cause
  }
}

extension SpawnError: CustomStringConvertible {
  /// What failed and what to do.
  package var description: String {
    let name = "`\(program.text)`"
    return switch reason {
    case .notInPath(let path):
      "There is no program \(name) in PATH (\(path)): install it, or give its full path."
    case .noSuchProgram:
      "There is no program \(name): install it, or correct the path."
    case .noInterpreter:
      "\(name) can't start: the interpreter that its first line names is not there."
    case .notExecutable:
      "\(name) may not be executed: make it a program with `chmod +x`. \(cause)"
    case .badFolder(let folder):
      "\(name) can't start in the folder `\(folder.text)`: \(cause)"
    case .argumentsTooLarge:
      "\(name) was given more arguments and environment than the kernel takes: pass large text as input. \(cause)"
    case .holdsNUL:
      "\(name) can't be started with a NUL byte in its path, arguments or environment."
    case .noResources:
      "\(name) can't be started now: \(cause)"
    case .cancelled:
      "\(name) was not started, for its run was cancelled."
    case .other:
      "\(name) can't be started: \(cause)"
    }
  }
}
