internal import FileSystem
internal import Testing
internal import Values

@Suite("Files as values")
struct FileEntityTests {
  @Test(
    "names are taken apart at their last ending",
    arguments: [
      ("a.txt", "a", "txt"), ("a", "a", ""), (".bashrc", ".bashrc", ""), ("a.", "a.", ""),
      ("x.tar.GZ", "x.tar", "gz"), ("...", "...", ""), ("..a", "..a", ""), (".a.b", ".a", "b"),
    ])
  func parts(name: String, stem: String, ending: String) throws {
    let value = FileEntity.value(
      path: FilePath("/w").appending(name), status: try FileStatus(of: FilePath("/")))
    #expect(value.member("name") == .string(name))
    #expect(value.member("stem") == .string(stem))
    #expect(value.member("ext") == .string(ending))
    #expect(value.member("folder") == .string("/w"))
    #expect(value.member("path") == .string("/w/" + name))
  }

  @Test("every field of the schema has a value, and no other")
  func schema() throws {
    guard case .entity(let entity) = try FileEntity.value(at: FilePath("/proc/self/exe")) else {
      Issue.record("not an entity")
      return
    }
    #expect(Set(entity.fields.keys) == Set(EntitySchema.file.fields.map(\.name)))
    #expect(entity.type == "file")
    #expect(entity.fields["kind"] == .string("link"))
    #expect(entity.fields["is_folder"] == .bool(false))
  }

  @Test("a folder has no size of its own, and what is missing is an error")
  func kinds() throws {
    let folder = try FileEntity.value(at: FilePath("/"))
    #expect(folder.member("is_folder") == .bool(true))
    #expect(folder.member("size") == .int(0))
    #expect(folder.member("kind") == .string("folder"))
    #expect(throws: FileError.self) { try FileEntity.value(at: FilePath("/no/such/file")) }
  }
}
