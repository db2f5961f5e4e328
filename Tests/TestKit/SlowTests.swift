internal import FileSystem

/// Tests that take seconds: left out of the quick suite, wanted by `scripts/test --slow` and CI.
///
/// Mark one with `.enabled(if: SlowTests.areWanted)`.
package enum SlowTests {
  package static var areWanted: Bool { Environment.current.text("HOB_SLOW_TESTS") == "1" }
}
