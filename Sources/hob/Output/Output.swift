import Diagnostics
import FileSystem
import Terminal
import Values

/// What goes to standard output: gathered, and written in large pieces.
final class Output {
  private static let pieceSize = 64 << 10

  let paint: Paint
  /// The columns of the terminal; nil where the output goes elsewhere and is not cut.
  let width: Int?
  let signs: Tree.Signs
  private var buffer: [UInt8] = []
  /// Why the output could not be written, the first time that happened.
  private(set) var failure: FileError?

  init(_ options: GlobalOptions, _ environment: Environment) {
    paint = Paint(options.color, on: .output, environment: environment)
    width = StandardStream.output.isTerminal ? StandardStream.output.terminalWidth ?? 80 : nil
    signs = width == nil || environment.saysUTF8 ? .unicode : .ascii
  }

  /// Adds a line as it is; text from elsewhere must have been made printable.
  func line(_ text: String = "") {
    buffer += text.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.pieceSize { flush() }
  }

  /// Adds text that ends its own lines.
  func text(_ text: String) {
    buffer += text.utf8
    if buffer.count >= Self.pieceSize { flush() }
  }

  /// Adds a line of JSON.
  func json(_ value: Value) { line(JSON.encode(value)) }

  func table(_ table: Table) {
    for line in table.lines(width: width, paint: paint) { self.line(line) }
  }

  func list(_ list: DefinitionList) {
    for line in list.lines(width: width, paint: paint) { self.line(line) }
  }

  /// Writes what was gathered.
  func flush() {
    guard !buffer.isEmpty, failure == nil else { return }
    do throws(FileError) {
      try StandardStream.output.write(bytes: buffer)
    } catch {
      failure = error
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// What goes to standard error, at once.
struct ErrorOutput {
  let paint: Paint

  init(_ color: Paint.Choice) {
    paint = Paint(color, on: .error, environment: .current)
  }

  func tell(_ failure: Failure) {
    var text = paint.bold("hob:") + " " + paint.red(Printable.text(failure.message)) + "\n"
    if let help = failure.help { text += "  " + Printable.text(help) + "\n" }
    // There is nowhere left to tell that this failed.
    try? StandardStream.error.write(text)
  }

  /// A remark that is no failure.
  func note(_ text: String) {
    try? StandardStream.error.write(paint.dim("hob: " + Printable.text(text)) + "\n")
  }
}

extension Environment {
  /// Whether the locale's characters are UTF-8; locale(7).
  fileprivate var saysUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { text($0) }
    guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}
