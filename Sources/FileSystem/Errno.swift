internal import CLinux
internal import Glibc

/// The number with which the kernel or the C library says why a call failed, as in errno(3).
package struct Errno: Error, Hashable, Sendable {
  package let rawValue: Int32

  /// Wraps a positive error number such as 28 for a full disk.
  package init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The error number that the last failed call left on this thread; read it before anything else is called.
  package static var current: Errno {
    Errno(errno)
  }
}

extension Errno {
  package static let notPermitted = Errno(EPERM)
  package static let noSuchFile = Errno(ENOENT)
  package static let noSuchProcess = Errno(ESRCH)
  package static let interrupted = Errno(EINTR)
  package static let inputOutput = Errno(EIO)
  package static let noSuchDevice = Errno(ENODEV)
  package static let badDescriptor = Errno(EBADF)
  package static let noChildren = Errno(ECHILD)
  package static let wouldBlock = Errno(EAGAIN)
  package static let outOfMemory = Errno(ENOMEM)
  package static let accessDenied = Errno(EACCES)
  package static let busy = Errno(EBUSY)
  package static let exists = Errno(EEXIST)
  package static let otherFileSystem = Errno(EXDEV)
  package static let notAFolder = Errno(ENOTDIR)
  package static let isAFolder = Errno(EISDIR)
  package static let invalidArgument = Errno(EINVAL)
  package static let tooManyOpenFiles = Errno(EMFILE)
  package static let tooManyOpenFilesInSystem = Errno(ENFILE)
  package static let notATerminal = Errno(ENOTTY)
  package static let fileTooLarge = Errno(EFBIG)
  package static let noSpace = Errno(ENOSPC)
  package static let readOnlyFileSystem = Errno(EROFS)
  package static let tooManyLinks = Errno(EMLINK)
  package static let brokenPipe = Errno(EPIPE)
  package static let outOfRange = Errno(ERANGE)
  package static let nameTooLong = Errno(ENAMETOOLONG)
  package static let notSupported = Errno(ENOTSUP)
  package static let noSuchSystemCall = Errno(ENOSYS)
  package static let notEmpty = Errno(ENOTEMPTY)
  package static let tooManySymbolicLinks = Errno(ELOOP)
  package static let noData = Errno(ENODATA)
  package static let timedOut = Errno(ETIMEDOUT)
  package static let noBuffers = Errno(ENOBUFS)
  package static let connectionRefused = Errno(ECONNREFUSED)
  package static let connectionReset = Errno(ECONNRESET)
  package static let notConnected = Errno(ENOTCONN)
  package static let alreadyInProgress = Errno(EALREADY)
  package static let inProgress = Errno(EINPROGRESS)
  package static let cancelled = Errno(ECANCELED)
  package static let quotaExceeded = Errno(EDQUOT)
  package static let staleHandle = Errno(ESTALE)
  package static let textFileBusy = Errno(ETXTBSY)
  package static let messageTooLong = Errno(EMSGSIZE)
  package static let badMessage = Errno(EBADMSG)
}

extension Errno: CustomStringConvertible {
  /// The symbol of the error such as `ENOSPC`, or `error 4711` for a number the C library does not know.
  package var name: String {
    // strerrorname_np(3) gives a static text, or nil for an unknown number.
    guard let text = unsafe strerrorname_np(rawValue) else { return "error \(rawValue)" }
    return unsafe String(cString: text)
  }

  /// The meaning in plain English such as `No space left on device`, without the symbol.
  package var explanation: String {
    guard let text = unsafe strerrordesc_np(rawValue) else { return "Unknown error" }
    return unsafe String(cString: text)
  }

  /// The meaning with the symbol, such as `No space left on device (ENOSPC)`.
  package var description: String {
    "\(explanation) (\(name))"
  }
}
