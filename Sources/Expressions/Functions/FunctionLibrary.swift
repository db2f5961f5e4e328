/// All functions that there are, by name.
enum FunctionLibrary {
  static func functions(of dialect: CheckEnvironment.Dialect) -> [String: FunctionDefinition] {
    switch dialect {
    case .standard: standard
    case .hob: hob
    }
  }

  private static let standard = table(
    CoreFunctions.all + ConversionFunctions.all + TextFunctions.all + TextListFunctions.all
      + TimeFunctions.all + OptionalFunctions.all + MathFunctions.all + EncodingFunctions.all
      + PatternFunctions.all)

  private static let hob = table(Array(standard.values) + HobFunctions.all)

  private static func table(_ definitions: [FunctionDefinition]) -> [String: FunctionDefinition] {
    var table: [String: FunctionDefinition] = [:]
    for definition in definitions { table[definition.name] = definition }
    return table
  }
}
