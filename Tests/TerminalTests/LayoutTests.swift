import FileSystem
import Terminal
import Testing

@Suite("Lines on a terminal")
struct LayoutTests {
  private let plain = Paint(isOn: false)

  @Test("are measured in columns, not characters")
  func columns() {
    #expect(TextWidth.columns("abc") == 3)
    #expect(TextWidth.columns("äöü") == 3)
    #expect(TextWidth.columns("e\u{301}") == 1)
    #expect(TextWidth.columns("家") == 2)
    #expect(TextWidth.columns("📄") == 2)
  }

  @Test("are cut with an ellipsis where they are too long")
  func cutting() {
    #expect(TextWidth.cut("invoice", to: 7) == "invoice")
    #expect(TextWidth.cut("invoices", to: 7) == "invoic…")
    #expect(TextWidth.cut("家家家", to: 5) == "家家…")
    #expect(TextWidth.cut("家家家", to: 4) == "家…")
    #expect(TextWidth.cut("abc", to: 0) == "")
    #expect(
      TextWidth.cutMiddle("/home/me/Invoices/2026/bill.pdf", to: 20) == "/home/…2026/bill.pdf")
    #expect(TextWidth.cutMiddle("/home/me", to: 20) == "/home/me")
  }

  @Test("are wrapped at blanks, and a long word stands alone")
  func wrapping() {
    #expect(TextWidth.wrap("one two three", to: 7) == ["one two", "three"])
    #expect(TextWidth.wrap("a verylongword b", to: 5) == ["a", "verylongword", "b"])
    #expect(TextWidth.wrap("one\ntwo", to: 20) == ["one", "two"])
  }

  @Test("stand in columns that shrink to the width of the terminal")
  func table() {
    var table = Table([
      .init("ID", isRight: true), .init("FILE", least: 6, cutsMiddle: true), .init("STATUS"),
    ])
    table.add([.init("7"), .init("/tmp/a"), .init("succeeded")])
    table.add([.init("12"), .init("/home/me/Invoices/a very long name.pdf"), .init("failed")])
    #expect(
      table.lines(width: nil, paint: plain) == [
        "ID  FILE                                    STATUS",
        " 7  /tmp/a                                  succeeded",
        "12  /home/me/Invoices/a very long name.pdf  failed",
      ])
    let narrow = table.lines(width: 40, paint: plain)
    #expect(
      narrow == [
        "ID  FILE                       STATUS",
        " 7  /tmp/a                     succeeded",
        "12  /home/me…ry long name.pdf  failed",
      ])
    #expect(narrow.allSatisfy { TextWidth.columns($0) <= 40 })
  }

  @Test("show what a terminal must not act on as escapes")
  func escapes() {
    var table = Table([.init("NAME")])
    table.add([.init("a\u{1B}[31m\nb\u{10FFE4}")])
    #expect(table.lines(width: nil, paint: plain)[1] == #"a\u{1b}[31m\nb\xe4"#)
  }

  @Test("are coloured only where colours are on, and widths don't count the colours")
  func colours() {
    var table = Table([.init("A"), .init("B")])
    table.add([.init("x", .red), .init("y")])
    #expect(table.lines(width: nil, paint: plain)[1] == "x  y")
    #expect(table.lines(width: nil, paint: Paint(isOn: true))[1] == "\u{1B}[31mx\u{1B}[0m  y")
  }

  @Test(
    "are coloured by wish, environment and kind of stream",
    arguments: [
      (Paint.Choice.always, ["NO_COLOR": "1"], true),
      (.never, [:], false),
      // The output of a test is no terminal, or NO_COLOR stands against it.
      (.auto, ["NO_COLOR": "1"], false),
    ] as [(Paint.Choice, [String: String], Bool)])
  func choice(choice: Paint.Choice, variables: [String: String], expected: Bool) {
    let paint = Paint(choice, on: .output, environment: Environment(variables))
    #expect(paint.isOn == expected)
  }

  @Test("are a tree where things lie in things")
  func tree() {
    let nodes = [
      Tree.Node("1 if", children: [Tree.Node("1.then.1 log", notes: ["hello"])]),
      Tree.Node("2 move-file", notes: ["to /a", "took 3 ms"]),
    ]
    #expect(
      Tree.lines(nodes, paint: plain) == [
        "├─ 1 if",
        "│  └─ 1.then.1 log",
        "│        hello",
        "└─ 2 move-file",
        "      to /a",
        "      took 3 ms",
      ])
    #expect(Tree.lines(nodes, signs: .ascii, paint: plain)[1] == "|  `- 1.then.1 log")
  }
}
