namespace Doppel.Lab;

/// <summary>All counters at one time of a run.</summary>
/// <param name="Seconds">Since the run began.</param>
/// <param name="Values">
/// By <see cref="Counter"/>; those that grow from the run's begin on. Not a number where the system has no count.
/// </param>
public sealed record CounterSample(double Seconds, IReadOnlyList<double> Values)
{
    /// <summary>One of them.</summary>
    public double this[Counter counter] => Values[(int)counter];
}
