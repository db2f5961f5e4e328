internal import Values
internal import Workflow

extension Invocation {
  /// An argument as a dry run shows it; its name in angle brackets where it is not known yet.
  func shown(_ name: String) -> String {
    guard let value = arguments[name] else { return "<\(name)>" }
    let text = ValueText.text(of: value) ?? JSON.encode(value)
    let (short, _) = LineText.cut(text, to: 200)
    return LineText.oneLine(short)
  }
}
