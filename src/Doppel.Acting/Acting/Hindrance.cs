using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What stands against changing an entry, as it is found by looking, before anything is made.</summary>
internal static class Hindrance
{
    private const uint Sticky = 0x200;

    /// <summary>That a file, or its folder, takes no change.</summary>
    internal static Step? OfProtection(OpenFolder folder, FileProtection file, string what) =>
        file.IsImmutable || file.IsAppendOnly ? Step.Skip($"{what} is immutable or append-only")
        : folder.Protection.IsImmutable || folder.Protection.IsAppendOnly
            ? Step.Skip($"the folder of {what} is immutable or append-only")
            : null;

    /// <summary>That a folder such as /tmp lets an entry be made beside another user's, but that not be taken away.
    /// </summary>
    internal static Step? OfSticky(IChangeableVolume volume, in FileFacts folder, in FileFacts facts)
    {
        return (folder.Mode & Sticky) != 0 && volume.User is not 0 and uint user
            && user != folder.Owner && user != facts.Owner
            ? Step.Skip("its folder lets only its owner remove it")
            : null;
    }
}
