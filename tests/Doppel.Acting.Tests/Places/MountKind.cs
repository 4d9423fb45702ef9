namespace Doppel.Acting.Tests;

/// <summary>How a mount shows a folder, and what it keeps.</summary>
/// <param name="FileSystem">The name of the file system.</param>
/// <param name="KeepsEntries">Whether what was found under a name is believed from then on, and what was not.</param>
/// <param name="KeepsListing">Whether only the names are believed that were there at first.</param>
/// <param name="KeepsContents">Whether files can be read although they are gone.</param>
/// <param name="StoresLater">Whether a new file is stored after 5 seconds.</param>
/// <param name="IsReadOnly">Whether nothing can be changed through it.</param>
internal sealed record MountKind(
    string FileSystem, bool KeepsEntries, bool KeepsListing, bool KeepsContents, bool StoresLater, bool IsReadOnly)
{
    public bool MayHideTokens => FileSystem is "fuse" or "fuse.rclone";
}
