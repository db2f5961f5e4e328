internal import Values

/// Bytes as they stand in addresses and notes of the trash (RFC 3986).
enum PercentEncoding {
  /// The bytes as text; all but letters, digits, `/` and `-._~` become `%` and two digits.
  static func encode(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~":
        text.unicodeScalars.append(scalar)
      case _:
        text += "%" + hexadecimal(byte, 2).uppercased()
      }
    }
    return text
  }
}
