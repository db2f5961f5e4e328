/// A path of the file system: bytes, not text.
///
/// Linux names are any bytes but `/` and NUL (path_resolution(7)). As text, each byte that is not
/// part of valid UTF-8 becomes the private-use scalar U+10FF00 + byte, and comes back from it, so
/// that no two names share a text and no name is lost. A true scalar of that range is escaped
/// byte by byte as well.
package struct FilePath: Sendable, Hashable, Comparable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path that a text stands for; turns the escape back into bytes.
  package init(_ text: String) { bytes = Self.bytes(of: text) }

  /// The path as text, with the reversible escape.
  package var text: String { Self.text(of: bytes) }

  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  package var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The last component; empty for `/`.
  package var name: [UInt8] {
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return Array(bytes[start..<end])
  }

  /// The folder that holds this path: `/` for a top-level one, `.` where there is no slash.
  package var parent: FilePath {
    var end = bytes.count
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    while end > 0, bytes[end - 1] != UInt8(ascii: "/") { end -= 1 }
    guard end > 0 else { return FilePath(".") }
    while end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return FilePath(bytes: Array(bytes[..<end]))
  }

  /// This path with one more component.
  package func appending(_ name: [UInt8]) -> FilePath {
    guard !bytes.isEmpty else { return FilePath(bytes: name) }
    var joined = bytes
    joined.reserveCapacity(bytes.count + name.count + 1)
    if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += name
    return FilePath(bytes: joined)
  }

  /// This path with more components, given as text.
  package func appending(_ name: String) -> FilePath { appending(Self.bytes(of: name)) }

  /// Whether this path is the folder itself or lies below it.
  package func isInside(_ folder: FilePath) -> Bool {
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || folder.bytes.last == UInt8(ascii: "/")
      || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }

  /// The part of this path below a folder; nil where it is not below.
  package func relative(to folder: FilePath) -> [UInt8]? {
    guard isInside(folder), bytes.count > folder.bytes.count else { return nil }
    let skip = folder.bytes.last == UInt8(ascii: "/") ? 0 : 1
    return Array(bytes[(folder.bytes.count + skip)...])
  }
}

/// The reversible escape between bytes and text.
extension FilePath {
  private static let escapeBase: UInt32 = 0x10FF00

  /// Text for bytes that are mostly UTF-8.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.contains(escapedScalar: true) {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let length = validLength(bytes, at: index)
      let piece = bytes[index..<index + max(1, length)]
      if length > 0, let text = String(validating: piece, as: UTF8.self),
        !text.contains(escapedScalar: true)
      {
        scalars.append(contentsOf: text.unicodeScalars)
      } else {
        scalars.append(contentsOf: piece.compactMap { Unicode.Scalar(escapeBase + UInt32($0)) })
      }
      index += max(1, length)
    }
    return String(scalars)
  }

  /// The length of the well-formed UTF-8 sequence at an index; 0 where there is none.
  private static func validLength(_ bytes: [UInt8], at index: Int) -> Int {
    let length =
      switch bytes[index] {
      case 0x00...0x7F: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, index + length <= bytes.count,
      String(validating: bytes[index..<index + length], as: UTF8.self) != nil
    else { return 0 }
    return length
  }

  /// The bytes that a text stands for: UTF-8, with escaped bytes turned back.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.contains(escapedScalar: true) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = scalar.escapedByte {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  /// The byte that this scalar stands for under the escape for names.
  package var escapedByte: UInt8? {
    value >= 0x10FF00 && value <= 0x10FFFF ? UInt8(value - 0x10FF00) : nil
  }
}

extension String {
  fileprivate func contains(escapedScalar: Bool) -> Bool {
    // Only four-byte sequences that begin with 0xF4 0x8F can be of that range.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.escapedByte != nil }
  }
}
