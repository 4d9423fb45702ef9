using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Condenses everything that shows a change of a file to eight bytes. Thread-safe.</summary>
public static class ChangeStamp
{
    private const int NanosecondsPerSecond = 1_000_000_000;

    // Times advance with the timer of the kernel, every 1 to 10 ms.
    private const int GrainNanoseconds = 20_000_000;

    // FAT keeps times of two seconds, old ext4 whole seconds.
    private const int CoarseGrainSeconds = 2;

    /// <summary>
    /// Returns a digest of the size, the time of creation and the times of the last change. It is the same on every
    /// machine, and differs after the content or inode changes, except with a probability of 1 in 2^64.
    /// </summary>
    public static ulong Of(in FileFacts facts)
    {
        ReadOnlySpan<long> all =
        [
            facts.Size,
            facts.Modified.Seconds, facts.Modified.Nanoseconds,
            facts.Changed.Seconds, facts.Changed.Nanoseconds,
            facts.Born.Seconds, facts.Born.Nanoseconds,
        ];
        return Xxh3.Hash128(MemoryMarshal.AsBytes(all)).Low;
    }

    /// <summary>
    /// Returns whether a file was last changed so long ago that any further change has to show in its times. Clocks
    /// advance in steps, and two changes within one step leave the same time.
    /// </summary>
    /// <param name="facts">The facts of the file.</param>
    /// <param name="now">A time before the file's content is read, by the clock of this machine.</param>
    /// <remarks>Git, which has the same problem, calls such a file racy.</remarks>
    public static bool IsSettled(in FileFacts facts, FileTime now)
    {
        FileTime changed = facts.Changed;
        long nanoseconds = changed.Nanoseconds + GrainNanoseconds;
        FileTime settled = changed.Nanoseconds == 0
            ? changed with { Seconds = changed.Seconds + CoarseGrainSeconds }
            : new FileTime(
                changed.Seconds + (nanoseconds / NanosecondsPerSecond), (int)(nanoseconds % NanosecondsPerSecond));
        return settled < now;
    }
}
