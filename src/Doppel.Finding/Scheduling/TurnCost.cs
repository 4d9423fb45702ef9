namespace Doppel.Finding;

/// <summary>What one turn of a thread did, and how long that took.</summary>
/// <param name="Work">How much was done: a file counts 1, and each 64 KiB of content 1 more.</param>
/// <param name="Elapsed">From its begin to its end.</param>
/// <param name="Computed">How much of that the thread did not wait for a device.</param>
internal readonly record struct TurnCost(double Work, TimeSpan Elapsed, TimeSpan Computed)
{
    // Less waiting than this share of the computing is not worth another thread.
    private const double WaitMin = 0.25;

    /// <summary>Whether a device was waited for, rather than all came from memory.</summary>
    internal bool HasWaited => Elapsed > Computed * (1 + WaitMin);

    public static TurnCost operator +(TurnCost left, TurnCost right) => new(
        left.Work + right.Work, left.Elapsed + right.Elapsed, left.Computed + right.Computed);
}
