package import Values

/// The mounts that this process sees, as /proc/self/mountinfo lists them; proc_pid_mountinfo(5).
package struct MountTable: Hashable, Sendable {
  /// One mounted file system.
  package struct Mount: Hashable, Sendable {
    package let id: Int
    package let parent: Int
    package let device: DeviceNumber
    /// The folder of the file system that is mounted: `/` unless only a part of it is.
    package let root: FilePath
    package let mountPoint: FilePath
    /// Options of this mount such as `ro` and `nosuid`.
    package let options: [String]
    /// The type such as `ext4` or `fuse.sshfs`.
    package let type: String
    /// What is mounted, byte for byte: a device's path, a server's address or just a word.
    package let source: [UInt8]
    /// Options of the file system, whichever way it is mounted.
    package let superOptions: [String]

    /// Whether nothing can be written here.
    package var isReadOnly: Bool { options.contains("ro") || superOptions.contains("ro") }
  }

  /// The mounts in the order of the list; a later one covers an earlier one at the same place.
  package let mounts: [Mount]

  /// The largest list that is read: 16 MiB, about a hundred thousand mounts.
  package static let largestList = 16 << 20

  /// Reads the table as it is now.
  package static func current() throws(FileError) -> MountTable {
    let file = try OpenFile(FilePath("/proc/self/mountinfo"), .reading)
    return MountTable(parsing: try file.readAll(limit: largestList))
  }

  /// Understands a list; lines that are no mounts are left out.
  package init(parsing list: [UInt8]) {
    mounts = list.split(separator: UInt8(ascii: "\n")).compactMap(Mount.init(line:))
  }

  /// The mount that holds a path without links in it, as realpath(3) gives it.
  package func mount(containing path: FilePath) -> Mount? {
    var best: Mount?
    for mount in mounts where path.isInside(mount.mountPoint) {
      if let found = best, found.mountPoint.bytes.count > mount.mountPoint.bytes.count { continue }
      best = mount
    }
    return best
  }

  /// The mount that is seen at a place.
  package func mount(at mountPoint: FilePath) -> Mount? {
    mounts.last { $0.mountPoint == mountPoint }
  }
}

extension MountTable.Mount {
  /// Understands one line: six fields, any number of optional ones, a hyphen, three more.
  init?(line: ArraySlice<UInt8>) {
    // An empty source leaves two blanks in a row, so that empty fields count.
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count >= 9,
      let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }),
      fields.count > hyphen + 2,
      let id = Self.number(fields[0]), let parent = Self.number(fields[1])
    else { return nil }
    let device = fields[2].split(separator: UInt8(ascii: ":"))
    guard device.count == 2, let major = Self.number(device[0]), let minor = Self.number(device[1])
    else { return nil }
    self.id = id
    self.parent = parent
    self.device = DeviceNumber(
      major: UInt32(clamping: major), minor: UInt32(clamping: minor))
    root = FilePath(bytes: Self.decoded(fields[3]))
    mountPoint = FilePath(bytes: Self.decoded(fields[4]))
    options = Self.list(fields[5])
    type = FilePath.text(of: Self.decoded(fields[hyphen + 1]))
    source = Self.decoded(fields[hyphen + 2])
    superOptions = fields.count > hyphen + 3 ? Self.list(fields[hyphen + 3]) : []
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  private static func list(_ field: ArraySlice<UInt8>) -> [String] {
    field.split(separator: UInt8(ascii: ",")).map { FilePath.text(of: decoded($0)) }
  }

  /// Turns `\` and three octal digits back into a byte, once: what comes out is not looked at again.
  static func decoded(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let decoded = octal(rest.prefix(3)) {
        bytes.append(decoded)
        rest.removeFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
    return UInt8(exactly: value)
  }
}
