using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What stands under a name before a link is exchanged for it, and that link.</summary>
internal interface IReplaced
{
    /// <summary>
    /// Gets whether no other program waits to write to it or to the keeper, as far as the file system can tell.
    /// </summary>
    bool IsUndisturbed { get; }

    /// <summary>Gets whether no other program waits to write to what stands under the name.</summary>
    bool IsOldUndisturbed { get; }

    /// <summary>Gets whether the file that the link leads to still stands where it is to stay.</summary>
    bool IsKept { get; }

    /// <summary>
    /// Gets whether the content is safe without what stood under the name: it may be removed although the link that
    /// took its place is gone.
    /// </summary>
    bool IsContentKept { get; }

    /// <summary>Makes the link that takes its place.</summary>
    VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link and leads where it has to.</summary>
    bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link, wherever it leads by now.</summary>
    bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether an entry is the file or link that stood under the name, changed or not.</summary>
    bool IsOld(in FileFacts facts);

    /// <summary>
    /// Returns whether what stood under the name is as it was compared: content, mode, owner, attributes and times.
    /// </summary>
    /// <param name="facts">What was found under the temporary name right after the exchange.</param>
    bool IsAsCompared(in FileFacts facts);

    /// <summary>Returns whether nothing has changed it since <see cref="IsAsCompared"/> was asked.</summary>
    /// <param name="facts">What was found under the temporary name now.</param>
    bool IsStillAsCompared(in FileFacts facts);
}
