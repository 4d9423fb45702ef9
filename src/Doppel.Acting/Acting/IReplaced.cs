using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What stands under a name before a link is exchanged for it, and that link.</summary>
internal interface IReplaced
{
    /// <summary>Whether nobody waits to write to it or to the keeper, as far as the file system can tell.</summary>
    bool IsUndisturbed { get; }

    /// <summary>The same of what stands under the name alone.</summary>
    bool IsOldUndisturbed { get; }

    /// <summary>Whether the file that the link leads to still stands where it is to stay, as far as that matters.
    /// </summary>
    bool IsKept { get; }

    /// <summary>Makes the link that takes its place.</summary>
    VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Whether a name is that link, and leads where it has to.</summary>
    bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Whether a name is that link, wherever it leads by now.</summary>
    bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Whether what came out of the exchange is what was looked at before.</summary>
    bool IsOld(in FileFacts facts);
}
