using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Measures the turns of threads.</summary>
/// <param name="time">The clock.</param>
/// <param name="isSimulated">
/// Whether time is simulated, in which case only waiting takes time and computing takes none.
/// </param>
internal sealed class TurnMeter(TimeProvider time, bool isSimulated)
{
    // Used if the system does not report whether a thread waited. A file, or a block of 64 KiB, takes 3 to 20 us from
    // memory.
    private const double MemoryMicroseconds = 50;

    /// <summary>Marks the start of a turn on the calling thread.</summary>
    internal Start Begin()
    {
        ThreadUse use = default;
        bool isTold = !isSimulated && ThreadUse.TryRead(out use);
        return new Start(time.GetTimestamp(), isTold, use);
    }

    /// <summary>Marks the end of a turn and returns its cost.</summary>
    internal TurnCost End(Start start, double work)
    {
        TimeSpan elapsed = time.GetElapsedTime(start.Timestamp);
        if (!start.IsTold || !ThreadUse.TryRead(out ThreadUse use))
        {
            return new TurnCost(work, elapsed, TimeSpan.FromMicroseconds(work * MemoryMicroseconds));
        }

        // A thread that was preempted by others has not waited for a device.
        return new TurnCost(
            work, elapsed, use.Waits == start.Use.Waits ? elapsed : use.Computed - start.Use.Computed);
    }

    /// <summary>When a turn started, and what its thread had used until then.</summary>
    internal readonly record struct Start(long Timestamp, bool IsTold, ThreadUse Use);
}

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
