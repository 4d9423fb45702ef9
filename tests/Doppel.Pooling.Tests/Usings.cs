global using Doppel.Pooling.Tests.Support;
global using Doppel.Testing;

// The places of threads are one for the process: a sweep of one test's pool sends another test's rent to the next
// tier for a moment, and what that test counts would differ.
[assembly: Xunit.v3.Parallelization(Mode = Xunit.Sdk.ParallelMode.None)]
