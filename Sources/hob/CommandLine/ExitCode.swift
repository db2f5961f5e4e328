/// What the program tells its caller by the code that it ends with.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  case failure = 1
  case usage = 2
  case noService = 3
  case notFound = 4
  case refused = 5
  case noState = 6

  var meaning: String {
    switch self {
    case .success: "It was done. For `check`: no errors. For `run`: the shortcut succeeded."
    case .failure:
      "It was tried and failed: errors in files, a shortcut that failed, an expression without a value."
    case .usage: "The command line can't be understood; nothing was done."
    case .noService: "It needs `hobd`, and that does not answer on the message bus."
    case .notFound: "There is no rule, shortcut, run, event or file of that name."
    case .refused: "`hobd` is there and refused, or could not do it now."
    case .noState: "The history can't be read or written, or another program holds it."
    }
  }
}
