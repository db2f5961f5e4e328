package import Values

/// A file operation that failed: what was tried, on which path, and why.
package struct FileError: Error, Hashable, Sendable {
  /// Why it failed.
  package enum Reason: Error, Hashable, Sendable {
    /// The kernel refused.
    case system(Errno)
    /// The caller asked to stop; what was begun has been taken back.
    case cancelled
    /// More bytes than the limit.
    case tooLarge(limit: Int)
    /// More entries, tries or levels than the limit.
    case tooMany(limit: Int)
    /// The source changed or is being written while it is copied; nothing of it has been removed.
    case changed
    /// Neither a regular file nor a folder nor a symbolic link.
    case special(FileStatus.Kind)
    /// A folder can't go into itself.
    case insideItself
    /// The lock is held by another process.
    case locked
    /// The file is not what it has to be, in words.
    case refused(String)
  }

  package let reason: Reason
  /// What was tried as a verb phrase such as `open` or `make the folder`.
  package let action: String
  package let path: FilePath
  /// The second path, where there are two.
  package let target: FilePath?

  package init(_ reason: Reason, _ action: String, _ path: FilePath, to target: FilePath? = nil) {
    self.reason = reason
    self.action = action
    self.path = path
    self.target = target
  }

  init(_ errno: Errno, _ action: String, _ path: FilePath, to target: FilePath? = nil) {
    self.init(.system(errno), action, path, to: target)
  }

  /// The error number, where it was the kernel that refused.
  ///
  /// Never inlined: the optimizer of Swift 6.3.1 stops where this is looked at and the error thrown on.
  @inline(never)
  package var errno: Errno? {
    if case .system(let errno) = reason { errno } else { nil }
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    let second = target.map { " to \($0.text)" } ?? ""
    return "can't \(action) \(path.text)\(second): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .system(let errno):
      if let advice = Self.advice(errno) { "\(errno); \(advice)" } else { "\(errno)" }
    case .cancelled: "cancelled"
    case .tooLarge(let limit): "it is larger than the limit of \(limit) bytes"
    case .tooMany(let limit): "it goes over the limit of \(limit)"
    case .changed: "it changed meanwhile; it was left where it is, try again when nothing writes it"
    case .special(let kind): "it is a \(kind.words), which has no content to copy"
    case .insideItself: "a folder can't be put into itself"
    case .locked: "another program holds its lock"
    case .refused(let words): words
    }
  }

  private static func advice(_ errno: Errno) -> String? {
    switch errno {
    case .noSpace: "free space on its file system"
    case .quotaExceeded: "free space, the user's quota is used up"
    case .accessDenied: "check its permissions and those of its folders"
    case .readOnlyFileSystem: "mount it for writing"
    case .tooManyOpenFiles: "raise the limit of open files"
    default: nil
    }
  }
}
