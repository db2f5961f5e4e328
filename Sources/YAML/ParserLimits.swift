/// How large and how deep a YAML file may be; a file beyond a limit is refused with its place.
package struct ParserLimits: Sendable {
  /// The size of a file in bytes.
  package var bytes = 1 << 20
  /// How deep lists and mappings may stand in each other, with aliases followed.
  package var depth = 64
  /// How many nodes a file may have, with each alias counted as all that it stands for.
  package var nodes = 100_000
  /// How many bytes of text a file may have, with each alias counted as all that it stands for.
  package var textBytes = 4 << 20

  package init() {}
}
