using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Checks in advance, without creating anything, whether an entry can be changed.</summary>
internal static class Hindrance
{
    internal const uint Sticky = 0x200;

    /// <summary>Checks whether a file or its folder is protected from changes.</summary>
    internal static Step? OfProtection(OpenFolder folder, FileProtection file, string what)
    {
        if (file.IsImmutable || file.IsAppendOnly)
        {
            return Step.Skip($"{what} is immutable or append-only");
        }

        return folder.Protection.IsImmutable || folder.Protection.IsAppendOnly
            ? Step.Skip($"the folder of {what} is immutable or append-only")
            : null;
    }

    /// <summary>
    /// Checks for a sticky folder such as /tmp, in which an entry can be created beside another user's, but the other
    /// user's entry cannot be removed.
    /// </summary>
    internal static Step? OfSticky(IChangeableVolume volume, in FileFacts folder, in FileFacts facts)
    {
        return (folder.Mode & Sticky) != 0 && volume.User is not 0 and uint user
            && user != folder.Owner && user != facts.Owner
            ? Step.Skip("only its owner can remove it from this folder")
            : null;
    }
}
