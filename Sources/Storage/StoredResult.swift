internal import Automation
internal import Values
internal import Workflow

/// What a step gave back, as the history keeps it.
struct StoredResult {
  var status: String
  var value: String?
  var details: String?
  var message: String?
  var touched: String?
  var isCut = false

  init(_ result: StepResult) {
    switch result {
    case .succeeded(let outcome):
      status = Stored.succeeded
      if case .null = outcome.value {
      } else {
        value = keep(StoredText(outcome.value, limit: StorageLimits.largestResult))
      }
      keep(details: outcome.details)
      keep(touched: outcome.touched)
    case .failed(let failure):
      status = failure.reason.rawValue
      message = shortened(failure.message)
      keep(details: failure.details)
    }
  }

  private mutating func keep(_ stored: StoredText) -> String {
    if stored.isCut { isCut = true }
    return stored.text
  }

  private mutating func keep(details: [String: Value]) {
    guard !details.isEmpty else { return }
    self.details = keep(StoredText(details, limit: StorageLimits.largestDetails))
  }

  private mutating func keep(touched paths: [FilePath]) {
    guard !paths.isEmpty else { return }
    if paths.count > StorageLimits.mostTouchedPaths { isCut = true }
    let kept = paths.prefix(StorageLimits.mostTouchedPaths)
    touched = JSON.encode(.list(kept.map { .string($0.text) }), form: .lossless)
  }
}
