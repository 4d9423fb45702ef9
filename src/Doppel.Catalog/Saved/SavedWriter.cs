using System.Buffers.Binary;

namespace Doppel.Catalog;

/// <summary>Writes a saved volume to a stream. The memory it takes depends on the number of folders only.</summary>
/// <remarks>Not thread-safe. What the stream throws is passed on.</remarks>
public sealed class SavedWriter : IDisposable
{
    private readonly SavedFolders _folders = new();
    private readonly IReadOnlyList<SavedRoot> _roots;
    private readonly SavedBlock _block;
    private readonly bool _isOfList;
    private int _folder = SavedFolders.None;
    private SavedTotals _totals;

    /// <summary>Writes the beginning of a saved volume.</summary>
    /// <param name="output">The stream, which the caller closes. Written in blocks of about 16 KiB.</param>
    /// <param name="description">What is saved.</param>
    /// <exception cref="ArgumentException">There is no root.</exception>
    public SavedWriter(Stream output, SavedDescription description)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(description);
        if (description.Roots.Count == 0)
        {
            throw new ArgumentException("A saved volume has at least one root.", nameof(description));
        }

        _roots = description.Roots;
        Span<byte> head = stackalloc byte[SavedFormat.FileHeadBytes];
        ulong id = RandomId.New() | 1; // It becomes a device number, which is never 0.
        _isOfList = description.Algorithms.Count > 0;
        SavedFormat.WriteFileHead(
            head, id, _isOfList ? SavedFormat.VersionOfList : SavedFormat.VersionOfDisk);
        output.Write(head);
        _block = new SavedBlock(output, id, head.Length);
        WriteDescription(description);
    }

    /// <summary>Returns the number of a folder, which is added with those above it if it is new.</summary>
    /// <param name="path">The absolute path.</param>
    public int AddFolder(ReadOnlySpan<byte> path)
    {
        int folder = 0;
        foreach (Range part in path.Split((byte)'/'))
        {
            folder = path[part].IsEmpty ? folder : _folders.FindOrAdd(folder, path[part]);
        }

        return folder;
    }

    /// <summary>Returns the number of a folder in another one, which is added if it is new.</summary>
    /// <param name="parent">The number of the other one.</param>
    /// <param name="name">The name.</param>
    public int AddFolder(int parent, ReadOnlySpan<byte> name) => _folders.FindOrAdd(parent, name);

    /// <summary>Says in which folder the next files are.</summary>
    /// <param name="folder">The number of the folder.</param>
    /// <exception cref="ArgumentException">
    /// The folder already has files, and another one was begun after them.
    /// </exception>
    public void BeginFiles(int folder)
    {
        if (folder != _folder && _folders[folder].Files > 0)
        {
            throw new ArgumentException("The files of a folder must be added together.", nameof(folder));
        }

        _folder = folder;
    }

    /// <summary>Adds a name of a file.</summary>
    /// <param name="name">The name: any bytes but '/' and NUL.</param>
    /// <param name="file">The file.</param>
    /// <returns>A number for <see cref="SavedFile.FirstName"/> of further names.</returns>
    /// <exception cref="InvalidOperationException">No folder was begun.</exception>
    /// <exception cref="ArgumentException">
    /// The file has an unknown size or a listed digest, and the description names no algorithms.
    /// </exception>
    public ulong AddFile(ReadOnlySpan<byte> name, in SavedFile file)
    {
        if (_folder == SavedFolders.None)
        {
            throw new InvalidOperationException("Begin a folder first.");
        }

        if (file.IsOfList && !_isOfList)
        {
            throw new ArgumentException("The description names no algorithms of a list.", nameof(file));
        }

        var place = SavedPlace.Of(_block.At, _block.Length);
        file.Write(_block, name);
        ref SavedFolder folder = ref _folders[_folder];
        folder.FirstFile = folder.Files == 0 ? place : folder.FirstFile;
        folder.Files++;
        _totals = _totals.With(file);
        if (_block.Length >= SavedFormat.PayloadBytesWanted)
        {
            _block.Write(SavedBlockKind.Files);
        }

        return place;
    }

    /// <summary>Writes the end. Without it, the saved volume is incomplete and cannot be used.</summary>
    /// <param name="problems">The number of files and folders that could not be saved completely.</param>
    public SavedTotals Complete(long problems = 0)
    {
        _block.Write(SavedBlockKind.Files);
        long foldersAt = _block.At;
        WriteFolders();
        _totals = _totals with { Folders = _folders.CountBelow(_roots), Problems = problems };
        long[] end =
            [_totals.Folders, _totals.Names, _totals.Files, _totals.Bytes, _totals.Digests, problems, foldersAt];
        foreach (long value in end)
        {
            _block.AddFixed((ulong)value);
        }

        _block.Write(SavedBlockKind.End);
        return _totals;
    }

    /// <inheritdoc/>
    public void Dispose() => _folders.Dispose();

    private void WriteDescription(SavedDescription description)
    {
        _block.AddFixed((ulong)description.Made.Seconds);
        _block.AddNumber((ulong)description.Made.Nanoseconds);
        _block.AddText(description.Host);
        _block.AddText(description.Version);
        if (_isOfList)
        {
            _block.AddText([.. description.Algorithms.Select(static algorithm => (byte)algorithm)]);
        }

        _block.Write(SavedBlockKind.Description);
        foreach (SavedRoot root in description.Roots)
        {
            _block.AddText(root.Path.Span);
            BinaryPrimitives.WriteUInt128LittleEndian(_block.Reserve(16), root.FileSystem.Id);
            _block.AddFixed(root.FileSystem.Subvolume);
            _block.AddText(root.Label);
            _block.Write(SavedBlockKind.Root);
        }
    }

    private void WriteFolders()
    {
        // The folder above all others comes first and has neither parent nor name.
        WriteFiles(_folders[0]);
        for (int number = 1; number < _folders.Count; number++)
        {
            SavedFolder folder = _folders[number];
            _block.AddNumber((ulong)(number - folder.Parent));
            _block.AddText(_folders.NameOf(number));
            WriteFiles(folder);
        }

        _block.Write(SavedBlockKind.Folders);
    }

    private void WriteFiles(in SavedFolder folder)
    {
        _block.AddNumber((ulong)folder.Files);
        if (folder.Files > 0)
        {
            _block.AddNumber(folder.FirstFile);
        }

        if (_block.Length >= SavedFormat.PayloadBytesWanted)
        {
            _block.Write(SavedBlockKind.Folders);
        }
    }
}
