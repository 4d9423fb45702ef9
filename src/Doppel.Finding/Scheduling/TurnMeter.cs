using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Measures the turns of threads.</summary>
/// <param name="time">The clock.</param>
/// <param name="isSimulated">Whether only what is waited for takes time, since computing takes none.</param>
internal sealed class TurnMeter(TimeProvider time, bool isSimulated)
{
    // Where nobody tells whether a thread has waited: a file, or a block of 64 KiB, takes 3 to 20 us from memory.
    private const double MemoryMicroseconds = 50;

    /// <summary>A turn of the calling thread begins.</summary>
    internal Start Begin()
    {
        ThreadUse use = default;
        bool isTold = !isSimulated && ThreadUse.TryRead(out use);
        return new Start(time.GetTimestamp(), isTold, use);
    }

    /// <summary>The turn has ended.</summary>
    internal TurnCost End(Start start, double work)
    {
        TimeSpan elapsed = time.GetElapsedTime(start.Timestamp);
        if (!start.IsTold || !ThreadUse.TryRead(out ThreadUse use))
        {
            return new TurnCost(work, elapsed, TimeSpan.FromMicroseconds(work * MemoryMicroseconds));
        }

        // A thread that lost the processor to others has not waited for a device.
        return new TurnCost(
            work, elapsed, use.Waits == start.Use.Waits ? elapsed : use.Computed - start.Use.Computed);
    }

    /// <summary>When a turn began, and what its thread had done until then.</summary>
    internal readonly record struct Start(long Timestamp, bool IsTold, ThreadUse Use);
}
