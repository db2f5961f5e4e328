import FileSystem
import TestKit
import Testing
import Values

/// Two folders on different file systems, so that a rename between them fails with EXDEV.
struct TwoFileSystems {
  let near: TemporaryFolder
  let far: TemporaryFolder

  private static let memory = FilePath("/dev/shm")

  /// Whether the machine has two file systems that anyone may write to.
  static let areThere: Bool = {
    guard let first = try? FileStatus(of: Environment.current.temporaryFolder),
      let second = try? FileStatus(of: memory)
    else { return false }
    return first.device != second.device && (try? TemporaryFolder(in: memory)) != nil
  }()

  static let reason: Comment = "the temporary folder and /dev/shm are on one file system"

  init() throws {
    near = try TemporaryFolder()
    far = try TemporaryFolder(in: Self.memory)
  }
}

/// Which way a transfer goes, as an argument of tests.
enum Way: String, CaseIterable, Sendable {
  case withinOneFileSystem, betweenTwo

  /// The ways that this machine has.
  static var available: [Way] { TwoFileSystems.areThere ? allCases : [.withinOneFileSystem] }

  func folders() throws -> (source: TemporaryFolder, target: TemporaryFolder) {
    switch self {
    case .withinOneFileSystem: (try TemporaryFolder(), try TemporaryFolder())
    case .betweenTwo: (try TwoFileSystems().near, try TwoFileSystems().far)
    }
  }
}
