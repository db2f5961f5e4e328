/// Why an expression that was checked has no value this time, and which part of it failed.
package struct EvaluationError: Error, Sendable, Hashable {
  package let reason: Reason
  /// The part that failed, as offsets in Unicode scalars from the start of the source.
  package let range: Range<Int>

  package init(_ reason: Reason, at range: Range<Int>) {
    (self.reason, self.range) = (reason, range)
  }

  package var message: String { reason.description }

  package enum Reason: Error, Sendable, Hashable {
    case noSuchVariable(String)
    case noSuchField(String, of: String)
    case noSuchKey(String)
    case indexOutOfRange(String, count: Int)
    case noSuchFunction(String)
    /// A function or operator that has no meaning for values of these types.
    case noSuchOverload(String, of: [String])
    case divisionByZero
    case overflow(String)
    /// A value that a function cannot take, with the sentence that says why.
    case invalid(String)
    case duplicateKey(String)
    /// The value of an optional that has none was asked for.
    case noValue
    case limit(ExpressionLimits.Name, Int)
    /// Something of the world that is not known now, which is neither true nor false.
    case unknownState(String)
  }

  /// Whether no other part of the expression can make up for this error.
  var isFinal: Bool { if case .limit = reason { true } else { false } }

  var isUnknown: Bool { if case .unknownState = reason { true } else { false } }
}

extension EvaluationError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchVariable(let name): "there is no value for `\(name)`"
    case .noSuchField(let field, let type): "this \(type) has no field `\(field)`"
    case .noSuchKey(let key): "the map has no key \(key)"
    case .indexOutOfRange(let index, let count):
      "there is no element \(index) in a list of \(count), which counts from 0"
    case .noSuchFunction(let name): "there is no function `\(name)`"
    case .noSuchOverload(let name, let types):
      "`\(name)` does not go with \(types.joined(separator: ", "))"
    case .divisionByZero: "division by zero"
    case .overflow(let type): "the result is out of the range of \(type)"
    case .invalid(let sentence): sentence
    case .duplicateKey(let key): "the key \(key) stands twice"
    case .noValue: "the optional has no value"
    case .limit(let name, let limit): "over the limit of \(limit) \(name.rawValue)"
    case .unknownState(let what): "\(what) is not known now"
    }
  }
}
