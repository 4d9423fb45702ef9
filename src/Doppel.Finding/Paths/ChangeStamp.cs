using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Condenses everything that shows a change of a file to eight bytes.</summary>
internal static class ChangeStamp
{
    private const int NanosecondsPerSecond = 1_000_000_000;
    private const int GrainNanoseconds = NanosecondsPerSecond / 50;

    /// <summary>
    /// Returns a digest of the size, the time of creation and the times of the last change. It is the same on every
    /// machine, and differs after the content or inode changes, except with a probability of 1 in 2^64.
    /// </summary>
    internal static ulong Of(in FileFacts facts)
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
    /// Returns the stamp of a file that is about to be read, or only its <see cref="Short"/> part if the file changed so
    /// shortly before that another change need not show in its times, because clocks advance in steps.
    /// </summary>
    /// <param name="facts">The facts of the file.</param>
    /// <param name="now">The time, or any time between it and the start of the search.</param>
    /// <remarks>
    /// Git calls this the racy problem. Times advance with the kernel's timer, every 1 to 10 ms, unless the file system
    /// keeps whole seconds only, or two seconds as FAT does.
    /// </remarks>
    internal static ulong Of(in FileFacts facts, FileTime now)
    {
        ulong stamp = Of(facts);
        FileTime changed = facts.Changed;
        FileTime settled = changed.Nanoseconds == 0
            ? changed with { Seconds = changed.Seconds + 2 }
            : new FileTime(changed.Seconds + ((changed.Nanoseconds + GrainNanoseconds) / NanosecondsPerSecond),
                (changed.Nanoseconds + GrainNanoseconds) % NanosecondsPerSecond);
        return settled < now ? stamp : Short(stamp);
    }

    /// <summary>
    /// Returns the part of a stamp that is enough to notice a change within one search: the lower half. The upper half
    /// is 0, which <see cref="IsComplete"/> shows.
    /// </summary>
    internal static ulong Short(ulong stamp) => (uint)stamp;

    /// <summary>Returns whether a stamp can show that a file is unchanged since another search.</summary>
    internal static bool IsComplete(ulong stamp) => stamp >> 32 != 0;

    /// <summary>
    /// Returns whether a file is as it was when its stamp was taken, as far as the kept part of the stamp can show.
    /// </summary>
    internal static bool Matches(ulong kept, in FileFacts facts)
    {
        ulong now = Of(facts);
        return kept == now || (!IsComplete(kept) && kept == Short(now));
    }
}
