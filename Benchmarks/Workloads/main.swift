// Work for measurements that has to be done inside the program's own modules.
//
//   workloads records FOLDER ROWS ROWS_PER_TRANSACTION    prints durable records per second
//   workloads NAME REPETITIONS                            does a core workload so often
//
// Benchmarks/run calls it: the first for rates, the second under valgrind for instruction counts.

internal import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 4, arguments[0] == "records", let rows = Int(arguments[2]),
  let group = Int(arguments[3])
{
  print(try RecordsWorkload(folder: arguments[1], rows: rows, group: group).rate())
} else if arguments.count == 2, let workload = CoreWorkload(rawValue: arguments[0]),
  let repetitions = Int(arguments[1])
{
  // The sum keeps the optimizer from leaving the work out.
  print(try workload.run(repetitions))
} else {
  print("usage: workloads records FOLDER ROWS GROUP | workloads NAME REPETITIONS")
  print("names:", CoreWorkload.allCases.map(\.rawValue).joined(separator: " "))
  exit(64)
}
