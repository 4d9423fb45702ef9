using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Checks in advance, without creating anything, whether an entry can be changed.</summary>
internal static class EntryProtection
{
    private const uint Sticky = 0x200;
    private const uint OwnerMayWrite = 0x80;

    /// <summary>Returns why a file or its folder is protected from changes, or null if neither is.</summary>
    internal static Step? WhyNot(OpenFolder folder, FileProtection file, string what)
    {
        if (file.IsImmutable || file.IsAppendOnly)
        {
            return Step.Skip($"{what} is immutable or append-only");
        }

        return folder.Protection.IsImmutable || folder.Protection.IsAppendOnly
            ? Step.Skip($"the folder of {what} is immutable or append-only")
            : null;
    }

    /// <summary>Returns why an entry cannot be removed from a folder, or null if it can.</summary>
    /// <remarks>
    /// In a sticky folder such as /tmp, an entry can be created beside another user's, but the other user's entry
    /// cannot be removed.
    /// </remarks>
    internal static Step? WhySticky(IChangeableVolume volume, in FileFacts folder, in FileFacts facts) =>
        (folder.Mode & Sticky) != 0 && volume.User is not 0 and uint user
            && user != folder.Owner && user != facts.Owner
            ? Step.Skip("only its owner can remove it from this folder")
            : null;

    /// <summary>Returns why a file must not be replaced by one with more tags, or null if it may be.</summary>
    /// <param name="volume">The volume that holds the file.</param>
    /// <param name="facts">The facts of the file.</param>
    /// <param name="what">What the file is, for the reason.</param>
    internal static string? WhyNotReplaced(IVolume volume, in FileFacts facts, string what)
    {
        if (facts.Links > 1)
        {
            return $"{what} has several hard links";
        }

        if (volume is IChangeableVolume { User: not 0 and var user } && facts.Owner != user)
        {
            return $"{what} belongs to another user";
        }

        return (facts.Mode & OwnerMayWrite) == 0 ? $"{what} is read-only" : null;
    }
}
