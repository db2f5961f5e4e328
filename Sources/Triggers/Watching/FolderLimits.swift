/// How much one watch of a folder may hold, and how much is done at a time.
package struct FolderLimits: Sendable, Hashable {
  /// Files in one watched tree; what is beyond is named in the status and not reported.
  package let files: Int
  /// Folders in one watched tree.
  package let folders: Int
  /// Files that wait to be complete; what is beyond is found by a look later.
  package let waiting: Int
  /// Marks that are handed over in one observation.
  package let marksAtOnce = 1_000
  /// Files of listings compared in one turn of the loop.
  package let comparedAtOnce = 2_000
  /// Files looked at in one turn on the loop itself.
  package let lookedAtOnLoop = 32
  /// Files given to a worker at a time.
  package let lookedAtByWorker = 500
  /// Files given to workers and not answered yet.
  package let lookedAtTogether = 2_000
  /// Files of before that are reported to a new rule in one turn.
  package let existingAtOnce = 500

  package init(files: Int = 1_000_000, folders: Int = 100_000, waiting: Int = 200_000) {
    (self.files, self.folders, self.waiting) = (files, folders, waiting)
  }
}
