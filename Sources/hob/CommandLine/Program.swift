import FileSystem
import Service
import Terminal

/// The whole program: from arguments to an exit code.
enum Program {
  static func run(_ arguments: [String]) -> ExitCode {
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try ArgumentParser(VerbRegistry.program).parse(arguments)
    } catch {
      ErrorOutput(.auto).tell(Failure(error))
      return .usage
    }
    let session = Session(GlobalOptions(parsed))
    let errors = ErrorOutput(session.options.color)
    var code: ExitCode
    do throws(Failure) {
      code = try dispatch(parsed, session)
    } catch {
      session.output.flush()
      errors.tell(error)
      return error.code
    }
    session.output.flush()
    if let failure = session.output.failure {
      errors.tell(Failure(.failure, failure.description))
      code = .failure
    }
    return code
  }

  private static func dispatch(
    _ parsed: ParsedArguments, _ session: Session
  ) throws(Failure) -> ExitCode {
    if parsed.has("version") {
      session.output.line("hob \(Version.text)")
      return .success
    }
    guard let name = parsed.verb, let verb = VerbRegistry.verb(name) else {
      guard parsed.has("help") else {
        throw Failure(.usage, "a command is missing", help: "`hob help` lists them")
      }
      session.output.text(ShowHelp.overview(session))
      return .success
    }
    if parsed.has("help") {
      session.output.text(ShowHelp.page(of: verb, session))
      return .success
    }
    return try verb.run(parsed, in: session)
  }
}
