internal import Values

/// Text: searching, cutting, replacing, by code points.
enum TextFunctions {
  static let all: [FunctionDefinition] = []
}
