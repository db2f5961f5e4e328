import Glibc
import TestKit
import Testing
import Values

@testable import FileSystem

@Suite("The probe for writers")
struct WriterProbeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file that nobody writes has no writer, also while it is read")
  func nobody() throws {
    let path = try folder.write("text", to: "a")
    #expect(WriterProbe.hasWriter(path) == false)
    let reader = try OpenFile(path, .reading)
    #expect(WriterProbe.hasWriter(path) == false)
    withExtendedLifetime(reader.descriptor) {}
  }

  @Test("A file open for writing has a writer until it is closed")
  func writer() throws {
    let path = try folder.write("text", to: "a")
    let writer = try OpenFile(path, .readingAndWriting)
    #expect(WriterProbe.hasWriter(path) == true)
    try writer.writeAll([1])
    close(writer.release())
    // A program that another test is just starting has a copy of the descriptor for a moment.
    var tries = 0
    while WriterProbe.hasWriter(path) == true, tries < 100_000 { tries += 1 }
    #expect(WriterProbe.hasWriter(path) == false)
  }

  @Test("A writer that comes while the probe looks does not end the process by a signal")
  func race() throws {
    let path = try folder.write("text", to: "a")
    let file = try OpenFile(path, .readingWithoutFollowing)
    var refused: Errno?
    let answer = WriterProbe.hasWriter(file) {
      // Without waiting, the open is refused but breaks the lease, for which the kernel sends its signal.
      do throws(Errno) {
        close(try Kernel.open(path.bytes, O_WRONLY | O_NONBLOCK))
      } catch {
        refused = error
      }
    }
    #expect(refused == .wouldBlock)
    #expect(answer == false)
    // The lease is back: writing is possible again.
    let writer = try OpenFile(path, .readingAndWriting)
    try writer.writeAll([1])
  }

  @Test("What is no regular file is not known")
  func others() throws {
    let target = try folder.write("text", to: "a")
    try FileOperations.makeSymbolicLink(folder["link"], to: target)
    let made = unsafe mkfifo(folder["pipe"].text, 0o600)
    #expect(made == 0)
    #expect(WriterProbe.hasWriter(folder["link"]) == nil)
    #expect(WriterProbe.hasWriter(folder["pipe"]) == nil)
    #expect(WriterProbe.hasWriter(folder.path) == nil)
    #expect(WriterProbe.hasWriter(folder["missing"]) == nil)
  }
}
