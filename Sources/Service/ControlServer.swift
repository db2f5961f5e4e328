internal import Actions
package import Automation
internal import Control
package import Systemd
package import Values

/// The answers to what the command line asks over the bus.
extension Engine {
  /// Joins a bus and serves the control interface there; says in the log where it can't.
  package func join(_ address: BusAddress) {
    do throws(BusError) {
      let session = Session(try Bus(address, on: reactor))
      try session.serve { call in self.answer(call) }
      session.bus.onDisconnect = { self.leaveBus(address) }
      self.session = session
      host.bus = session.bus
      Task(executorPreference: loop) { await self.takeName() }
    } catch {
      settings.log(.warning, "No session bus, so no notifications and no control: \(error)", [])
    }
  }

  private func takeName() async {
    guard let name = BusName(ControlInterface.busName), let bus = session?.bus else { return }
    do throws(BusError) {
      try await bus.requestName(name)
    } catch {
      settings.log(.error, "The bus name \(name) can't be had: \(error)", [])
    }
  }

  /// Joins again, with pauses, as long as the bus is away.
  private func leaveBus(_ address: BusAddress) {
    settings.log(.warning, "The session bus is gone; it is tried again.", [])
    session = nil
    host.bus = nil
    let timer = busRetry ?? reactor.timer { self.rejoin(address) }
    busRetry = timer
    timer.arm(after: settings.busRetry)
  }

  private func rejoin(_ address: BusAddress) {
    join(address)
    if session == nil { busRetry?.arm(after: settings.busRetry) }
  }

  private func answer(_ call: BusCall) {
    guard call.message.interface == ControlInterface.interface,
      let method = ControlInterface.Method(rawValue: call.message.member)
    else { return call.failAsUnknown() }
    let signature = call.message.arguments.map(\.signature).joined()
    guard signature == method.inputs.map(\.type).joined() else {
      return call.fail(.badArgument, "\(method.rawValue) takes other arguments.")
    }
    do throws(Refused) {
      try answer(call, method, call.message.arguments)
    } catch {
      call.fail(error)
    }
  }

  private func answer(
    _ call: BusCall, _ method: ControlInterface.Method, _ arguments: [BusValue]
  ) throws(Refused) {
    let first = arguments.first?.text ?? ""
    switch method {
    case .status: call.reply([.string(JSON.encode(status()))])
    case .reload: later(call) { await self.reloadReport() }
    case .trigger:
      let verdict = try trigger(RuleID(first), try Self.fields(arguments[1]))
      whenKept(call, [.string(JSON.encode(verdict))])
    case .run:
      // With the types of values, so that a file arrives as one.
      let inputs = try Self.fields(arguments[1], form: .lossless)
      later(call) { await self.runReport(first, inputs) }
    case .emit:
      try emit(first, fields: try Self.fields(arguments[1]))
      whenKept(call, [])
    case .setEnabled:
      try setEnabled(RuleID(first), arguments[1].boolean ?? true)
      whenKept(call, [])
    case .setPaused:
      try setPaused(first.isEmpty ? nil : RuleID(first), arguments[1].boolean ?? true)
      whenKept(call, [])
    case .cancel:
      cancel(RunID(arguments[0].integer ?? 0), reason: arguments[1].text ?? "")
      call.reply()
    }
  }

  /// Answers when what the answer tells of is on the disk.
  private func whenKept(_ call: BusCall, _ values: [BusValue]) {
    nextCall += 1
    let number = nextCall
    openCalls[number] = call
    Task(executorPreference: loop) { await self.answerWhenKept(number, values) }
  }

  private func answerWhenKept(_ number: Int, _ values: [BusValue]) async {
    await recorded()
    openCalls.removeValue(forKey: number)?.reply(values)
  }

  private static func fields(
    _ argument: BusValue, form: JSON.Form = .plain
  ) throws(Refused) -> [String: Value] {
    let decoded: Value
    do throws(JSONError) {
      decoded = try JSON.decode(argument.text ?? "", form: form)
    } catch {
      throw Refused(.badArgument, "The JSON can't be read: \(error)")
    }
    guard case .map(let map) = decoded else {
      throw Refused(.badArgument, "A JSON object is needed, such as {\"file\": \"/a/b.pdf\"}.")
    }
    var fields: [String: Value] = [:]
    for case (.string(let name), let value) in map.pairs { fields[name] = value }
    return fields
  }

  /// Answers a call when the work for it is done.
  private func later(
    _ call: BusCall, _ work: @escaping @Sendable () async -> Result<Value, Refused>
  ) {
    nextCall += 1
    let number = nextCall
    openCalls[number] = call
    Task(executorPreference: loop) { await self.finish(number, await work()) }
  }

  private func finish(_ number: Int, _ result: Result<Value, Refused>) {
    guard let call = openCalls.removeValue(forKey: number) else { return }
    switch result {
    case .success(let value): call.reply([.string(JSON.encode(value))])
    case .failure(let refused): call.fail(refused)
    }
  }

  private func reloadReport() async -> Result<Value, Refused> {
    guard directory != nil else { return .success(.null) }
    let base = await withCheckedContinuation { directory?.reload($0) }
    return .success(base.report)
  }

  private func runReport(
    _ shortcut: String, _ inputs: [String: Value]
  ) async -> Result<Value, Refused> {
    var with: [String: Value] = [:]
    if case .map(let map)? = inputs["with"] {
      for case (.string(let name), let value) in map.pairs { with[name] = value }
    }
    do throws(Refused) {
      let (run, ending) = try await self.run(shortcut, input: inputs["input"], with: with)
      return .success(ending.report(of: run))
    } catch {
      return .failure(error)
    }
  }
}

extension BusCall {
  fileprivate func fail(_ failure: ControlInterface.Failure, _ message: String) {
    fail(failure.rawValue, message)
  }

  fileprivate func fail(_ refused: Engine.Refused) {
    switch refused.reason {
    case .noSuchRule: fail(.noSuchRule, refused.message)
    case .noSuchShortcut: fail(.noSuchShortcut, refused.message)
    case .badArgument: fail(.badArgument, refused.message)
    case .stopping: fail(.stopping, refused.message)
    }
  }
}

extension RunEnding {
  /// The ending of a run as data.
  package func report(of run: RunID) -> Value {
    .map(
      ValueMap([
        "run": .int(run.value), "status": .string(status.rawValue), "reason": .string(reason),
        "result": result,
      ]))
  }
}
