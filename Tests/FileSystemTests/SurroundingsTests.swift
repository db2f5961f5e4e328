import FileSystem
import TestKit
import Testing
import Values

@Suite("The surroundings of a process")
struct SurroundingsTests {
  @Test("Folders come from the variables, else from the home")
  func folders() {
    let set = Environment([
      "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative", "XDG_RUNTIME_DIR": "/r",
    ])
    #expect(set.home == FilePath("/h"))
    #expect(set.configFolder == FilePath("/c"))
    #expect(set.stateFolder == FilePath("/h/.local/state"), "a relative path counts as not set")
    #expect(set.dataFolder == FilePath("/h/.local/share"))
    #expect(set.cacheFolder == FilePath("/h/.cache"))
    #expect(set.runtimeFolder == FilePath("/r"))
    #expect(Environment([:]).runtimeFolder == nil)
    #expect(Environment([:]).home.isAbsolute)
  }

  @Test("A tilde at the start stands for the home")
  func tilde() {
    let environment = Environment(["HOME": "/h"])
    func expanded(_ path: String) -> String { environment.expandingTilde(FilePath(path)).text }
    #expect(expanded("~") == "/h")
    #expect(expanded("~/a") == "/h/a")
    #expect(expanded("~other/a") == "~other/a")
    #expect(expanded("/a/~") == "/a/~")
    #expect(expanded("") == "")
  }

  @Test("Values that are no UTF-8 keep their bytes, and the first of a name counts")
  func bytes() {
    let environment = Environment(raw: [
      Array("A=".utf8) + [0xFF], Array("A=2".utf8), Array("EMPTY=".utf8), Array("nonsense".utf8),
    ])
    #expect(environment.bytes("A") == [0xFF])
    #expect(environment.variables.count == 2)
    #expect(environment.variables["A"].map { FilePath.bytes(of: $0) } == [0xFF])
    #expect(environment.text("EMPTY") == "")
    #expect(environment.text("nonsense") == nil)
  }

  @Test("The process's own variables are read")
  func current() {
    #expect(Environment.current.text("PATH")?.isEmpty == false)
    #expect(CurrentProcess.identifier > 0)
    #expect(!CurrentProcess.hostName.isEmpty)
  }

  @Test("Clocks go forward, and the local time is the same instant")
  func clocks() {
    let before = WallClock.monotonic()
    let now = WallClock.now()
    #expect(WallClock.monotonic() >= before)
    #expect(WallClock.sinceBoot() >= before)
    let local = LocalTime(now)
    let seconds = (local.hour * 60 + local.minute) * 60 + local.second
    let ofDay = Int(now.seconds) + local.offset
    #expect(ofDay - ofDay / 86_400 * 86_400 == seconds)
    #expect(local.dateText.utf8.count == 10 && local.timeText.utf8.count == 8)
    #expect((0...6).contains(local.weekday) && local.year > 2000)
  }

  @Test("Error numbers explain themselves")
  func errors() {
    #expect(Errno.noSpace.description == "No space left on device (ENOSPC)")
    #expect(Errno(4711).description == "Unknown error (error 4711)")
    let error = FileError(
      .system(.noSpace), "copy", FilePath("/a"), to: FilePath("/b"))
    #expect(
      error.description
        == "can't copy /a to /b: No space left on device (ENOSPC); free space on its file system")
  }
}
