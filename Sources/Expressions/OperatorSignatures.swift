internal import Values

/// The types that operators go with.
enum OperatorSignatures {
  static let all: [String: [Overload]] = [
    "==": [.global([a, a], .bool)], "!=": [.global([a, a], .bool)],
    "<": comparisons, "<=": comparisons, ">": comparisons, ">=": comparisons,
    "in": [.global([a, .list(a)], .bool), .global([a, .map(a, .parameter("B"))], .bool)],
    "!": [.global([.bool], .bool)],
    "-_": [.global([.int], .int), .global([.double], .double)],
    "+": numbers + [
      .global([.string, .string], .string), .global([.bytes, .bytes], .bytes),
      .global([.list(a), .list(a)], .list(a)),
      .global([.timestamp, .duration], .timestamp), .global([.duration, .timestamp], .timestamp),
      .global([.duration, .duration], .duration),
    ],
    "-": numbers + [
      .global([.timestamp, .timestamp], .duration), .global([.timestamp, .duration], .timestamp),
      .global([.duration, .duration], .duration),
    ],
    "*": numbers, "/": numbers,
    "%": [.global([.int, .int], .int), .global([.uint, .uint], .uint)],
  ]

  private static let a = ValueType.parameter("A")

  private static let numbers: [Overload] = [
    .global([.int, .int], .int), .global([.uint, .uint], .uint),
    .global([.double, .double], .double),
  ]

  private static let comparisons: [Overload] =
    [.bool, .string, .bytes, .timestamp, .duration].map { .global([$0, $0], .bool) }
    + [ValueType.int, .uint, .double].flatMap { left in
      [ValueType.int, .uint, .double].map { .global([left, $0], .bool) }
    }
}
