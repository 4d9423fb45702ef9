using System.Runtime.InteropServices;
using System.Text;
using Doppel.Hashing;
using Doppel.Pooling;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Catalog;

/// <summary>Collects files in any order, and writes them to a saved volume folder by folder.</summary>
/// <remarks>
/// Takes 16 bytes of unmanaged memory for each file, and a temporary file beside the saved volumes. If a path is added
/// again, the last one counts. Not thread-safe.
/// </remarks>
public sealed class SavedList : IDisposable
{
    private const int CapacityMin = 1024;

    // Records are read back in another order, so blocks are small.
    private const int PayloadBytes = 512;
    private const int ReadBytes = 1024;
    private const int BufferBytes = 64 * 1024;

    private readonly string _path;
    private readonly SafeFileHandle _input;
    private readonly ulong _id = RandomId.New() | 1;
    private readonly FileStream _stream;
    private readonly SavedBlock _block;
    private readonly SavedFolders _folders = new();
    private readonly NativeBuffer<Row> _rows = new(CapacityMin);
    private readonly HashSet<DigestAlgorithm> _algorithms = [];
    private int _count;
    private bool _isWithoutListed;

    internal SavedList(string path)
    {
        _path = path;
        _stream = new FileStream(
            CatalogFiles.System.Create(path, isAppended: false), FileAccess.Write, BufferBytes);
        _input = SavedVolume.OpenFile(path);

        // Both handles stay usable, and nothing is left behind if the process is killed.
        CatalogFiles.System.Delete(path);
        _block = new SavedBlock(_stream, _id, 0);
    }

    /// <summary>Gets the hash functions of the digests that were added, in the order of their numbers.</summary>
    public IReadOnlyList<DigestAlgorithm> Algorithms => [.. _algorithms.Order()];

    /// <summary>Adds a file.</summary>
    /// <param name="path">
    /// Its path. Parts are separated by '/'; empty ones and "." count for nothing, and ".." leads to the folder above.
    /// </param>
    /// <param name="file">What is known of it. It has one name.</param>
    /// <returns>False if the path is empty, leads above the first folder, or contains NUL.</returns>
    /// <exception cref="IOException">The temporary file cannot be written.</exception>
    public bool TryAdd(ReadOnlySpan<byte> path, in SavedFile file)
    {
        int slash = path.LastIndexOf((byte)'/');
        ReadOnlySpan<byte> name = path[(slash + 1)..];
        bool isName = !name.IsEmpty && !name.SequenceEqual("."u8) && !name.SequenceEqual(".."u8);
        int folder = slash <= 0 ? 0 : Enter(path[..slash]);
        if (!isName || folder == SavedFolders.None || path.Contains((byte)0))
        {
            return false;
        }

        if (_count == _rows.Length)
        {
            _rows.Resize(checked(2 * _count));
        }

        _rows[_count++] = new Row(folder, (uint)Xxh3.Hash128(name).Low, SavedPlace.Of(_block.At, _block.Length));
        file.Write(_block, name);
        if (file.Listed is { } listed)
        {
            _algorithms.Add(listed.Algorithm);
        }

        if (file.Digest is not null)
        {
            _algorithms.Add(DigestAlgorithm.Xxh3);
        }

        if (_block.Length >= PayloadBytes)
        {
            _block.Write(SavedBlockKind.Files);
        }

        return true;
    }

    /// <summary>
    /// Leaves out the listed digests of all files, because the list has turned out to be wrong about them. Nothing can
    /// be added after that.
    /// </summary>
    public void ForgetListed()
    {
        _isWithoutListed = true;
        _algorithms.RemoveWhere(static algorithm => algorithm != DigestAlgorithm.Xxh3);
    }

