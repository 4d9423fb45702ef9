using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents the file or symbolic link under a name, and the link that is exchanged for it.</summary>
internal interface IReplaced
{
    /// <summary>
    /// Gets whether no other program is waiting to write to the old file or to the keeper, as far as the file system
    /// can tell.
    /// </summary>
    bool IsUndisturbed { get; }

    /// <summary>Gets whether no other program is waiting to write to the old file.</summary>
    bool IsOldUndisturbed { get; }

    /// <summary>Gets whether the file that the link leads to is still in its place.</summary>
    bool IsKept { get; }

    /// <summary>
    /// Gets whether the content is safe without the old file, so that the old file may be removed even if the link that
    /// replaced it is gone.
    /// </summary>
    bool IsContentKept { get; }

    /// <summary>Creates the link that replaces the old file.</summary>
    VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link and leads to the right file.</summary>
    bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link, wherever it leads by now.</summary>
    bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether an entry is the old file or link, changed or not.</summary>
    bool IsOld(in FileFacts facts);

    /// <summary>
    /// Returns whether the old file is as it was when it was compared: content, mode, owner, attributes and times.
    /// </summary>
    /// <param name="facts">The facts found under the temporary name right after the exchange.</param>
    bool IsAsCompared(in FileFacts facts);

    /// <summary>Returns whether the old file is unchanged since <see cref="IsAsCompared"/> was called.</summary>
    /// <param name="facts">The facts found under the temporary name now.</param>
    bool IsStillAsCompared(in FileFacts facts);
}
