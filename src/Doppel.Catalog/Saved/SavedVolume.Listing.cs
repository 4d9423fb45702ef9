using Doppel.Volumes;

namespace Doppel.Catalog;

/// <content>Folders and names.</content>
public sealed partial class SavedVolume
{
    private static readonly VolumeError s_vanished = new(VolumeErrorKind.Vanished);
    private static readonly VolumeError s_changed = new(VolumeErrorKind.Changed);
    private static readonly VolumeError s_offline = new(VolumeErrorKind.Offline);
    private static readonly VolumeError s_unsupported = new(VolumeErrorKind.Unsupported);
    private static readonly VolumeError s_damaged = new(VolumeErrorKind.InputOutput);

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        int number = _folders.Follow(NumberOf(at), path);
        if (number != SavedFolders.None)
        {
            (folder, facts) = (new FolderHandle(number), FactsOfFolder(number));
            return VolumeError.None;
        }

        folder = FolderHandle.None;
        VolumeError error = FindFile(at, path, out facts) || s_changed;
        facts = default;
        return error;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        int number = NumberOf(folder);
        for (int inside = _folders[number].FirstInside; inside != SavedFolders.None;
            inside = _folders[inside].NextInParent)
        {
            ReadOnlySpan<byte> name = _folders.NameOf(inside);
            if (visitor.Wants(name, EntryKind.Folder))
            {
                visitor.Visit(name, FactsOfFolder(inside));
            }
        }

        return ListFiles(number, visitor);
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        int number = _folders.Follow(NumberOf(at), path);
        if (number == SavedFolders.None)
        {
            return FindFile(at, path, out facts);
        }

        facts = FactsOfFolder(number);
        return VolumeError.None;
    }

    /// <summary>Finds a file, even if a folder has the same path, as in buckets.</summary>
    /// <param name="path">The path. With a slash at its end, it can be that of a folder only.</param>
    /// <param name="facts">The facts of the file.</param>
    /// <returns>False if there is no such file.</returns>
    public bool TryFindFile(ReadOnlySpan<byte> path, out FileFacts facts) =>
        !FindFile(FolderHandle.None, path, out facts).Failed;

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        VolumeError error = Stat(at, path, LinkPolicy.Stay, FactFields.All, out FileFacts found);
        facts = default;
        if (error.Failed)
        {
            return error;
        }

        return found.Kind == EntryKind.File ? s_offline : s_changed;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        read = 0;
        return s_offline;
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        facts = default;
        return s_offline;
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        ArgumentNullException.ThrowIfNull(extents);
        extents.Clear();
        return s_unsupported;
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        target = [];
        return Stat(at, path, LinkPolicy.Stay, FactFields.None, out _) || s_changed;
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder) => _mount;

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => failure.Kind switch
    {
        VolumeErrorKind.Vanished => "No such file or directory in the saved volume",
        VolumeErrorKind.Changed => "It is not what it was taken for",
        VolumeErrorKind.Offline => "A saved volume holds no contents",
        VolumeErrorKind.InputOutput => "The file of the saved volume is damaged",
        _ => "A saved volume does not support this",
    };

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = TimeSpan.Zero;
        VolumeError error = OpenFile(at, path, out _, out _);
        return error.Kind == VolumeErrorKind.Offline ? s_unsupported : error;
    }

    private static int NumberOf(FolderHandle folder) => folder == FolderHandle.None ? 0 : folder.Value;

    private VolumeError ListFiles(int folder, IEntryVisitor visitor)
    {
        bool isWhole = ReadFiles(
            _folders[folder].FirstFile, _folders[folder].Files,
            (in SavedFile file, ReadOnlySpan<byte> name, ulong place) =>
            {
                if (visitor.Wants(name, EntryKind.File))
                {
                    visitor.Visit(name, FactsOf(file, place));
                }

                return true;
            });
        return isWhole ? VolumeError.None : s_damaged;
    }

    private bool ReadFiles(ulong first, long count, FileVisitor visitor)
    {
        SavedCursor cursor = Rent();
        try
        {
            bool isThere = count == 0 || cursor.TryEnter(first);
            while (count > 0 && isThere)
            {
                SavedFields fields = cursor.Fields;
                for (; count > 0 && !fields.IsAtEnd; count--)
                {
                    ulong place = cursor.PlaceOf(fields);
                    SavedFile file = SavedFile.Read(ref fields, out ReadOnlySpan<byte> name);
                    if (!visitor(file, name, place))
                    {
                        return false;
                    }
                }

                isThere = count == 0 || cursor.TryEnterNext();
            }

            return isThere;
        }
        catch (SavedFormatException)
        {
            return false;
        }
        finally
        {
            _cursors.Add(cursor);
        }
    }

    // Looks through all files of the folder. A search does this for its roots only.
    private VolumeError FindFile(FolderHandle at, ReadOnlySpan<byte> path, out FileFacts facts)
    {
        facts = default;
        int slash = path.LastIndexOf((byte)'/');
        int folder = _folders.Follow(NumberOf(at), slash < 0 ? default : path[..slash]);
        if (folder == SavedFolders.None)
        {
            return s_vanished;
        }

        var finder = new NameFinder(path[(slash + 1)..].ToArray());
        VolumeError error = ListFiles(folder, finder);
        facts = finder.Found ?? default;
        return error || (finder.Found is null ? s_vanished : VolumeError.None);
    }

    // Returns whether to go on.
    private delegate bool FileVisitor(in SavedFile file, ReadOnlySpan<byte> name, ulong place);

    private sealed class NameFinder(byte[] name) : IEntryVisitor
    {
        internal FileFacts? Found { get; private set; }

        public bool Wants(ReadOnlySpan<byte> found, EntryKind kind) => found.SequenceEqual(name);

        public void Visit(ReadOnlySpan<byte> found, in FileFacts facts) => Found = facts;

        public void Fail(ReadOnlySpan<byte> found, VolumeError failure)
        {
        }
    }
}
