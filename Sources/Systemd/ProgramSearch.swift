internal import CLinux
internal import FileSystem
internal import Glibc
internal import Values

/// Finds the file of a program by the rules of execvp(3).
///
/// We search before the start, in the `PATH` that the program will have: the C library's own search
/// takes ours, and tries each folder in the child.
struct ProgramSearch {
  private let program: FilePath
  private let searchPath: [UInt8]
  private let workingFolder: FilePath?

  private static let variable = Array("PATH=".utf8)
  /// What the C library takes where there is no `PATH` (confstr(3), _CS_PATH).
  private static let standardPath = Array("/bin:/usr/bin".utf8)

  init(_ command: ChildProcess.Command) {
    program = command.program
    workingFolder = command.workingFolder
    searchPath =
      command.environment.first { $0.starts(with: Self.variable) }
      .map { Array($0.dropFirst(Self.variable.count)) } ?? Self.standardPath
  }

  /// The path to execute; one with a slash is taken as it is.
  func path() throws(SpawnError) -> [UInt8] {
    guard !program.bytes.contains(UInt8(ascii: "/")) else { return program.bytes }
    guard !program.bytes.isEmpty else {
      throw SpawnError(.noSuchProgram, program: program, cause: .noSuchFile)
    }
    var wasDenied = false
    for folder in searchPath.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      let candidate = FilePath(bytes: Array(folder)).appending(program.bytes).bytes
      switch Self.kind(of: seenFromHere(candidate)) {
      case .program: return candidate
      case .refused: wasDenied = true
      case .missing: continue
      }
    }
    if wasDenied { throw SpawnError(.notExecutable, program: program, cause: .accessDenied) }
    throw SpawnError(
      .notInPath(FilePath.text(of: searchPath)), program: program, cause: .noSuchFile)
  }

  /// A path relative to the program's working folder, as one that we can look at.
  private func seenFromHere(_ path: [UInt8]) -> [UInt8] {
    guard let workingFolder, path.first != UInt8(ascii: "/") else { return path }
    return workingFolder.appending(path).bytes
  }

  private enum Kind { case program, refused, missing }

  private static func kind(of path: [UInt8]) -> Kind {
    unsafe (path + [0]).withUnsafeBytes { bytes in
      let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
      guard let name = unsafe name else { return .missing }
      guard unsafe access(name, X_OK) == 0 else { return errno == EACCES ? .refused : .missing }
      var status = stat()
      guard unsafe stat(name, &status) == 0 else { return .missing }
      return status.st_mode & S_IFMT == S_IFREG ? .program : .missing
    }
  }

  /// Whether a program's file is there, so that "not found" must mean its interpreter.
  static func exists(_ path: [UInt8], in workingFolder: FilePath?) -> Bool {
    let isAbsolute = path.first == UInt8(ascii: "/")
    let seen = isAbsolute ? path : (workingFolder?.appending(path).bytes ?? path)
    return kind(of: seen) != .missing
  }
}
