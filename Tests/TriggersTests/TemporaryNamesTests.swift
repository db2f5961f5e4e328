import Testing
import Triggers
import Values

@Suite("Temporary names") struct TemporaryNamesTests {
  @Test(
    "are those of files on the way and of editors",
    arguments: [
      "set.zip.part", "set.zip.crdownload", "Unconfirmed 4711.crdownload", "x.PARTIAL",
      "x.download", ".slow2.zip.Xy12Zz", ".com.google.Chrome.aBc123", "notes.txt~", ".#notes.txt",
      "#notes.txt#", ".notes.txt.swp", ".notes.txt.swo", ".~lock.letter.odt#",
      ".goutputstream-ABC123", "x.tmp",
    ])
  func temporary(name: String) { #expect(TemporaryNames.contain(Array(name.utf8))) }

  @Test(
    "are not those that people give",
    arguments: [
      "set.zip", "part", ".part", "~", "#", ".profile", "a.partly", "notes.txt", ".swp", "x.swp",
      ".hidden.backups", "download", "Unconfirmed", "4913", "a#b", ".sxyz.saa1",
    ])
  func usual(name: String) { #expect(!TemporaryNames.contain(Array(name.utf8))) }

  @Test(
    "tell what they are going to be",
    arguments: [
      ("book.zip.part", ["book.zip"]),
      (".slow2.zip.Xy12Zz", ["slow2.zip"]),
      (".book.zip.part", [".book.zip", "book.zip"]),
      ("ubuntu.6k2bhR1a.iso.part", ["ubuntu.6k2bhR1a.iso", "ubuntu.iso"]),
      ("Unconfirmed 4711.crdownload", []),
      ("notes.txt~", []),
    ])
  func finals(name: String, expected: [String]) {
    let finals = TemporaryNames.finalNames(of: Array(name.utf8))
    #expect(finals.map { FilePath.text(of: $0) } == expected)
  }
}
