internal import CLinux
internal import Glibc
internal import Values

/// Gives a copy the properties of its original: extended attributes, owner, mode and times.
///
/// What can't be kept is named in the result, not an error: the attributes of one file system are
/// often unknown to another. The time of birth and the flags of chattr(1) can't be copied.
enum AttributeCopy {
  /// Copies all properties between open files and gives the names of those that were lost.
  static func run(from source: Int32, status: FileStatus, to target: Int32) -> [String] {
    var lost = copyIdentity(from: source, status: status, to: target)
    let times = [status.accessed.timespec, status.modified.timespec]
    if unsafe futimens(target, times) != 0 { lost.append("times") }
    return lost
  }

  /// Copies all properties but the times and gives the names of those that were lost.
  static func copyIdentity(from source: Int32, status: FileStatus, to target: Int32) -> [String] {
    var lost = copyExtendedAttributes(from: source, to: target)
    let own = try? FileStatus(descriptor: target)
    var mode = status.mode
    if own?.owner != status.owner || own?.group != status.group,
      fchown(target, status.owner, status.group) != 0
    {
      // An ordinary user may still give it another of his groups.
      let hasGroup = own?.group == status.group || fchown(target, uid_t.max, status.group) == 0
      if own?.owner != status.owner { lost.append("owner") }
      if !hasGroup { lost.append("group") }
      // Rights that the old owner granted must not become those of another.
      mode &= 0o1777
    }
    if fchmod(target, mode) != 0 { lost.append("mode") }
    return lost
  }

  /// The longest list of names and the longest value that the kernel has; xattr(7).
  private static let longest = 64 << 10
  /// Labels that the target's own policy sets; they don't belong to the file.
  private static let ofThePolicy: Set = ["security.selinux", "security.ima", "security.evm"]

  private static func copyExtendedAttributes(from source: Int32, to target: Int32) -> [String] {
    var list = [CChar](repeating: 0, count: longest)
    let size = unsafe flistxattr(source, &list, list.count)
    guard size > 0 else { return [] }
    var lost: [String] = []
    for name in list.prefix(size).split(separator: 0) {
      let name = Array(name) + [0]
      let text = FilePath.text(of: name.dropLast().map { UInt8(bitPattern: $0) })
      var value = [UInt8](repeating: 0, count: longest)
      let size = unsafe fgetxattr(source, name, &value, value.count)
      // An attribute that is gone by now is not lost.
      if size < 0, Errno.current == .noData || ofThePolicy.contains(text) { continue }
      let copied = unsafe size < 0 ? -1 : fsetxattr(target, name, value, size, 0)
      if copied != 0, !ofThePolicy.contains(text) { lost.append(text) }
    }
    return lost
  }
}
