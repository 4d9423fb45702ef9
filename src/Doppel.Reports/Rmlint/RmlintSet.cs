using System.Buffers;

namespace Doppel.Reports;

/// <summary>The files of the current set. The instance is reused.</summary>
internal sealed class RmlintSet
{
    private readonly ArrayBufferWriter<byte> _checksum = new();
    private readonly List<RmlintFile> _files = [];
    private readonly Dictionary<(ulong Device, ulong Inode), int> _copyOf = [];
    private ulong _listed;
    private ulong _twins;
    private (ulong Device, ulong Inode)? _lastInode;

    public long Size { get; private set; }

    /// <summary>Gets the first path, even if it could not be used.</summary>
    public ReportName FirstPath { get; private set; }

    public bool IsEmpty => _listed == 0;

    /// <summary>
    /// Returns whether a file belongs to this set. Equal checksums prove it. A file without a checksum belongs to the
    /// set as another duplicate, or as another name of the same inode, until the set has as many files as it declares.
    /// </summary>
    public bool Continues(RmlintItem item)
    {
        if (IsEmpty || item.Size != Size || item.Twins != _twins || (_twins > 0 && _listed >= _twins))
        {
            return false;
        }

        return _checksum.WrittenCount > 0 && !item.Checksum.IsEmpty
            ? item.Checksum.SequenceEqual(_checksum.WrittenSpan)
            : item.IsOriginal == false || (InodeOf(item) is { } inode && inode == _lastInode);
    }

    public void Begin(RmlintItem item)
    {
        _files.Clear();
        _checksum.ResetWrittenCount();
        _listed = 0;
        _twins = item.Twins;
        _lastInode = null;
        Size = item.Size;
        FirstPath = item.Path;
    }

    public void Add(RmlintItem item, Doubts doubts)
    {
        _listed++;
        _lastInode = InodeOf(item);
        if (_checksum.WrittenCount == 0)
        {
            _checksum.Write(item.Checksum);
        }

        if (item.HasPath)
        {
            _files.Add(new RmlintFile(item.Path, _lastInode));
        }
        else
        {
            doubts.AddName(item.Path);
        }
    }

    /// <summary>Returns the files as copies. Files with the same inode become names of one copy.</summary>
    public ReportCopy[] ToCopies()
    {
        _copyOf.Clear();
        List<List<RmlintFile>> copies = [];
        foreach (RmlintFile file in _files)
        {
            if (file.Inode is { } inode && _copyOf.TryGetValue(inode, out int copy))
            {
                copies[copy].Add(file);
                continue;
            }

            if (file.Inode is { } newInode)
            {
                _copyOf.Add(newInode, copies.Count);
            }

            copies.Add([file]);
        }

        return copies.ConvertAll(ToCopy).ToArray();
    }

    private static ReportCopy ToCopy(List<RmlintFile> files) =>
        BareCopy.Of(files.ConvertAll(file => file.Path).ToArray()) with
        {
            Device = files[0].Inode?.Device ?? 0,
            Inode = files[0].Inode?.Inode ?? 0,
        };

    /// <summary>Returns the device and inode, or null if they are not recorded or 0, which no file has.</summary>
    private static (ulong Device, ulong Inode)? InodeOf(RmlintItem item) =>
        item is { Device: { } device, Inode: { } inode and > 0 } ? (device, inode) : null;
}

/// <summary>A file of a set.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Inode">The device and inode, or null if not recorded.</param>
internal readonly record struct RmlintFile(ReportName Path, (ulong Device, ulong Inode)? Inode);
