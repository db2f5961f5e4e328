/// A map that keeps the order in which its keys came.
package struct ValueMap: Sendable, Hashable {
  package private(set) var keys: [Value] = []
  private var storage: [Value: Value] = [:]

  package init() {}

  /// Makes a map of text keys, sorted by key.
  package init(_ fields: [String: Value]) {
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) { self[.string(key)] = value }
  }

  /// Makes a map from pairs; nil where a key stands twice.
  package init?(pairs: [(Value, Value)]) {
    for (key, value) in pairs {
      guard storage[key] == nil else { return nil }
      self[key] = value
    }
  }

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  package var pairs: [(key: Value, value: Value)] {
    keys.compactMap { key in storage[key].map { (key, $0) } }
  }

  package subscript(key: Value) -> Value? {
    get { storage[key] }
    set {
      if storage[key] == nil, newValue != nil { keys.append(key) }
      if newValue == nil { keys.removeAll { $0 == key } }
      storage[key] = newValue
    }
  }

  /// Two maps are equal where they hold the same pairs, in whatever order.
  package static func == (left: ValueMap, right: ValueMap) -> Bool {
    left.storage == right.storage
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(storage.count) }
}
