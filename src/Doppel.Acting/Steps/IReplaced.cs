using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents the file or symbolic link under a name, and the link that is exchanged for it.</summary>
internal interface IReplaced : IRemoved
{
    /// <summary>
    /// Gets whether no other program is waiting to write to the old file or to the keeper, as far as the file system
    /// can tell. Once there is a link, <see cref="IRemoved.IsUndisturbed"/> counts, which means the old file only.
    /// </summary>
    bool AreBothUndisturbed { get; }

    /// <summary>Gets whether the file that the link leads to is still in its place.</summary>
    bool IsKept { get; }

    /// <summary>Creates the link that replaces the old file.</summary>
    VolumeError MakeLink(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link and leads to the right file.</summary>
    bool IsRight(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Returns whether a name is that link, wherever it leads by now.</summary>
    bool IsOurs(FolderHandle folder, ReadOnlySpan<byte> name);
}
