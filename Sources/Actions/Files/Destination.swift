internal import FileSystem
internal import Values
internal import Workflow

/// Where a moved or copied file is to go.
struct Destination: Sendable, Hashable {
  static let parameters = [
    Parameter(
      "to", .path, required: true,
      """
      The folder to put it into. A path where no folder stands counts as the new place of the \
      file itself if it has the same ending (`report.pdf` to `~/Done/2026-01.pdf`); a slash at \
      its end says that it is a folder in any case.
      """),
    Parameter("name", .text, "Its new name in the folder `to`; it keeps its own otherwise."),
    Parameter(
      "make-folder", .boolean, default: "false",
      "Make the folder, and those above it, where it is missing; otherwise that is an error."),
  ]

  /// What the step says.
  let to: FilePath
  private let isSurelyFolder: Bool
  private let name: [UInt8]?
  let makesFolder: Bool

  init(_ arguments: ArgumentReader) throws(ActionFailure) {
    to = try arguments.path("to")
    isSurelyFolder = try arguments.endsInSlash("to")
    name = arguments.has("name") ? try arguments.fileName("name") : nil
    makesFolder = try arguments.flag("make-folder")
  }

  /// A name in a folder that is there.
  init(folder: FilePath, name: [UInt8]) {
    (to, isSurelyFolder, self.name, makesFolder) = (folder, true, name, false)
  }

  /// The path that a file is to have; looks at the disk.
  func place(of source: FilePath, kind: FileStatus.Kind) throws(FileError) -> FilePath {
    let inFolder = to.appending(name ?? source.name)
    if isSurelyFolder || name != nil { return inFolder }
    let status = try FileStatus.ifPresent(to, followingLinks: true)
    if let status, status.kind == .folder {
      // `to: out/a.txt` for the file `a.txt`, where a folder of that name stands: what was meant
      // is the file itself, so this is a taken name, not an invitation to `out/a.txt/a.txt`.
      return to.name == source.name ? to : inFolder
    }
    return namesFile(like: source, kind: kind) ? to : inFolder
  }

  /// Whether the path has an ending, and the same as the file's.
  private func namesFile(like source: FilePath, kind: FileStatus.Kind) -> Bool {
    let ending = FileEntity.split(to.name).ending
    guard kind != .folder, !ending.isEmpty else { return false }
    return Self.lowercased(ending) == Self.lowercased(FileEntity.split(source.name).ending)
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    FilePath.text(of: Array(bytes)).lowercased()
  }
}
