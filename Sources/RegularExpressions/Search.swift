internal import CPCRE2

/// One search for one or all matches: the memory for offsets, the limits and the deadline.
@safe final class Search {
  private let expression: RegularExpression
  /// Both are made in init and freed in deinit.
  private let data: OpaquePointer
  private let context: OpaquePointer
  private let deadline: SuspendingClock.Instant
  /// How many callouts have come, so that the clock is not read at each.
  private var callouts: UInt = 0

  init(_ expression: RegularExpression, within time: Duration) throws(PatternError) {
    guard let data = unsafe pcre2_match_data_create_from_pattern_8(expression.code, nil) else {
      throw PatternError(.tooHard, "out of memory")
    }
    guard let context = unsafe pcre2_match_context_create_8(nil) else {
      unsafe pcre2_match_data_free_8(data)
      throw PatternError(.tooHard, "out of memory")
    }
    self.expression = expression
    unsafe self.data = data
    unsafe self.context = context
    deadline = SuspendingClock.now + time
    unsafe pcre2_set_match_limit_8(context, RegularExpression.Limits.steps)
    unsafe pcre2_set_depth_limit_8(context, RegularExpression.Limits.depth)
    unsafe pcre2_set_heap_limit_8(context, RegularExpression.Limits.memory)
    // This object outlives the context, which is freed in deinit; so the callout finds it alive.
    unsafe pcre2_set_callout_8(
      context,
      { _, search in
        guard let search = unsafe search else { return 0 }
        return unsafe Unmanaged<Search>.fromOpaque(search).takeUnretainedValue().callout()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_match_data_free_8(data)
  }

  /// Gives up when time is over; called by the library between the items of the pattern, at each try.
  private func callout() -> Int32 {
    callouts &+= 1
    guard callouts & 63 == 0, SuspendingClock.now > deadline else { return 0 }
    return PCRE2_ERROR_CALLOUT
  }

  /// Finds the next match from an offset: the ranges of the whole and of each group, or nil without one.
  func next(
    in text: UnsafeBufferPointer<UInt8>, from offset: Int, flags: UInt32
  ) throws(PatternError) -> [Range<Int>?]? {
    guard SuspendingClock.now <= deadline else { throw Self.outOfTime }
    // Swift's texts are well-formed UTF-8, and offsets lie between characters: no need to check again.
    let result = unsafe pcre2_match_8(
      expression.code, text.baseAddress, text.count, offset, flags | PCRE2_NO_UTF_CHECK, data,
      context)
    if result == PCRE2_ERROR_NOMATCH { return nil }
    if result == PCRE2_ERROR_CALLOUT { throw Self.outOfTime }
    guard result > 0 else {
      throw PatternError(.tooHard, RegularExpression.message(result))
    }
    return ranges()
  }

  private static let outOfTime = PatternError(.tooHard, "it took too much time")

  /// The ranges of the whole match and of each group, nil for a group that took no part.
  private func ranges() -> [Range<Int>?] {
    guard let offsets = unsafe pcre2_get_ovector_pointer_8(data) else { return [] }
    let pairs = Int(unsafe pcre2_get_ovector_count_8(data))
    return (0..<min(expression.groupCount + 1, pairs)).map { index in
      let start = unsafe offsets[2 * index]
      let end = unsafe offsets[2 * index + 1]
      // Unset offsets are all ones, which is -1 here; \K could put the start after the end.
      guard start >= 0, start <= end else { return nil }
      return start..<end
    }
  }
}
