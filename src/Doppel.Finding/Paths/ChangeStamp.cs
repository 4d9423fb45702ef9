using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Condenses the times of a file's last change to four bytes.</summary>
internal static class ChangeStamp
{
    /// <summary>
    /// Returns a number that differs after the content or inode changes, except with a probability of 1 in 2^32.
    /// </summary>
    internal static uint Of(in FileFacts facts) => (uint)HashCode.Combine(
        facts.Modified.Seconds, facts.Modified.Nanoseconds, facts.Changed.Seconds, facts.Changed.Nanoseconds);
}
