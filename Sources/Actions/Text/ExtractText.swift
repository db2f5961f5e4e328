internal import FileSystem
internal import Values
package import Workflow

/// Takes the text out of a document: plain text or PDF.
package struct ExtractText: Action {
  package static let schema = ActionSchema(
    keyword: "extract-text",
    summary: "Takes the text out of a document.",
    main: Parameter(
      "file", .file, required: true,
      """
      The document: plain text in UTF-8, UTF-16 or Latin-1, or a PDF (with `pdftotext` of the \
      package poppler-utils). What it is shows from its content, not from its name.
      """),
    parameters: [
      Parameter(
        "layout", .boolean, default: "false",
        "Keep the look of a PDF page with blanks, which helps with tables and columns.")
    ],
    result: .string,
    resultSummary: """
      The text, at most 16 MiB. A PDF that holds only pictures of its pages gives no text, and \
      history shows `empty: true`.
      """,
    effects: [.reads, .programs],
    mayRepeat: true,
    example: """
      - extract-text: ${file}
        save: text
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [PlannedEffect(.reads, "take the text out of \(invocation.shown("file"))")]
  }

  /// A document that was looked at: its text, or that another program has to read it.
  private enum Finding: Sendable {
    case text(String, encoding: String)
    case pdf
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let file = try arguments.path("file")
    let keepsLayout = try arguments.flag("layout")
    let limit = step.limits.extractedText
    let finding = try await step.work(at: file) { _ throws(ActionFailure) in
      try Self.look(at: file, limit: limit)
    }
    switch finding {
    case .text(let text, let encoding):
      return Outcome(
        .string(text),
        details: [
          "kind": .string("text"), "encoding": .string(encoding),
          "empty": .bool(Self.isBlank(text)),
        ])
    case .pdf:
      return try await PDFText(file: file, keepsLayout: keepsLayout).perform(in: step)
    }
  }

  private static func look(at file: FilePath, limit: Int) throws(ActionFailure) -> Finding {
    let kind: ContentKind
    var bytes: [UInt8] = []
    do throws(FileError) {
      kind = ContentKind(of: try OpenFile.start(of: file, count: ContentKind.bytesNeeded))
      if kind == .unknown { bytes = try OpenFile.contents(of: file, limit: limit) }
    } catch {
      throw ActionFailure(error)
    }
    switch kind {
    case .pdf: return .pdf
    case .other(let words): throw noText(file, words)
    case .unknown:
      guard let (text, encoding) = TextEncoding.text(of: bytes) else {
        throw noText(file, "of a kind that is not known")
      }
      return .text(text, encoding: encoding)
    }
  }

  private static func noText(_ file: FilePath, _ words: String) -> ActionFailure {
    ActionFailure(
      .badArgument,
      "No text can be taken out of \(LineText.oneLine(file.text)): it is \(words). "
        + "Plain text and PDF can be read.",
      details: ["path": .string(file.text)])
  }

  /// Whether a text has nothing but blanks.
  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
