using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Keeps absolute paths in little memory: each folder once, and the last components as bytes.</summary>
/// <remarks>Not thread-safe while names are added.</remarks>
internal sealed class NameTable
{
    private const int BlockBytes = 1 << 16;

    private readonly List<ReportName> _folders = [];
    private readonly Pages<NameRecord> _names = new();
    private readonly List<byte[]> _blocks = [];
    private Dictionary<ReportName, int>? _index = [];
    private int _used = BlockBytes;

    /// <summary>Gets the number of names.</summary>
    internal int Count => _names.Count;

    /// <summary>Gets the number of folders that hold a name.</summary>
    internal int FolderCount => _folders.Count;

    /// <summary>Adds an absolute path and returns its number.</summary>
    internal int Add(ReportName path, int root)
    {
        int slash = path.Bytes.LastIndexOf((byte)'/');
        ReadOnlySpan<byte> last = path.Bytes[(slash + 1)..];
        if (_used + last.Length > BlockBytes)
        {
            _blocks.Add(new byte[Math.Max(BlockBytes, last.Length)]);
            _used = 0;
        }

        last.CopyTo(_blocks[^1].AsSpan(_used));
        int folder = FolderOf(path.Bytes[..Math.Max(slash, 0)]);
        _names.Add(new NameRecord(folder, root, _blocks.Count - 1, _used, last.Length));
        _used += last.Length;
        return _names.Count - 1;
    }

    /// <summary>Gives back the memory that only adding names needs.</summary>
    internal void Complete() => _index = null;

    /// <summary>Returns the last component of a path.</summary>
    internal ReadOnlySpan<byte> LastOf(int name)
    {
        NameRecord record = _names[name];
        return _blocks[record.Block].AsSpan(record.Offset, record.Length);
    }

    /// <summary>Returns the number of the folder that holds a name.</summary>
    internal int FolderOf(int name) => _names[name].Folder;

    /// <summary>Returns the index of the root that a name was found under, or -1 if it is unknown.</summary>
    internal int RootOf(int name) => _names[name].Root;

    /// <summary>Returns the path of a folder, without a slash at the end; empty for the topmost one.</summary>
    internal ReportName Folder(int folder) => _folders[folder];

    internal ReportName PathOf(int name)
    {
        ReadOnlySpan<byte> folder = _folders[_names[name].Folder].Bytes;
        ReadOnlySpan<byte> last = LastOf(name);
        byte[] path = new byte[folder.Length + 1 + last.Length];
        folder.CopyTo(path);
        path[folder.Length] = (byte)'/';
        last.CopyTo(path.AsSpan(folder.Length + 1));
        return new ReportName(path);
    }

    private int FolderOf(ReadOnlySpan<byte> path)
    {
        // Names of one folder mostly follow each other.
        if (_names.Count > 0 && _folders[_names[_names.Count - 1].Folder].Bytes.SequenceEqual(path))
        {
            return _names[_names.Count - 1].Folder;
        }

        var folder = new ReportName(path.ToArray());
        Dictionary<ReportName, int> index = _index ?? throw new InvalidOperationException("The table is complete.");
        if (!index.TryGetValue(folder, out int number))
        {
            number = _folders.Count;
            _folders.Add(folder);
            index.Add(folder, number);
        }

        return number;
    }

    private readonly record struct NameRecord(int Folder, int Root, int Block, int Offset, int Length);
}
