import FileSystem
import Terminal
import Values

/// `hob generate`: the documents that are made from the program itself, for `scripts/docs`.
enum GenerateDocuments: Verb {
  static let section = VerbSection.helping

  private enum Kind: String, CaseIterable {
    case docs, man, schema, completions

    var files: [GeneratedFile] {
      switch self {
      case .docs: ReferencePages.files
      case .man: ManualPages.files
      case .schema: EditorSchemas.files
      case .completions: GenerateDocuments.completions
      }
    }
  }

  static var syntax: VerbSyntax {
    VerbSyntax(
      "generate", "Writes documents that are made from the program itself",
      operands: [
        OperandSyntax(ValueSyntax("KIND", .words(Kind.allCases.map(\.rawValue))), "What to write.")
      ],
      options: [
        OptionSyntax("into", value: ValueSyntax("DIR", .folder), "The folder to write them into.")
      ],
      isHidden: true)
  }

  static func run(
    _ arguments: ParsedArguments, in session: Session
  ) throws(Failure) -> ExitCode {
    guard let kind = arguments.operands.first.flatMap(Kind.init(rawValue:)) else {
      throw Failure(.usage, "a kind is missing")
    }
    guard let into = arguments.value("into") else {
      throw Failure(.usage, "`hob generate` needs --into DIR")
    }
    let folder = session.absolute(FilePath(into))
    do throws(FileError) {
      for file in kind.files {
        let path = folder.appending(file.path)
        try FileOperations.makeFolder(path.parent)
        if FileOperations.exists(path) { try FileOperations.remove(path) }
        try OpenFile(path, .making(mode: 0o644)).writeAll(Array(file.text.utf8))
      }
    } catch {
      throw Failure(.failure, error.description)
    }
    return .success
  }

  private static var completions: [GeneratedFile] {
    let program = VerbRegistry.program
    return Shell.allCases.map {
      GeneratedFile($0.fileName(for: program), $0.completions(for: program))
    }
  }
}

/// A document with its place below the folder that it is written into.
struct GeneratedFile {
  let path: String
  let text: String

  init(_ path: String, _ text: String) { (self.path, self.text) = (path, text) }
}
