internal import Glibc

/// Reads the files beside the tests.
enum Fixture {
  /// The bytes of a file in `Fixtures`; an empty list where it can't be read, which fails the test.
  static func bytes(_ name: String, file: String = #filePath) -> [UInt8] {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let descriptor = unsafe open("/\(folder)/Fixtures/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }
}
