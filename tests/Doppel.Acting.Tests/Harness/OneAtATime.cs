// A lock on a file is also held by a process that is just being started, until it has become the other program. So
// no test may start one while another takes locks.
[assembly: Xunit.v3.Parallelization(Mode = Xunit.Sdk.ParallelMode.None)]
