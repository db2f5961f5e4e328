import FileSystem
import Testing
import Values

@Suite("The mount table")
struct MountTableTests {
  /// The list as the kernel writes it, and what it means, both from the field.
  private static let list = """
    801 29 8:113 / /run/media/u/My\\040Disk rw,nosuid,nodev shared:801 - exfat /dev/sdx1 rw
    802 29 8:114 / /run/media/u/Tab\\011here rw,nosuid,nodev shared:802 - ext4 /dev/sdx2 rw
    803 29 8:115 / /run/media/u/two\\012lines rw,nosuid,nodev shared:803 - ext4 /dev/sdx3 rw
    804 29 8:116 / /run/media/u/a\\134040b rw,nosuid,nodev shared:804 - ext4 /dev/sdx4 rw
    805 29 8:117 / /run/media/u/back\\134slash rw,nosuid,nodev shared:805 - ext4 /dev/sdx5 rw
    806 29 8:118 / /run/media/u/Grün\\0402 rw,nosuid,nodev shared:806 - exfat /dev/sdx6 rw
    807 29 0:71 / /run/media/u/hash#in rw,nosuid shared:807 - fuse.sshfs host:/exports/a\\043b rw
    808 29 8:119 / /run/media/u/dash\\040-\\040dash rw,nosuid shared:808 - ext4 /dev/sdx7 rw
    809 29 8:120 / /run/media/u/no-optional-fields rw,relatime - ext4 /dev/sdx8 rw
    810 29 8:121 /sub /run/media/u/many ro shared:5 master:6 propagate_from:2 - ext4 /dev/sdx9 rw
    """

  private struct Expected: Sendable {
    let id: Int
    let mountPoint: String
    let source: String
    let type: String
  }

  private static let expected = [
    Expected(id: 801, mountPoint: "/run/media/u/My Disk", source: "/dev/sdx1", type: "exfat"),
    Expected(id: 802, mountPoint: "/run/media/u/Tab\there", source: "/dev/sdx2", type: "ext4"),
    Expected(id: 803, mountPoint: "/run/media/u/two\nlines", source: "/dev/sdx3", type: "ext4"),
    Expected(id: 804, mountPoint: "/run/media/u/a\\040b", source: "/dev/sdx4", type: "ext4"),
    Expected(id: 805, mountPoint: "/run/media/u/back\\slash", source: "/dev/sdx5", type: "ext4"),
    Expected(id: 806, mountPoint: "/run/media/u/Grün 2", source: "/dev/sdx6", type: "exfat"),
    Expected(
      id: 807, mountPoint: "/run/media/u/hash#in", source: "host:/exports/a#b",
      type: "fuse.sshfs"),
    Expected(id: 808, mountPoint: "/run/media/u/dash - dash", source: "/dev/sdx7", type: "ext4"),
    Expected(
      id: 809, mountPoint: "/run/media/u/no-optional-fields", source: "/dev/sdx8", type: "ext4"),
    Expected(id: 810, mountPoint: "/run/media/u/many", source: "/dev/sdx9", type: "ext4"),
  ]

  @Test("Blanks and other escapes in a line are decoded once, byte for byte", arguments: expected)
  private func escapes(_ expected: Expected) throws {
    let table = MountTable(parsing: Array(Self.list.utf8))
    #expect(table.mounts.count == Self.expected.count)
    let mount = try #require(table.mounts.first { $0.id == expected.id })
    #expect(mount.mountPoint == FilePath(expected.mountPoint))
    #expect(mount.source == Array(expected.source.utf8))
    #expect(mount.type == expected.type)
  }

  @Test("A line tells device, root and whether it is read-only")
  func fields() throws {
    let table = MountTable(parsing: Array(Self.list.utf8))
    let last = try #require(table.mounts.last)
    #expect(last.device == DeviceNumber(major: 8, minor: 121))
    #expect(last.root == FilePath("/sub"))
    #expect(last.isReadOnly)
    #expect(!table.mounts[0].isReadOnly)
  }

  @Test(
    "Lines that are no mounts are left out",
    arguments: ["", "x", "1 2 8:1 / / rw shared:1", "1 2 8 / / rw - ext4 /dev/sda rw", "\u{0}"])
  func nonsense(line: String) {
    #expect(MountTable(parsing: Array((line + "\n").utf8)).mounts.isEmpty)
  }

  @Test("An empty source and bytes that are no UTF-8 pass through")
  func oddBytes() throws {
    let line = Array("5 1 0:9 / /m".utf8) + [0xFF] + Array(" rw - tmpfs  rw".utf8)
    let mount = try #require(MountTable(parsing: line).mounts.first)
    #expect(mount.source.isEmpty)
    #expect(mount.mountPoint.bytes == Array("/m".utf8) + [0xFF])
  }

  @Test("The mount of a path is the deepest one, and of two at one place the later")
  func containing() throws {
    let table = MountTable(
      parsing: Array(
        """
        1 0 8:1 / / rw - ext4 /dev/a rw
        2 1 8:2 / /home rw - ext4 /dev/b rw
        3 2 8:3 / /home rw - ext4 /dev/c rw
        4 1 8:4 / /homer rw - ext4 /dev/d rw
        """.utf8))
    #expect(table.mount(containing: FilePath("/home/x"))?.id == 3)
    #expect(table.mount(containing: FilePath("/home"))?.id == 3)
    #expect(table.mount(containing: FilePath("/homer"))?.id == 4)
    #expect(table.mount(containing: FilePath("/etc"))?.id == 1)
    #expect(table.mount(at: FilePath("/home"))?.id == 3)
  }

  @Test("The machine's own table names the mount of the root")
  func real() throws {
    let table = try MountTable.current()
    let root = try #require(table.mount(at: FilePath("/")))
    let status = try FileStatus(of: FilePath("/"))
    #expect(root.device == DeviceNumber(status.device))
  }
}
