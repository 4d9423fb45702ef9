namespace Doppel.Lab;

/// <summary>The values of all counters at one moment of a run.</summary>
/// <param name="Seconds">The time since the start of the run in seconds.</param>
/// <param name="Values">
/// The values by <see cref="Counter"/>. Growing counters are relative to the start of the run. NaN if the system does
/// not provide a counter.
/// </param>
public sealed record CounterSample(double Seconds, IReadOnlyList<double> Values)
{
    /// <summary>Gets the value of a counter.</summary>
    public double this[Counter counter] => Values[(int)counter];
}
