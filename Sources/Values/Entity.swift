/// A thing of the world with named fields: a file, a disk, a device.
///
/// Fields are kept in the order of their names beside each other, behind one reference: things are
/// handed around far more often than made, and a field is found by a look at the place where it was
/// in the last thing of the kind, without hashing.
package struct Entity: Sendable {
  private var storage: Storage

  private final class Storage: Sendable {
    let type: String
    let fields: [Field]

    init(type: String, fields: [String: Value]) {
      self.type = type
      self.fields = fields.sorted { $0.key < $1.key }.map(Field.init)
    }
  }

  private struct Field: Sendable, Hashable {
    let name: String
    let value: Value

    init(_ pair: (key: String, value: Value)) { (name, value) = pair }
  }

  package init(type: String, fields: [String: Value]) {
    storage = Storage(type: type, fields: fields)
  }

  /// The name of its type: `file`, `folder`, `disk`, `device`.
  package var type: String {
    get { storage.type }
    set { storage = Storage(type: newValue, fields: fields) }
  }

  /// All fields; made anew each time, so for single ones the subscript is better.
  package var fields: [String: Value] {
    get { Dictionary(storage.fields.map { ($0.name, $0.value) }) { first, _ in first } }
    set { storage = Storage(type: type, fields: newValue) }
  }

  /// The value of a field; nil where the thing has none by this name.
  package subscript(field: String) -> Value? {
    storage.fields.first { $0.name == field }?.value
  }

  /// The value of a field, looked for first where it is in things that have all of their fields.
  package func value(of field: String, near place: Int) -> Value? {
    let fields = storage.fields
    guard place < fields.count, fields[place].name == field else { return self[field] }
    return fields[place].value
  }
}

extension Entity: Hashable {
  package static func == (left: Entity, right: Entity) -> Bool {
    left.storage === right.storage
      || left.type == right.type && left.storage.fields == right.storage.fields
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(storage.fields)
  }
}

extension EntitySchema {
  /// Where a field stands in things that have all fields of the schema.
  package func place(of field: String) -> Int {
    fields.count { $0.name < field }
  }
}