    /// <summary>Writes the saved volume. Nothing can be added after that.</summary>
    /// <param name="output">The stream, which the caller closes.</param>
    /// <param name="description">What is saved. Its algorithms are set here.</param>
    /// <param name="problems">The number of files of the list that could not be added.</param>
    /// <exception cref="ArgumentException">A file has no size, and none has a digest.</exception>
    /// <exception cref="IOException">The output cannot be written, or the temporary file cannot be read.</exception>
    public SavedTotals Write(Stream output, SavedDescription description, long problems)
    {
        _block.Write(SavedBlockKind.Files);
        _stream.Flush();
        using var writer = new SavedWriter(output, description with { Algorithms = Algorithms });
        using NativeBuffer<int> numbers = AddFolders(writer);
        var cursor = new SavedCursor(_input, _id, ReadBytes);
        Span<Row> rows = DropRepeated(cursor);
        rows.Sort(static (left, right) => (left.Folder, left.Place).CompareTo((right.Folder, right.Place)));
        foreach (Row row in rows)
        {
            SavedFile file = Read(cursor, row, out ReadOnlySpan<byte> name);
            writer.BeginFiles(numbers[row.Folder]);
            writer.AddFile(name, _isWithoutListed ? file with { Listed = null } : file);
        }

        return writer.Complete(problems);
    }

    /// <summary>
    /// Opens what was added as a volume that is not saved: its file has no name, and is gone when the volume is
    /// disposed. Nothing can be added after that.
    /// </summary>
    /// <param name="address">
    /// What precedes the paths in reports, in ASCII, such as <c>s3://bucket</c> or <c>catalog:NAME</c>.
    /// </param>
    /// <param name="description">What was listed. Its algorithms are set here.</param>
    /// <param name="problems">The number of files that could not be added.</param>
    /// <param name="source">What answers questions that the list leaves open, or null if nothing does.</param>
    /// <exception cref="IOException">The file cannot be written or read.</exception>
    public SavedVolume ToVolume(
        string address, SavedDescription description, long problems, IListedSource? source = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(address);
        using (var output = new FileStream(
            CatalogFiles.System.Create(_path, isAppended: false), FileAccess.Write, BufferBytes))
        {
            Write(output, description, problems);
        }

        return SavedVolume.OpenTemporary(_path, address, source);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _folders.Dispose();
        _rows.Dispose();
        _input.Dispose();
        _stream.Dispose();
    }

    private static SavedFile Read(SavedCursor cursor, Row row, out ReadOnlySpan<byte> name)
    {
        if (!cursor.TryEnter(row.Place))
        {
            throw new IOException("The temporary file cannot be read.");
        }

        SavedFields fields = cursor.Fields;
        return SavedFile.Read(ref fields, out name);
    }

    private int Enter(ReadOnlySpan<byte> path)
    {
        int folder = 0;
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = path[part];
            if (name.SequenceEqual(".."u8))
            {
                folder = _folders[folder].Parent;
                if (folder == SavedFolders.None)
                {
                    return SavedFolders.None;
                }
            }
            else if (!name.IsEmpty && !name.SequenceEqual("."u8))
            {
                folder = _folders.FindOrAdd(folder, name);
            }
        }

        return folder;
    }

    private NativeBuffer<int> AddFolders(SavedWriter writer)
    {
        var numbers = new NativeBuffer<int>(_folders.Count);
        numbers[0] = 0;
        for (int folder = 1; folder < numbers.Length; folder++)
        {
            numbers[folder] = writer.AddFolder(numbers[_folders[folder].Parent], _folders.NameOf(folder));
        }

        return numbers;
    }

    // Rows with the hash of one name are next to each other. Few of them are not also of one name.
    private Span<Row> DropRepeated(SavedCursor cursor)
    {
        Span<Row> rows = _rows.Span[.._count];
        rows.Sort(static (left, right) =>
            (left.Folder, left.Hash, left.Place).CompareTo((right.Folder, right.Hash, right.Place)));
        int kept = 0;
        for (int first = 0; first < rows.Length;)
        {
            int end = first + 1;
            while (end < rows.Length && rows[end].Folder == rows[first].Folder && rows[end].Hash == rows[first].Hash)
            {
                end++;
            }

            foreach (Row row in end - first == 1 ? rows[first..end] : LastOfEach(cursor, rows[first..end]))
            {
                rows[kept++] = row;
            }

            first = end;
        }

        return rows[..kept];
    }

    private static Row[] LastOfEach(SavedCursor cursor, ReadOnlySpan<Row> rows)
    {
        Dictionary<string, Row> byName = [];
        foreach (Row row in rows)
        {
            Read(cursor, row, out ReadOnlySpan<byte> name);
            byName[Encoding.Latin1.GetString(name)] = row;
        }

        return [.. byName.Values];
    }

    // One file: its folder, the hash of its name, and where its record is in the temporary file.
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Row(int Folder, uint Hash, ulong Place);
}
