namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What one step of a round took.</summary>
/// <param name="Ns">Time in nanoseconds.</param>
/// <param name="Bytes">Bytes allocated on the managed heap by the whole process.</param>
/// <param name="Requests">Requests that were sent; 0 where they were not counted.</param>
internal readonly record struct StepFigures(double Ns, long Bytes, int Requests);
