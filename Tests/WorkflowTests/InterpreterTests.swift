internal import TestKit
internal import Testing
internal import Values
internal import Workflow

/// Runs a shortcut to its end, answering each action with a text, and tells what it asked for.
struct InterpreterBench {
  var asked: [String] = []
  var passed: [String] = []
  var result: Value?
  var failure: String?

  init(
    _ text: String, input: Value = .null, shortcuts: [String: String] = [:],
    limits: WorkflowLimits = .standard,
    answer: (Interpreter.StepCall) -> Result<Outcome, ActionFailure> = {
      .success(Outcome($0.arguments["text"] ?? .null))
    }
  ) throws {
    let (shortcut, messages) = RuleFixture.shortcut(text)
    guard let shortcut, messages.isEmpty else { throw FixtureProblem(messages) }
    var library: ShortcutLibrary = [:]
    for (name, text) in shortcuts {
      library[name] = RuleFixture.shortcut(text, name: name).shortcut
    }
    var interpreter = Interpreter(
      shortcut, scope: try shortcut.scope(input: input, with: [:]), library: library,
      limits: limits)
    let context = EvaluationContext(now: Instant(seconds: 1000))
    var progress = interpreter.advance(context)
    while true {
      passed += interpreter.takePassed().map { "\($0.step) \($0.keyword)" }
      switch progress {
      case .perform(let call):
        let text = call.arguments["text"].map { JSON.encode($0) } ?? ""
        asked.append("\(call.step) \(text)")
        if let end = interpreter.finish(answer(call)) {
          progress = end
        } else {
          progress = interpreter.advance(context)
        }
      case .ended(let value):
        result = value
        return
      case .failed(let step, let failure):
        self.failure = "\(step): \(failure.message)"
        return
      }
    }
  }
}

@Suite("The interpreter")
struct InterpreterTests {
  @Test("steps run in order, and saved results are seen by later ones")
  func order() throws {
    let bench = try InterpreterBench(
      """
      input: text
      steps:
        - work: hello ${input}
          save: first
        - work: "${first} again"
      """, input: .string("you"))
    #expect(bench.asked == [#"1 "hello you""#, #"2 "hello you again""#])
    #expect(bench.result == .null)
  }

  @Test("a branch runs one side, and says which")
  func branch() throws {
    let text = """
      input: number
      steps:
        - if: input > 10.0
          then:
            - work: big
          else:
            - work: small
        - work: after
      """
    #expect(
      try InterpreterBench(text, input: .int(11)).asked == [#"1.then.1 "big""#, #"2 "after""#])
    let small = try InterpreterBench(text, input: .int(3))
    #expect(small.asked == [#"1.else.1 "small""#, #"2 "after""#])
    #expect(small.passed == ["1 if"])
  }

  @Test("a step with a false `if` is skipped, and its result is nothing")
  func guarded() throws {
    let bench = try InterpreterBench(
      """
      steps:
        - work: never
          if: 1 > 2
          save: x
        - work: ${x == null}
      """)
    #expect(bench.asked == [#"2 "true""#])
  }

  @Test("a repeat runs once for each item, with its number")
  func each() throws {
    let bench = try InterpreterBench(
      """
      steps:
        - repeat: ${["a", "b"]}
          as: letter
          do:
            - work: ${index}${letter}
        - repeat: 2
          do:
            - work: ${index}
      """)
    #expect(
      bench.asked == [
        #"1.each[1].1 "1a""#, #"1.each[2].1 "2b""#, #"2.each[1].1 "1""#, #"2.each[2].1 "2""#,
      ])
  }

  @Test("stop ends the innermost shortcut, with a result that the caller can save")
  func stop() throws {
    let bench = try InterpreterBench(
      """
      steps:
        - run-shortcut: inner
          input: x
          save: got
        - work: ${got}
        - stop: ${got + "!"}
        - work: never
      """,
      shortcuts: [
        "inner": """
        input: text
        steps:
          - if: 1 == 1
            then:
              - stop: ${input + "y"}
          - work: never
        """
      ])
    #expect(bench.asked == [#"2 "xy""#])
    #expect(bench.result == .string("xy!"))
  }

