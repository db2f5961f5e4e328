internal import FileSystem
internal import Service
internal import Systemd
internal import Values

let usage = """
  Usage: hobd [OPTION…]

  Watches what rules ask for and runs their shortcuts. Started by `systemctl --user start hob`;
  by hand it runs in the foreground until Ctrl-C.

    --rules DIR       rule files of this folder only
    --shortcuts DIR   shortcut files of this folder only
    --state DIR       where the history is kept (default: $STATE_DIRECTORY,
                      else ~/.local/state/hob)
    --bus ADDRESS     the message bus to serve; `none` for none (default: the session's)
    --log-level LEVEL error, warning, notice, info or debug
    --help            this text
    --version         the version

  Exit codes: 0 ended when asked to, 2 wrong use, 3 the state folder can't be used,
  4 another hobd holds it, 5 the system refused something.

  Example: hobd --rules ~/rules --state /tmp/hob --bus none
  """

/// Says why it can't go on and leaves.
func leave(_ failure: StartupFailure) -> Never {
  try? StandardStream.error.write("hobd: \(failure.message)\n")
  CurrentProcess.exit(failure.code.rawValue)
}

func options(_ arguments: [String]) throws(StartupFailure) -> DaemonOptions {
  var options = DaemonOptions()
  var rest = arguments[...]
  func value(_ name: String, _ given: String?) throws(StartupFailure) -> String {
    if let given { return given }
    guard let next = rest.popFirst() else {
      throw StartupFailure(.usage, "\(name) needs a value; see hobd --help")
    }
    return next
  }
  while let argument = rest.popFirst() {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let given = parts.count > 1 ? String(parts[1]) : nil
    switch String(parts[0]) {
    case "--rules": options.rules = absolute(try value(argument, given))
    case "--shortcuts": options.shortcuts = absolute(try value(argument, given))
    case "--state": options.state = absolute(try value(argument, given))
    case "--bus":
      let address = try value(argument, given)
      options.bus = address == "none" ? nil : .address(address)
    case "--log-level": options.logLevel = try level(try value(argument, given))
    case "--help", "-h":
      try? StandardStream.output.write(usage + "\n")
      CurrentProcess.exit(0)
    case "--version":
      try? StandardStream.output.write("hobd \(Version.text)\n")
      CurrentProcess.exit(0)
    default: throw StartupFailure(.usage, "there is no option \(argument); see hobd --help")
    }
  }
  return options
}

func absolute(_ path: String) -> FilePath {
  let path = FilePath(path)
  return path.isAbsolute ? path : CurrentProcess.folder.appending(path.bytes)
}

func level(_ name: String) throws(StartupFailure) -> Journal.Severity {
  guard ["error", "warning", "notice", "info", "debug"].contains(name) else {
    throw StartupFailure(
      .usage, "`\(name)` is no level; it is error, warning, notice, info or debug")
  }
  return Journal.Severity(name: name)
}

do throws(StartupFailure) {
  try Daemon.run(try options(CurrentProcess.arguments))
} catch {
  leave(error)
}
