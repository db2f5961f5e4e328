/// What a trigger saw, together with what it must remember of it.
///
/// Both are kept in one transaction: an event whose marks were kept is never seen again, and one
/// whose marks were not is seen again after a restart.
package struct Observation: Sendable, Hashable {
  /// Nil where there is only something to remember.
  package var event: Event?
  package var marks: [Mark]

  package init(event: Event?, marks: [Mark] = []) { (self.event, self.marks) = (event, marks) }
}

/// One change of what a trigger remembers over restarts.
package struct Mark: Sendable, Hashable {
  /// Whose memory it is: a text that names what is watched, the file system included.
  package let owner: String
  /// What is remembered: the bytes of a path, the name of a deadline.
  package let key: [UInt8]
  /// What is known of it; nil to forget it.
  package let value: [UInt8]?

  package init(owner: String, key: [UInt8], value: [UInt8]?) {
    (self.owner, self.key, self.value) = (owner, key, value)
  }
}
