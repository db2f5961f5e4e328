package import FileSystem
package import Values

/// A look at the watched folder itself: whether it is there, and which one it is.
package struct RootLook: Sendable {
  package enum Finding: Sendable {
    case folder(Place)
    /// It isn't there; this is the nearest folder above that is, and the name that is missing in it.
    case missing(above: FilePath, name: [UInt8])
    case notAFolder
    case unreachable(Errno)
  }

  package struct Place: Sendable, Hashable {
    /// The path with all links resolved.
    package let real: FilePath
    package let device: UInt64
    package let inode: UInt64
    /// Whether the last component of the path is a link, which may come to lead elsewhere.
    package let isLink: Bool
  }

  let path: FilePath

  func take() -> Finding {
    do throws(FileError) {
      let status = try FileStatus(of: path, followingLinks: true)
      guard status.kind == .folder else { return .notAFolder }
      let real = try FileOperations.realPath(path)
      let isLink = try FileStatus(of: path).kind == .link
      return .folder(Place(real: real, device: status.device, inode: status.inode, isLink: isLink))
    } catch {
      switch error.errno {
      case .noSuchFile?, .notAFolder?: return nearest()
      case let errno: return .unreachable(errno ?? .inputOutput)
      }
    }
  }

  /// Goes up until there is something.
  private func nearest() -> Finding {
    var missing = path
    while missing.parent != missing {
      let above = missing.parent
      if let status = try? FileStatus(of: above, followingLinks: true) {
        return status.kind == .folder ? .missing(above: above, name: missing.name) : .notAFolder
      }
      missing = above
    }
    return .missing(above: FilePath("/"), name: missing.name)
  }
}
