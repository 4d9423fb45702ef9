using System.Collections.Concurrent;
using System.Text;
using Doppel.Hashing;
using Doppel.Volumes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>
/// What was on a disk when it was saved: folders, names, sizes, times and digests. It can be searched without the disk.
/// So can what a server lists, such as the objects of a bucket.
/// </summary>
/// <remarks>
/// Paths are those that the files had. Contents are not there: opening a file fails with
/// <see cref="VolumeErrorKind.Offline"/>. The folders are kept in memory, and files are read when they are listed.
/// Handles of folders need not be closed. A file whose size is not known has the size
/// <see cref="SavedFile.UnknownSize"/>. Thread-safe, except for <see cref="Dispose"/>.
/// </remarks>
public sealed partial class SavedVolume : IVolume, IDisposable
{
    /// <summary>What precedes the name of a saved volume wherever a path is expected.</summary>
    public const string Prefix = "catalog:";

    private readonly SafeFileHandle _file;
    private readonly SavedFolders _folders;
    private readonly ulong _id;
    private readonly ulong _firstFile;
    private readonly MountFacts _mount;
    private readonly ConcurrentBag<SavedCursor> _cursors = [];

    private SavedVolume(string name, SafeFileHandle file, SavedReader reader)
    {
        (Name, Address, _file, _folders, _id) = (name, Prefix + name, file, reader.Folders, reader.Id);
        (Description, Totals, _firstFile) = (reader.Description, reader.Totals, reader.FirstFile);
        _mount = new MountFacts
        {
            Device = _id,
            FileSystem = "catalog",
            Label = name,
            DeviceKind = DeviceKind.Memory,
            Devices = [new PhysicalDevice { Name = "memory", Kind = DeviceKind.Memory }],
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.HardLinks | FileSystemTraits.ReadOnly,
        };
    }

    /// <summary>Gets the name under which it was opened.</summary>
    public string Name { get; }

    /// <summary>
    /// Gets what precedes the paths of its files in reports: <c>catalog:NAME</c>, or the address of what was listed,
    /// such as <c>s3://bucket</c>.
    /// </summary>
    public string Address { get; private init; }

    /// <summary>
    /// Gets what answers questions about files whose content the list leaves open, or null if nothing does.
    /// </summary>
    public IListedSource? Source { get; private init; }

    /// <summary>Gets what it is a record of.</summary>
    public SavedDescription Description { get; }

    /// <summary>Gets its totals.</summary>
    public SavedTotals Totals { get; }

    /// <summary>Opens a saved volume and checks every byte of it.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="name">The name to show for it.</param>
    /// <exception cref="SavedFormatException">The file is not an undamaged saved volume.</exception>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="IOException">The file cannot be opened or read.</exception>
    public static SavedVolume Open(string path, string name)
    {
        SafeFileHandle file = OpenFile(path);
        try
        {
            // The volume takes the handle, so the stream, which has no buffer, is left to the collector unclosed.
            var stream = new SavedStream(file);
            return new SavedVolume(name, file, SavedReader.ReadAll(stream));
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Returns a path as reports show it: <see cref="Address"/> and the path.</summary>
    /// <param name="path">The absolute path.</param>
    public byte[] ShownPath(ReadOnlySpan<byte> path)
    {
        ReadOnlySpan<byte> separator = path.StartsWith("/"u8) ? [] : "/"u8;
        return [.. Encoding.ASCII.GetBytes(Address), .. separator, .. path is [(byte)'/'] ? [] : path];
    }

    /// <summary>Gets the digest of a file that was listed.</summary>
    /// <param name="inode">Its inode number.</param>
    /// <param name="digest">The XXH3-128 digest of its content.</param>
    /// <returns>False if the content is not known, or if there is no such file.</returns>
    public bool TryGetDigest(ulong inode, out Digest128 digest)
    {
        bool isKnown = TryRead(inode, out SavedFile file) && file.Digest is not null;
        digest = file.Digest ?? default;
        return isKnown;
    }

    /// <summary>Gets everything that is known of a file that was listed, except its name.</summary>
    /// <param name="inode">Its inode number.</param>
    /// <param name="file">The file.</param>
    /// <returns>False if there is no such file.</returns>
    public bool TryGetFile(ulong inode, out SavedFile file) => TryRead(inode, out file);

    /// <summary>Passes on all files, in the order in which they were saved.</summary>
    /// <param name="visitor">
    /// Receives each name of a file; another name of an earlier file has <see cref="SavedFile.FirstName"/>. Returns
    /// whether to go on.
    /// </param>
    /// <returns>False if the visitor ended it, or if the file is damaged by now.</returns>
    public bool ReadFiles(Predicate<SavedFile> visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        return ReadFiles(_firstFile, Totals.Names, (in SavedFile file, ReadOnlySpan<byte> _, ulong _) => visitor(file));
    }

    /// <summary>Gets the facts of a file that was listed, without looking for its name.</summary>
    /// <param name="inode">Its inode number.</param>
    /// <param name="facts">The facts.</param>
    /// <returns>False if there is no such file.</returns>
    public bool TryGetFacts(ulong inode, out FileFacts facts)
    {
        bool isThere = TryRead(inode, out SavedFile file);
        facts = isThere ? FactsOf(file, inode) : default;
        return isThere;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _folders.Dispose();
        _file.Dispose();
    }

    /// <summary>Opens a temporary file, and removes its name.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="address">
    /// What precedes the paths of its files in reports, in ASCII. It is also the name, without <see cref="Prefix"/>.
    /// </param>
    /// <param name="source">What answers questions that the list leaves open, or null.</param>
    internal static SavedVolume OpenTemporary(string path, string address, IListedSource? source)
    {
        string name = address.StartsWith(Prefix, StringComparison.Ordinal) ? address[Prefix.Length..] : address;
        SafeFileHandle file = OpenFile(path);
        CatalogFiles.System.Delete(path);
        return new SavedVolume(name, file, SavedReader.ReadAll(new SavedStream(file)))
        {
            Address = address,
            Source = source,
        };
    }

    internal static SafeFileHandle OpenFile(string path) => CatalogFiles.System.Open(path, out string? reason)
        ?? throw (reason is null ? new FileNotFoundException(null, path) : new IOException(reason));

    private bool TryRead(ulong inode, out SavedFile file)
    {
        SavedCursor cursor = Rent();
        try
        {
            file = default;
            if (!cursor.TryEnter(inode))
            {
                return false;
            }

            SavedFields fields = cursor.Fields;
            file = SavedFile.Read(ref fields, out _);
            return file.FirstName == 0;
        }
        catch (SavedFormatException)
        {
            file = default;
            return false;
        }
        finally
        {
            _cursors.Add(cursor);
        }
    }

    private SavedCursor Rent() => _cursors.TryTake(out SavedCursor? cursor) ? cursor : new SavedCursor(_file, _id);

    private FileFacts FactsOf(in SavedFile file, ulong inode) => new()
    {
        Kind = EntryKind.File,
        Size = file.Size,
        Device = _id,
        Inode = file.FirstName == 0 ? inode : file.FirstName,
        Links = file.Links,
        Modified = file.Modified,
        Changed = file.Modified,
    };

    private FileFacts FactsOfFolder(int number) => new()
    {
        Kind = EntryKind.Folder,
        Device = _id,
        Inode = SavedPlace.OfFolder(number),
        Links = 1,
    };
}
