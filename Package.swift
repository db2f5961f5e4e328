// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every target: the strictest the compiler has.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: Target.Dependency..., fixtures: [String] = []
) -> Target {
  // Fixtures are read by their path beside the tests, not copied into a bundle.
  .testTarget(
    name: name, dependencies: dependencies + ["TestKit"], exclude: fixtures, swiftSettings: strict)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "hob",
  products: [
    .executable(name: "hobd", targets: ["hobd"]),
    .executable(name: "hob", targets: ["hob"]),
  ],
  targets: [
    // System libraries.
    library("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    library("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),
    // System calls that Swift's Glibc overlay can't make: flags, variadic calls, structures.
    .systemLibrary(name: "CLinux"),

    // Wrappers: the only modules that may say `unsafe`.
    module("FileSystem", "CLinux", "Values"),
    module("YAML", "CYAML"),
    module("SQLite", "CSQLite"),
    module("RegularExpressions", "CPCRE2"),
    module("Systemd", "CSystemd", "CLinux", "FileSystem", "Values"),

    // The pure core.
    module("Values"),
    module("Expressions", "Values"),
    module("Diagnostics", "Values", "YAML"),
    module("Workflow", "Values", "Expressions", "YAML", "Diagnostics"),
    module("Rules", "Values", "Expressions", "YAML", "Diagnostics", "Workflow"),
    module("Matching", "Values", "Expressions", "Rules"),
    module("Automation", "Values", "Expressions", "Rules", "Matching", "Workflow"),

    // The edges: in, out, kept, asked.
    module("Triggers", "Values", "Diagnostics", "YAML", "Rules", "Systemd", "FileSystem"),
    module(
      "Actions", "Values", "Diagnostics", "Workflow", "Systemd", "FileSystem",
      "RegularExpressions"),
    module(
      "Storage", "Values", "Workflow", "Automation", "SQLite", "Systemd", "FileSystem"),
    module("Control", "Values", "Systemd"),
    // What a command line needs: arguments, help, tables, times in words.
    module("Terminal", "Values", "FileSystem", "Diagnostics"),

    // The shell and the programs.
    module(
      "Service", "Values", "Expressions", "YAML", "Diagnostics", "Workflow", "Rules", "Matching",
      "Automation", "Systemd", "FileSystem", "Triggers", "Actions", "Storage", "Control"),
    program("hobd", "Service", "Systemd", "FileSystem", "Values"),
    program(
      "hob", "Terminal", "Service", "Control", "Storage", "Automation", "Matching", "Rules",
      "Workflow",
      "Expressions", "Diagnostics", "YAML", "Values", "Systemd", "FileSystem", "Triggers",
      "Actions"),

    // Work for Benchmarks/run that has to be done inside the modules.
    .executableTarget(
      name: "workloads",
      dependencies: [
        "Storage", "Automation", "Matching", "Rules", "Workflow", "Expressions", "YAML", "Values",
        "TestKit",
      ],
      path: "Benchmarks/Workloads", swiftSettings: strict),

    // Tests.
    .target(
      name: "TestKit",
      dependencies: [
        "Values", "Diagnostics", "YAML", "Workflow", "Rules", "Systemd", "FileSystem",
      ],
      path: "Tests/TestKit", swiftSettings: strict),
    tests("ValuesTests", "Values"),
    tests("ExpressionsTests", "Expressions", "FileSystem", "Values"),
    tests("YAMLTests", "YAML", fixtures: ["Fixtures"]),
    tests("DiagnosticsTests", "Diagnostics", "YAML", "Values"),
    tests("FileSystemTests", "FileSystem", "Values"),
    tests("SystemdTests", "Systemd", "FileSystem", "Values"),
    tests("SQLiteTests", "SQLite", "FileSystem", "Values"),
    tests("RegularExpressionsTests", "RegularExpressions"),
    tests("WorkflowTests", "Workflow", "Expressions", "Diagnostics", "YAML", "Values"),
    tests("RulesTests", "Rules", "Workflow", "Expressions", "Diagnostics", "YAML", "Values"),
    tests("MatchingTests", "Matching", "Rules", "Expressions", "Values"),
    tests("AutomationTests", "Automation", "Matching", "Rules", "Workflow", "Values"),
    tests("TriggersTests", "Triggers", "Rules", "Systemd", "FileSystem", "Diagnostics", "Values"),
    tests(
      "ActionsTests", "Actions", "Workflow", "Systemd", "FileSystem", "Diagnostics", "Values",
      fixtures: ["Fixtures"]),
    tests(
      "StorageTests", "Storage", "Automation", "Workflow", "SQLite", "Systemd", "FileSystem",
      "Values"),
    tests("ControlTests", "Control", "Systemd", "Values"),
    tests("TerminalTests", "Terminal", "FileSystem", "Values"),
    tests(
      "ServiceTests", "Service", "Automation", "Rules", "Workflow", "Actions", "Storage",
      "Systemd", "FileSystem", "Diagnostics", "YAML", "Values"),
    // The programs are named so that they are built before the tests that start them.
    tests(
      "AcceptanceTests", "Storage", "Automation", "Systemd", "FileSystem", "Values", "hobd",
      "hob"),
    tests("LayeringTests", "FileSystem", "Values"),
  ],
  swiftLanguageModes: [.v6]
)
