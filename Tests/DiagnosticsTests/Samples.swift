internal import Diagnostics
internal import Values
internal import YAML

/// What decoding a text with some steps reports, rendered without colour.
func findings(
  _ text: String, file: String = "backup.yaml",
  _ decode: (Node, DiagnosticCollector) -> Void
) -> String {
  let collector = DiagnosticCollector(SourceText(file: file, text: text))
  for document in collector.parse() ?? [] { decode(document, collector) }
  return collector.diagnostics.map { $0.rendered() }.joined(separator: "\n")
}

/// The value that a YAML text gives for a type, or what is reported.
func decoded(_ text: String, as type: ParameterType) -> (value: Value?, report: String) {
  var value: Value?
  let report = findings(text, file: "f") { node, collector in
    value = LiteralDecoder(collector).decode(node, as: type)
  }
  return (value, report)
}

/// The first line of what is reported for a text as a type.
func complaint(_ text: String, as type: ParameterType) -> String {
  let (value, report) = decoded(text, as: type)
  if let value { return "read as \(JSON.encode(value))" }
  return report.split(separator: "\n").first.map(String.init) ?? ""
}
