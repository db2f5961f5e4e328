import FileSystem
import Service

let arguments = CurrentProcess.arguments
// The quickest answer first: nothing is made ready for it.
if arguments == ["--version"] {
  try? StandardStream.output.write("hob \(Version.text)\n")
  CurrentProcess.exit(0)
}
CurrentProcess.exit(Program.run(arguments).rawValue)
