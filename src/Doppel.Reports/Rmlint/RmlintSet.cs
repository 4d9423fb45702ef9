using System.Buffers;
using Doppel.Reports.Shared;

namespace Doppel.Reports.Rmlint;

/// <summary>The files of the set at hand. Used over and over.</summary>
internal sealed class RmlintSet
{
    private readonly ArrayBufferWriter<byte> _checksum = new();
    private readonly List<RmlintFile> _files = [];
    private readonly Dictionary<(ulong Device, ulong Inode), int> _copyOf = [];
    private ulong _listed;
    private ulong _twins;
    private (ulong Device, ulong Inode)? _lastInode;

    public long Size { get; private set; }

    /// <summary>The first path, also where it could not be used.</summary>
    public ReportName FirstPath { get; private set; }

    public bool IsEmpty => _listed == 0;

    /// <summary>
    /// Whether a file belongs to this set. Equal checksums show it. A file without checksum belongs to it as a further
    /// duplicate or as a further name of the same inode, while the set is not yet as large as it says.
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

    /// <summary>The files as copies: those of one inode are names of one copy.</summary>
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

    /// <summary>Null where it is not told, or is 0, which no file has.</summary>
    private static (ulong Device, ulong Inode)? InodeOf(RmlintItem item) =>
        item is { Device: { } device, Inode: { } inode and > 0 } ? (device, inode) : null;
}
