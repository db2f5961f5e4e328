internal import Values
package import Workflow

/// Adds a row to a table in comma-separated form.
package struct AddRow: Action {
  package static let schema = ActionSchema(
    keyword: "add-row",
    summary: "Adds a row to a CSV table, and makes the table if there is none.",
    main: Parameter(
      "table", .path, required: true,
      """
      The table, a file in comma-separated form (RFC 4180) whose first line names the columns. \
      Where there is none, or an empty one, it is made with the names of `values` as its columns.
      """),
    parameters: [
      Parameter(
        "values", .dictionary(.text), required: true,
        """
        A value for each column, found by its name; columns without one stay empty, a name that \
        is no column is an error. Values are written as they are: a spreadsheet may take one \
        that begins with `=`, `+`, `-` or `@` for a formula, so open tables that hold text of \
        strangers with care.
        """)
    ],
    result: .entity("file"),
    resultSummary: "The table as a file.",
    effects: [.writes],
    example: """
      - add-row: ~/Invoices/ledger.csv
        values: {vendor: "${invoice.vendor}", amount: "${invoice.amount}"}
      """)

  package init() {}

  package static func plan(_ invocation: Invocation) -> [PlannedEffect] {
    [
      PlannedEffect(
        .writes, "add a row to \(invocation.shown("table")): \(invocation.shown("values"))")
    ]
  }

  package func perform(
    _ invocation: Invocation, on host: Host
  ) async throws(ActionFailure) -> Outcome {
    let step = StepContext(invocation, of: Self.schema, on: host)
    let arguments = step.arguments
    let path = try arguments.path("table")
    let values = try arguments.dictionary("values")
    guard !values.isEmpty else { throw arguments.failure("values", "has no value") }
    guard values.count <= step.limits.tableColumns else {
      throw arguments.failure("values", "has more than \(step.limits.tableColumns) values")
    }
    let row = TableRow(path: path, values: values, limits: step.limits)
    let appending = Appending(path: path)
    return try await appending.perform(in: step) {
      (file, size) throws(ActionFailure) in
      try row.bytes(for: file, size: size)
    }
  }
}
