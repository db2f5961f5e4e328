import Terminal
import Testing

@Suite("Sizes in words")
struct SizeTextTests {
  @Test(
    "have the digits that count",
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (98_888, "96.5 KiB"), (284_288, "277 KiB"),
      (1_048_575, "1023 KiB"), (1_048_576, "1.0 MiB"), (5_368_709_120, "5.0 GiB"),
      (Int64.max, "7.9 EiB"), (-1, "0 B"),
    ] as [(Int64, String)])
  func sizes(bytes: Int64, expected: String) { #expect(SizeText.text(bytes) == expected) }
}
