/// What a document is, as its first bytes tell; names and endings are not asked.
enum ContentKind: Sendable, Hashable {
  case pdf
  /// A kind that is surely no text, in words with an article.
  case other(String)
  /// Text, or something that is not known.
  case unknown

  /// How many bytes at the start of a file are looked at: readers of PDF allow for as much before the mark.
  static let bytesNeeded = 1024

  private static let pdfMark = Array("%PDF-".utf8)

  private static let marks: [(mark: [UInt8], words: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or an office document"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an office document of the old kind"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("GIF8".utf8), "a GIF picture"),
    (Array("RIFF".utf8), "a sound, film or picture"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive"),
    (Array("SQLite format 3".utf8), "a database"),
  ]

  /// The kind of a document that begins with these bytes.
  init(of start: [UInt8]) {
    if let known = Self.marks.first(where: { start.starts(with: $0.mark) }) {
      self = .other(known.words)
    } else if Self.position(of: Self.pdfMark, in: start.prefix(Self.bytesNeeded)) != nil {
      self = .pdf
    } else {
      self = .unknown
    }
  }

  private static func position(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: mark) }
  }
}
