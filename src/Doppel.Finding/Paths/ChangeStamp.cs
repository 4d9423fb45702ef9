using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The times of a file's last change in four bytes.</summary>
internal static class ChangeStamp
{
    /// <summary>A number that differs after a change of content or inode, but for one in 2^32.</summary>
    internal static uint Of(in FileFacts facts) => (uint)HashCode.Combine(
        facts.Modified.Seconds, facts.Modified.Nanoseconds, facts.Changed.Seconds, facts.Changed.Nanoseconds);
}
