internal import SQLite

/// Trouble with the history: what kind, with which file, and what to do.
package struct HistoryError: Error, Hashable, Sendable {
  /// What kind of trouble it is, as far as it decides what to do next.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The disk or the quota is used up; writing goes on by itself once there is space.
    case full
    /// Another process holds the database locked; it passes.
    case locked
    /// The file or its folder may not be written.
    case readOnly = "read-only"
    /// The file is damaged or no history at all.
    case damaged
    /// The operating system failed to read or write the file.
    case inputOutput = "input-output"
    /// The file or its folder can't be opened or made.
    case cannotOpen = "cannot-open"
    /// Another process has the right to write here.
    case inUse = "in-use"
    /// There is no history yet.
    case absent
    /// A newer program has written it, and this one does not know its form.
    case tooNew = "too-new"
    /// An older program has written it, and a reader may not bring it up to date.
    case tooOld = "too-old"
    /// What should be written breaks a rule of the schema: a mistake of the program, never written.
    case refused
    /// More waits to be written than may be kept in memory.
    case overfull
  }

  package let reason: Reason
  /// What went wrong, in words, without the file and without advice.
  package let message: String
  /// The file or folder as text.
  package let file: String
  /// The number of the process that is in the way, where that is known.
  package let holder: Int32?

  package init(_ reason: Reason, _ message: String, file: String, holder: Int32? = nil) {
    self.reason = reason
    self.message = message
    self.file = file
    self.holder = holder
  }
}

extension HistoryError {
  /// Whether the same call may work later without anyone doing anything to the file itself.
  package var isPassing: Bool {
    switch reason {
    case .full, .locked, .readOnly, .inputOutput, .cannotOpen: true
    case .damaged, .inUse, .absent, .tooNew, .tooOld, .refused, .overfull: false
    }
  }

  /// What to do about it, as half a sentence, or nil where nothing can be done.
  package var advice: String? {
    switch reason {
    case .full: "free space on its file system; recording then goes on by itself"
    case .locked: "end the program that holds it; recording then goes on by itself"
    case .readOnly: "check who owns the file and its folder, and their permissions"
    case .damaged: "restart hobd: it keeps the file under another name and starts a new one"
    case .inputOutput: "check the disk"
    case .cannotOpen: "check that the folder exists and may be written"
    case .inUse: "end it first, or give another folder with --state"
    case .absent: "start hobd or use `hob run`, which make one"
    case .tooNew: "install the newer version of Hob again, or give another folder with --state"
    case .tooOld: "start hobd once, which brings it up to date"
    case .refused, .overfull: nil
    }
  }

  /// Sorts an error of the database.
  init(_ error: StorageError) {
    self.init(Reason(error.reason), error.summary, file: error.database)
  }
}

extension HistoryError.Reason {
  init(_ reason: StorageError.Reason) {
    switch reason {
    case .full: self = .full
    case .busy: self = .locked
    case .corrupt: self = .damaged
    case .readOnly: self = .readOnly
    case .inputOutput: self = .inputOutput
    case .cannotOpen: self = .cannotOpen
    case .constraint, .tooBig, .other: self = .refused
    }
  }
}

extension StorageError {
  /// The library's words with its code.
  fileprivate var summary: String {
    extendedCode == 0 ? message : "\(message) (SQLite code \(extendedCode))"
  }
}

extension HistoryError: CustomStringConvertible {
  package var description: String {
    let text = "history \(file): \(message)"
    return advice.map { "\(text); \($0)" } ?? text
  }
}

/// Runs calls to the database and sorts what they throw.
func sortingErrors<Result>(
  _ body: () throws(StorageError) -> Result
) throws(HistoryError) -> Result {
  do throws(StorageError) {
    return try body()
  } catch {
    throw HistoryError(error)
  }
}
