using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Tells the catalog which files have another state since names were linked, moved or removed, although their content
/// is the same, and which were copied. Without this, the next search would read them again.
/// </summary>
/// <remarks>
/// Without a catalog, no method calls the volume. Nothing here can fail: what is not noted is only read once more. Not
/// thread-safe.
/// </remarks>
/// <param name="volume">The volume that holds the files.</param>
/// <param name="catalog">The catalog, which the caller disposes, or null if there is none.</param>
internal sealed class StateNotes(IVolume volume, ContentCatalog? catalog) : IDisposable
{
    private readonly StateChanges? _changes = catalog is null ? null : new StateChanges(catalog);
    private readonly Dictionary<ulong, FileSystemIdentity> _fileSystems = [];
    private bool _isSaved = true;

    /// <summary>Gets whether there is a catalog.</summary>
    internal bool AreKept => _changes is not null;

    /// <summary>Passes everything that was noted to the catalog, and makes the catalog write it.</summary>
    public void Dispose() => Save();

    /// <summary>Notes the state that an open file has now. Nothing is noted about a file without a name.</summary>
    /// <param name="file">The file.</param>
    /// <param name="before">Its facts when its content was compared, or before a change to its names.</param>
    /// <param name="folder">A folder on the same file system.</param>
    /// <param name="content">The XXH3-128 digest of its content, or zero if the content was not read.</param>
    internal void Note(FileHandle file, in FileFacts before, FolderHandle folder, Digest128 content = default)
    {
        if (IdentityOf(folder, before.Device).IsKnown
            && !volume.Stat(file, out FileFacts now).Failed && now.Links > 0)
        {
            Add(before, now, content);
        }
    }

    /// <summary>Notes the state that the file under a name has now, just after a change to its names.</summary>
    /// <param name="place">The name.</param>
    /// <param name="before">The facts of the file under the name before a change to its names.</param>
    internal void Note(Place place, in FileFacts before)
    {
        if (IdentityOf(place.Folder, before.Device).IsKnown
            && !volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts now).Failed)
        {
            Add(before, now);
        }
    }

    /// <summary>Returns whether what is noted about files in a folder is kept.</summary>
    internal bool AreKeptIn(in OpenFolder folder) => IdentityOf(folder.Handle, folder.Facts.Device).IsKnown;

    /// <summary>Notes that a file was copied completely, and that nobody wrote to either file meanwhile.</summary>
    /// <param name="source">The facts of the file while it was read.</param>
    /// <param name="folder">A folder on its file system, or null if none is open.</param>
    /// <param name="copy">The facts of the finished copy.</param>
    /// <param name="copyFolder">A folder on the file system of the copy.</param>
    /// <param name="content">The XXH3-128 digest of the content that was copied.</param>
    internal void NoteCopy(
        in FileFacts source, FolderHandle? folder, in FileFacts copy, FolderHandle copyFolder, Digest128 content)
    {
        if (_changes is not null)
        {
            _isSaved = false;
            _changes.AddCopy(
                folder is { } open ? IdentityOf(open, source.Device) : default, source,
                IdentityOf(copyFolder, copy.Device), copy, content);
        }
    }

    /// <summary>Passes everything that was noted to the catalog. Call this when nothing waits for it.</summary>
    internal void Flush() => _changes?.Flush();

    /// <summary>Passes everything that was noted to the catalog, and makes the catalog write it.</summary>
    internal void Save()
    {
        if (!_isSaved)
        {
            _isSaved = true;
            _changes!.Flush();
            catalog!.Flush();
        }
    }

    private void Add(in FileFacts before, in FileFacts now, Digest128 content = default)
    {
        if (Identity.SameFile(before, now))
        {
            _isSaved = false;
            _changes!.Add(_fileSystems[before.Device], before, now, content);
        }
    }

    private FileSystemIdentity IdentityOf(FolderHandle folder, ulong device)
    {
        FileSystemIdentity known = default;
        if (_changes is null || _fileSystems.TryGetValue(device, out known))
        {
            return known;
        }

        // A file of an overlay may have another device number than its folder.
        MountFacts mount = volume.MountOf(folder);
        known = mount.Device == device ? mount.Identity : default;
        _fileSystems.Add(device, known);
        return known;
    }
}
