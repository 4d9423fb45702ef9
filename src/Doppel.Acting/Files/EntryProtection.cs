using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Checks in advance, without creating anything, whether an entry can be changed.</summary>
internal static class EntryProtection
{
    private const uint Sticky = 0x200;

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
}
