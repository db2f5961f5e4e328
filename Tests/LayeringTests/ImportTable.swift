/// What one module of Hob may import: the arrows of docs/architecture.md.
///
/// This is the place to change when a new arrow is decided on; say why in docs/decisions.
struct Module: Sendable, Hashable {
  let name: String
  /// Modules of Hob, system libraries, and the two modules of the toolchain that some may use.
  let mayImport: Set<String>
  /// Wrappers are the only modules that may step around the compiler's checks.
  let isWrapper: Bool

  init(_ name: String, isWrapper: Bool = false, mayImport: String...) {
    (self.name, self.isWrapper, self.mayImport) = (name, isWrapper, Set(mayImport))
  }
}

extension Module {
  static let all: [Module] = wrappers + core + edges + programs

  /// Each wraps a library of the system.
  private static let wrappers = [
    Module("FileSystem", isWrapper: true, mayImport: "CLinux", "Glibc", "Values"),
    Module("YAML", isWrapper: true, mayImport: "CYAML"),
    Module("SQLite", isWrapper: true, mayImport: "CSQLite"),
    Module("RegularExpressions", isWrapper: true, mayImport: "CPCRE2"),
    Module(
      "Systemd", isWrapper: true,
      mayImport: "CSystemd", "CLinux", "Glibc", "Synchronization", "FileSystem", "Values"),
  ]

  /// Pure: values in, values out.
  private static let core = [
    Module("Values"),
    Module("Expressions", mayImport: "Values"),
    Module("Diagnostics", mayImport: "Values", "YAML"),
    Module("Workflow", mayImport: "Values", "Expressions", "YAML", "Diagnostics"),
    Module("Rules", mayImport: "Values", "Expressions", "YAML", "Diagnostics", "Workflow"),
    Module("Matching", mayImport: "Values", "Expressions", "Rules"),
    Module(
      "Automation", mayImport: "Values", "Expressions", "Rules", "Matching", "Workflow"),
  ]

  /// In, out, kept, asked.
  private static let edges = [
    Module(
      "Triggers",
      mayImport: "Values", "Diagnostics", "YAML", "Rules", "Systemd", "FileSystem"),
    Module(
      "Actions",
      mayImport: "Values", "Diagnostics", "Workflow", "Systemd", "FileSystem",
      "RegularExpressions", "Synchronization"),
    Module(
      "Storage",
      mayImport: "Values", "Workflow", "Automation", "SQLite", "Systemd", "FileSystem"),
    Module("Control", mayImport: "Values", "Systemd"),
    Module("Terminal", mayImport: "Values", "FileSystem", "Diagnostics"),
  ]

  private static let programs = [
    Module(
      "Service",
      mayImport: "Values", "Expressions", "YAML", "Diagnostics", "Workflow", "Rules", "Matching",
      "Automation", "Systemd", "FileSystem", "Triggers", "Actions", "Storage", "Control",
      "Synchronization"),
    Module("hobd", mayImport: "Service", "Systemd", "FileSystem", "Values"),
    Module(
      "hob",
      mayImport: "Terminal", "Service", "Control", "Storage", "Automation", "Matching", "Rules",
      "Workflow",
      "Expressions", "Diagnostics", "YAML", "Values", "Systemd", "FileSystem", "Triggers",
      "Actions"),
  ]

  /// Folders of Sources that hold headers of system libraries and no Swift.
  static let headers: Set<String> = ["CSystemd", "CSQLite", "CYAML", "CPCRE2", "CLinux"]

  static func named(_ name: String) -> Module? { all.first { $0.name == name } }
}
