/// Small PDF documents of one page, made by hand (ISO 32000-1), for tests and the demonstration.
package enum SamplePDF {
  /// A page with lines of text in Latin-1, in order from the top; other characters become `?`.
  package static func make(lines: [String]) -> [UInt8] {
    var content = "BT\n/F1 12 Tf\n14 TL\n72 770 Td\n"
    for line in lines { content += "(\(escaped(line))) Tj\nT*\n" }
    content += "ET"
    return document(content: latin1(content))
  }

  /// A page that is blank, as a scanned one is to a reader of text.
  package static func blank() -> [UInt8] { document(content: []) }

  private static func document(content: [UInt8]) -> [UInt8] {
    let objects: [[UInt8]] = [
      latin1("<< /Type /Catalog /Pages 2 0 R >>"),
      latin1("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
      latin1(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
          + "/Resources << /Font << /F1 5 0 R >> >> >>"),
      latin1("<< /Length \(content.count) >>\nstream\n") + content + latin1("\nendstream"),
      latin1(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
    ]
    // Four bytes over 127 tell programs that this is no plain text.
    var bytes = latin1("%PDF-1.4\n%") + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(bytes.count)
      bytes += latin1("\(index + 1) 0 obj\n") + object + latin1("\nendobj\n")
    }
    let table = bytes.count
    bytes += latin1("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n")
    for offset in offsets { bytes += latin1(tenDigits(offset) + " 00000 n \n") }
    bytes += latin1("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n")
    return bytes + latin1("startxref\n\(table)\n%%EOF\n")
  }

  /// Text as it stands between the brackets of a string.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "(" || character == ")" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }

  private static func tenDigits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }
}
