using Doppel.Catalog;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>How much of a file's <see cref="ChangeStamp"/> the tree keeps.</summary>
/// <remarks>
/// The lower half is enough to notice a change within one search. The upper half is kept only for a search with a
/// catalog, and is 0 for files whose next change need not show.
/// </remarks>
internal static class FileStamp
{
    // Times are set when a system call begins to write. A single call takes longer than this only for tens of
    // gigabytes on a slow disk.
    private const int YoungSeconds = 600;

    /// <summary>Returns the stamp of a file that is about to be read.</summary>
    /// <param name="facts">The facts of the file.</param>
    /// <param name="begun">The time at which the search began.</param>
    internal static ulong Of(in FileFacts facts, FileTime begun)
    {
        ulong stamp = ChangeStamp.Of(facts);
        return ChangeStamp.IsSettled(facts, begun) ? stamp : Short(stamp);
    }

    /// <summary>
    /// Returns whether a file changed less than 10 minutes before a search began. Such a file is remembered only if no
    /// program has it open for writing when it is read: the call that set its times may still be writing.
    /// </summary>
    internal static bool IsYoung(in FileFacts facts, FileTime begun) =>
        begun < facts.Changed with { Seconds = facts.Changed.Seconds + YoungSeconds };

    /// <summary>Returns the lower half of a stamp.</summary>
    internal static ulong Short(ulong stamp) => (uint)stamp;

    /// <summary>Returns whether a stamp can show that a file is unchanged since another search.</summary>
    internal static bool IsComplete(ulong stamp) => stamp >> 32 != 0;

    /// <summary>
    /// Returns whether a file is as it was when its stamp was taken, as far as the kept part of the stamp can show.
    /// </summary>
    internal static bool Matches(ulong kept, in FileFacts facts)
    {
        ulong now = ChangeStamp.Of(facts);
        return kept == now || (!IsComplete(kept) && kept == Short(now));
    }
}
