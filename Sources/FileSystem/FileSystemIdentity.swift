internal import CLinux
internal import Glibc
package import Values

/// Which file system a path is on, as a text that stays the same over restarts and replugging.
///
/// The best is its UUID, found without rights by the links that udev keeps in /dev/disk/by-uuid.
/// A copy of a whole disk has the UUID of the original: the two can't be told apart. Where there
/// is none, the kernel's own number from statfs(2) is taken, which on a disk comes from the UUID
/// as well but on tmpfs is new with each mount; where that is 0, what is mounted, such as a server's address.
package struct FileSystemIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The identity, such as `uuid:0c5f…`, `fsid:ext4:1f…:/` or `source:nfs4:server:/home:/`.
  package let text: String

  /// Takes an identity that was kept.
  package init(text: String) { self.text = text }

  package var description: String { text }

  /// Finds the identity for a path, which has to exist; links are followed.
  package init(of path: FilePath) throws(FileError) {
    let real = try FileOperations.realPath(path)
    try self.init(
      ofReal: real, mounts: try MountTable.current(), links: FilePath("/dev/disk/by-uuid"))
  }

  /// Finds the identity with a given table and a given folder of links, for tests.
  init(ofReal path: FilePath, mounts: MountTable, links: FilePath) throws(FileError) {
    let status = try FileStatus(of: path)
    let mount = mounts.mount(containing: path)
    // btrfs and its like give each volume a made-up device number; there the mount's source is the device.
    let device =
      DeviceNumber(status.device).major == 0
      ? mount.flatMap(Self.deviceOfSource) : status.device
    if let device, let uuid = Self.uuid(of: device, in: links) {
      text = "uuid:\(uuid)"
      return
    }
    let root = mount?.root.text ?? "/"
    let type = mount?.type ?? "unknown"
    if let number = Self.number(of: path), number != 0 {
      text = "fsid:\(type):\(String(number, radix: 16)):\(root)"
    } else {
      text = "source:\(type):\(FilePath.text(of: mount?.source ?? [])):\(root)"
    }
  }

  private static func deviceOfSource(_ mount: MountTable.Mount) -> UInt64? {
    let source = FilePath(bytes: mount.source)
    guard source.isAbsolute, let status = try? FileStatus(of: source, followingLinks: true),
      status.kind == .blockDevice
    else { return nil }
    return status.representedDevice
  }

  /// Finds the link that leads to a device; its name is the UUID.
  static func uuid(of device: UInt64, in links: FilePath) -> String? {
    guard let listing = try? DirectoryListing(of: links, limit: mostLinks) else { return nil }
    // Sorted, so that of two links to one device always the same is taken.
    for name in listing.entries.map(\.name).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let status = try? FileStatus(of: links.appending(name), followingLinks: true)
      if status?.representedDevice == device { return FilePath.text(of: name) }
    }
    return nil
  }

  /// How many links are looked at.
  private static let mostLinks = 10_000

  private static func number(of path: FilePath) -> UInt64? {
    var number: UInt64 = 0
    let result = unsafe try? Kernel.withPath(path.bytes) { unsafe hob_fsid($0, &number) }
    return result == nil ? nil : number
  }
}
