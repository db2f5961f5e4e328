import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("The identity of a file system")
struct FileSystemIdentityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("It is the same for all paths of one file system and differs between two")
  func sameAndDifferent() throws {
    let file = try folder.write("text", to: "a/b/c")
    let first = try FileSystemIdentity(of: folder.path)
    #expect(try FileSystemIdentity(of: file) == first)
    #expect(try FileSystemIdentity(of: FilePath("/proc")) != first)
  }

  @Test("A link from a UUID to the device gives the UUID")
  func uuid() throws {
    // Any device file serves: the path is a device of its own file system only in the table's eyes.
    let links = try folder.makeFolder("by-uuid")
    try FileOperations.makeSymbolicLink(links.appending("1234-ABCD"), to: FilePath("/dev/null"))
    try FileOperations.makeSymbolicLink(links.appending("dangling"), to: FilePath("/missing"))
    let null = try FileStatus(of: FilePath("/dev/null"))
    #expect(
      FileSystemIdentity.uuid(of: null.representedDevice, in: links) == "1234-ABCD")
    #expect(FileSystemIdentity.uuid(of: null.representedDevice + 1, in: links) == nil)
  }

  @Test("Without links the kernel's number or the source stands for it")
  func fallback() throws {
    let real = try FileOperations.realPath(folder.path)
    let mounts = MountTable(parsing: Array("1 0 0:1 /part / rw - ext4 /dev/sdx1 rw".utf8))
    let identity = try FileSystemIdentity(
      ofReal: real, mounts: mounts, links: folder["missing"])
    #expect(identity.text.hasPrefix("fsid:ext4:") || identity.text.hasPrefix("source:ext4:"))
    #expect(identity.text.hasSuffix(":/part"))
    let proc = try FileSystemIdentity(
      ofReal: FilePath("/proc"), mounts: try MountTable.current(), links: folder["missing"])
    #expect(proc.text.contains(":proc:"))
  }

  @Test("A path that does not exist is an error that names it")
  func missing() throws {
    let error = try #require(throws: FileError.self) {
      try FileSystemIdentity(of: folder["missing"])
    }
    #expect(error.errno == .noSuchFile)
    #expect(error.description.contains("missing"))
  }
}
