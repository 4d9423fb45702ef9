namespace Doppel.Acting.Tests;

/// <summary>How a mount shows a folder, and what it keeps.</summary>
/// <param name="FileSystem">The name of the file system.</param>
/// <param name="EntrySeconds">For how long what was found under a name is believed, and what was not.</param>
/// <param name="ListingSeconds">For how long only the names of a listing are believed; 0 if it keeps none.</param>
/// <param name="KeepsContents">Whether files can be read although they are gone.</param>
/// <param name="StoresLater">Whether a new file is stored after 5 seconds.</param>
/// <param name="IsReadOnly">Whether nothing can be changed through it.</param>
/// <param name="CallMilliseconds">How long a call takes.</param>
internal sealed record MountKind(
    string FileSystem, int EntrySeconds, int ListingSeconds, bool KeepsContents, bool StoresLater, bool IsReadOnly,
    int CallMilliseconds)
{
    public bool MayHideTokens => FileSystem is "fuse" or "fuse.rclone";

    public bool KeepsListing => ListingSeconds > 0;

    public TimeSpan Kept => TimeSpan.FromSeconds(Math.Max(EntrySeconds, ListingSeconds));
}
