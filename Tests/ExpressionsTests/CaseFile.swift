import FileSystem
import Testing
import Values

/// Files that tests read: the conformance cases, which are not part of the project, and pages of docs.
enum CaseFile {
  static let skipped: Comment =
    "SKIPPED: no conformance cases; set HOB_CEL_CASES or put them at ../shared/cel/cases.jsonl"

  static let text: String? = {
    let path =
      Environment.current.path("HOB_CEL_CASES") ?? root.appending("../shared/cel/cases.jsonl")
    return bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }()

  /// The folder of the package.
  static let root = FilePath(#filePath).parent.parent.parent

  static func bytes(_ path: FilePath) -> [UInt8]? {
    try? OpenFile.contents(of: path, limit: 16 * 1024 * 1024)
  }
}
