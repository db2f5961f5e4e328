package import YAML

/// Gathers what is to be said about one file, so that all its errors are told at once.
package final class DiagnosticCollector {
  /// How many messages a file may have; what comes after is counted only.
  package static let maximum = 50

  package let source: SourceText
  package private(set) var diagnostics: [Diagnostic] = []
  /// How many messages were left out for the limit.
  package private(set) var leftOut = 0
  /// How many errors the file has, those left out included.
  package private(set) var errorCount = 0

  package init(_ source: SourceText) { self.source = source }

  /// Whether the file has an error, shown or left out.
  package var hasErrors: Bool { errorCount > 0 }

  /// The file's name for messages.
  package var file: String { source.file }

  /// Adds a message.
  package func add(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errorCount += 1 }
    if diagnostics.count < Self.maximum {
      diagnostics.append(diagnostic)
    } else {
      leftOut += 1
    }
  }

  /// Adds an error, with the line it is about.
  package func report(_ error: LocatedError) {
    add(diagnostic(.error, error))
  }

  /// Takes back an error that another one says better.
  func retract(_ error: LocatedError) {
    let wanted = diagnostic(.error, error)
    diagnostics.removeAll { $0 == wanted }
  }

  /// Adds an error about a node.
  package func report(_ reason: LocatedError.Reason, at node: Node, help: String? = nil) {
    report(LocatedError(reason, at: node, in: file, help: help))
  }

  /// Adds a warning about a node.
  package func warn(_ message: String, at node: Node, help: String? = nil) {
    add(diagnostic(.warning, LocatedError(.custom(message), at: node, in: file, help: help)))
  }

  /// Adds why a file is no YAML.
  package func report(_ error: SyntaxError) {
    add(Diagnostic(error, source: source))
  }

  /// The result of a step, or nil once its error is added.
  package func attempt<Result>(_ step: () throws(LocatedError) -> Result) -> Result? {
    do {
      return try step()
    } catch {
      report(error)
      return nil
    }
  }

  /// The documents of the file, or nil once its error is added.
  package func parse() -> [Node]? {
    do {
      return try Parser.parse(source.bytes, file: file)
    } catch {
      report(error)
      return nil
    }
  }

  private func diagnostic(_ severity: Diagnostic.Severity, _ error: LocatedError) -> Diagnostic {
    Diagnostic(error, severity: severity, source: source)
  }
}

extension Diagnostic {
  /// An error or warning with the line it is about, where the source is at hand.
  package init(_ error: LocatedError, severity: Severity = .error, source: SourceText?) {
    self.init(
      severity, error.message, at: error.location,
      excerpt: source?.excerpt(at: error.location, width: error.width), help: error.help)
  }

  /// Why a file is no YAML, with the line it is about.
  package init(_ error: SyntaxError, source: SourceText?) {
    let location = SourceLocation(file: error.file, mark: error.mark)
    self.init(
      .error, error.message, at: location,
      excerpt: source?.excerpt(at: location, width: error.width), help: error.help)
    guard let related = error.related else { return }
    let first = SourceLocation(file: error.file, mark: related.mark)
    notes = [
      Diagnostic(
        .note, related.message, at: first,
        excerpt: source?.excerpt(at: first, width: error.width))
    ]
  }
}