  @Test("a called shortcut sees its own names only")
  func scopes() throws {
    let bench = try InterpreterBench(
      """
      steps:
        - set: {secret: 1}
        - run-shortcut: inner
        - work: ${secret}
      """, shortcuts: ["inner": "steps:\n  - set: {secret: 2}\n  - work: ${secret}"])
    #expect(bench.asked == [#"2.inner.2 "2""#, #"3 "1""#])
  }

  @Test("a failure ends the run, is passed over, or is handled, as the step says")
  func failures() throws {
    let fail: (Interpreter.StepCall) -> Result<Outcome, ActionFailure> = { call in
      call.arguments["text"] == .string("bad")
        ? .failure(ActionFailure(.notFound, "gone")) : .success(Outcome())
    }
    let plain = try InterpreterBench("steps:\n  - work: bad\n  - work: next", answer: fail)
    #expect(plain.failure == "1: gone")
    let on = try InterpreterBench(
      "steps:\n  - work: bad\n    on-error: continue\n  - work: next", answer: fail)
    #expect(on.asked == [#"1 "bad""#, #"2 "next""#])
    let handled = try InterpreterBench(
      "steps:\n  - work: bad\n    on-error:\n      - work: ${error.message}\n  - work: next",
      answer: fail)
    #expect(handled.asked == [#"1 "bad""#, #"1.on-error.1 "gone""#, #"2 "next""#])
  }

  @Test("`stop` with `failed` fails the run with its reason")
  func failedStop() throws {
    let bench = try InterpreterBench("steps:\n  - stop: no amount\n    failed: true")
    #expect(bench.failure == "1: no amount")
  }

  @Test("a condition that can't be worked out fails the step, and is never false")
  func conditionError() throws {
    let bench = try InterpreterBench(
      "input: number\nsteps:\n  - if: 1 / int(input) == 0\n    then: [{work: a}]\n    else: [{work: b}]",
      input: .int(0))
    #expect(bench.asked.isEmpty)
    #expect(bench.failure?.contains("division by zero") == true)
  }

  @Test("steps, rounds and depth are limited by name")
  func limits() throws {
    var limits = WorkflowLimits()
    limits.steps = 5
    let steps = try InterpreterBench(
      "steps:\n  - repeat: 10\n    do:\n      - work: x", limits: limits)
    #expect(steps.asked.count == 4)
    #expect(steps.failure?.contains("5 steps") == true)
    limits = WorkflowLimits()
    limits.rounds = 3
    let rounds = try InterpreterBench(
      "steps:\n  - repeat: 4\n    do:\n      - work: x", limits: limits)
    #expect(rounds.failure?.contains("4 rounds are more than the 3") == true)
    limits = WorkflowLimits()
    limits.depth = 8
    let deep = try InterpreterBench(
      "steps:\n  - run-shortcut: me", shortcuts: ["me": "steps:\n  - run-shortcut: me"],
      limits: limits)
    #expect(deep.failure?.contains("nested 8 deep") == true)
  }

  @Test("`~/` stands for home where it was written, and never in a value that comes later")
  func home() throws {
    var places: [String] = []
    let bench = try InterpreterBench(
      """
      input: text
      steps:
        - set: {kept: "~/Tidy/${input}", fixed: ~/Fixed}
        - work: a
          to: ~/x/${input}
        - work: b
          to: ${kept}
        - work: c
          to: ${fixed}
        - work: d
          to: ${input}
      """, input: .string("~/evil"),
      answer: { call in
        if case .string(let place)? = call.arguments["to"] { places.append(place) }
        return .success(Outcome())
      })
    #expect(bench.failure == nil)
    #expect(
      places == ["/home/u/x/~/evil", "/home/u/Tidy/~/evil", "/home/u/Fixed", "~/evil"])
  }
}
