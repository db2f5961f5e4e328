internal import Values

/// Bytes as text and back.
enum EncodingFunctions {
  static let all: [FunctionDefinition] = [
    FunctionDefinition("base64.encode", [.global([.bytes], .string)]) {
      value throws(EvaluationError.Reason) in
      guard case .bytes(let bytes) = value else {
        throw FunctionDefinition.noOverload("base64.encode", [value])
      }
      return .string(Base64.encode(bytes))
    },
    FunctionDefinition("base64.decode", [.global([.string], .bytes)]) {
      value throws(EvaluationError.Reason) in
      guard case .string(let text) = value else {
        throw FunctionDefinition.noOverload("base64.decode", [value])
      }
      let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      guard let bytes = Base64.decode(text + padding) else {
        throw .invalid("this is no base64")
      }
      return .bytes(bytes)
    },
  ]
}
