namespace Doppel.Finding;

/// <summary>The amount of work that a thread did in one turn, and how long it took.</summary>
/// <param name="Work">The amount of work: each file counts 1, plus 1 for every 64 KiB of content.</param>
/// <param name="Elapsed">The duration of the turn.</param>
/// <param name="Computed">The part of the duration during which the thread was not waiting for a device.</param>
internal readonly record struct TurnCost(double Work, TimeSpan Elapsed, TimeSpan Computed)
{
    // Waiting for less than this share of the computing time does not justify another thread.
    private const double WaitMin = 0.25;

    /// <summary>Gets whether the thread waited for a device, rather than reading everything from memory.</summary>
    internal bool HasWaited => Elapsed > Computed * (1 + WaitMin);

    public static TurnCost operator +(TurnCost left, TurnCost right) => new(
        left.Work + right.Work, left.Elapsed + right.Elapsed, left.Computed + right.Computed);
}
