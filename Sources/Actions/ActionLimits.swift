/// How much an action may take, keep or wait; every bound that a user can reach has its name here.
package struct ActionLimits: Sendable, Hashable {
  /// Bytes kept of each output stream of a program; what comes after is read and dropped.
  package var capturedOutput = 1 << 20
  /// How long a program may run where its step has no `timeout`.
  package var program: Duration = .seconds(3600)
  /// Bytes of text that a step may hand to the input of a program.
  package var programInput = 64 << 20
  /// Bytes of a file that a step may read into a value.
  package var readFile = 64 << 20
  /// Bytes of text that may be taken out of one document.
  package var extractedText = 16 << 20
  /// How long taking text out of one document may last.
  package var extraction: Duration = .seconds(120)
  /// Matches that a pattern may give in one text.
  package var matches = 10_000
  /// Numbers that are tried for a free name (`a 2.txt`) before a file action gives up.
  package var freeNames = 10_000
  /// Bytes of the first line of a table.
  package var tableHeader = 64 << 10
  /// Columns of a table.
  package var tableColumns = 1_000
  /// How long to wait for another process that holds a file's lock.
  package var fileLock: Duration = .seconds(30)
  /// How long to wait for a disk that does not answer once its work was told to end.
  package var answerAfterInterruption: Duration = .seconds(10)
  /// Characters of the title of a notification.
  package var notificationTitle = 200
  /// Characters of the text of a notification.
  package var notificationText = 4_000
  /// How long the notification service may take to answer.
  package var notificationAnswer: Duration = .seconds(5)
  /// Characters of one entry that a step writes into the log.
  package var logEntry = 8_000
  /// Bytes of the last error output of a program that stand in the message of its failure.
  package var quotedError = 400

  package init() {}
}
