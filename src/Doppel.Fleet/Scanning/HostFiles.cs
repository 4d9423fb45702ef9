using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>The files of this host, and what is known about each of them.</summary>
internal sealed partial class HostFiles : IDisposable
{
    private readonly TreeContents _contents;
    private readonly NativeBits _leftOut;
    private readonly NativeBits _sizeShared;
    private readonly NativeBits _endsShared;
    private readonly NativeBits _contentShared;
    private readonly NativeBits _confirmed;
    private readonly NativeBuffer<CopyFacts> _facts;
    private readonly ulong[] _devices;
    private readonly List<(Digest128 Digest, int File)> _sorted = [];
    private readonly List<(byte[] Path, int File)> _names = [];

    internal HostFiles(
        FindOptions options, FleetScanOptions scan, FindProgress progress, CancellationToken cancellation)
    {
        _contents = new TreeContents(options, progress, cancellation);
        int count = _contents.Count;
        _leftOut = new NativeBits(count);
        _sizeShared = new NativeBits(count);
        _endsShared = new NativeBits(count);
        _contentShared = new NativeBits(count);
        _confirmed = new NativeBits(count);
        _facts = new NativeBuffer<CopyFacts>(count);
        _devices = DevicesOf(_contents.Tree, FleetHost.IdOf(scan.Host));
        IsOfLists = options.Roots.Any(static root => root.Volume is SavedVolume);
        _contentTold = new NativeBuffer<Digest128>(IsOfLists ? count : 0);
        _contentTold.Span.Clear();
        _asked = new NativeBits(IsOfLists ? count : 0);
        _listedShared = new NativeBits(IsOfLists ? count : 0);
        for (int file = 0; file < count; file++)
        {
            int device = _contents.IdentityOf(file).Device;
            if (_contents.SizeOf(file) < 0)
            {
                // A list does not say its size, so nobody can be asked about it.
                _leftOut.Set(file);
                WithoutSize++;
            }
            else if (!scan.Network && _contents.Tree.Devices[device].Mount.DeviceKind == DeviceKind.Network)
            {
                _leftOut.Set(file);
                LeftOut++;
            }
            else
            {
                Count++;
                Bytes += _contents.SizeOf(file);
            }
        }
    }

    internal TreeContents Contents => _contents;

    internal long Count { get; }

    internal long Bytes { get; }

    internal long LeftOut { get; }

    public void Dispose()
    {
        _contents.Dispose();
        _leftOut.Dispose();
        _sizeShared.Dispose();
        _endsShared.Dispose();
        _contentShared.Dispose();
        _confirmed.Dispose();
        _facts.Dispose();
        _contentTold.Dispose();
        _asked.Dispose();
        _listedShared.Dispose();
    }

    /// <summary>
    /// Of the files whose size exists twice, reads the smaller ones and those of the size of a listed file completely,
    /// and both ends of the others.
    /// </summary>
    internal void ReadFirst()
    {
        if (_hashesOfLists.Count > 0)
        {
            _contents.ReadWholes(file => _sizeShared[file] && IsForLists(file), HashesOf);
        }

        _contents.ReadEnds(file => _sizeShared[file] && !IsSmall(file) && !IsForLists(file));
        _contents.ReadWholes(file => _sizeShared[file] && IsSmall(file));
    }

    /// <summary>Reads the larger files whose ends exist twice.</summary>
    internal void ReadRest() => _contents.ReadWholes(file => _endsShared[file] && _sizeShared[file]);

    /// <summary>Looks once more at the files whose names are told.</summary>
    internal void Confirm() => _contents.Confirm(
        file => _contentShared[file] && !_confirmed[file],
        (file, facts) =>
        {
            _facts[file] = facts;
            _confirmed.Set(file);
        });

    /// <summary>Adds the rows of a table for the files of one size.</summary>
    internal void AddRows(FleetTable table, CopyRun run, RowBatch rows)
    {
        if (_contents.SizeOf(run.First) < 0)
        {
            return;
        }

        if (table == FleetTable.Sizes)
        {
            AddSize(run, rows);
            return;
        }

        if (table == FleetTable.Listed)
        {
            AddListed(run, rows);
            return;
        }

        Collect(table, run);
        for (int first = 0; first < _sorted.Count;)
        {
            int end = first + 1;
            while (end < _sorted.Count && _sorted[end].Digest == _sorted[first].Digest)
            {
                end++;
            }

            ReadOnlySpan<(Digest128 Digest, int File)> equal = CollectionsMarshal.AsSpan(_sorted)[first..end];
            if (table == FleetTable.Files)
            {
                AddNames(equal, rows);
            }
            else
            {
                Span<byte> values = rows.Add(_contents.SizeOf(run.First), equal[0].Digest, []);
                BinaryPrimitives.WriteUInt32LittleEndian(values, (uint)equal.Length);
                foreach ((_, int file) in equal)
                {
                    rows.AddFile(file);
                }
            }

            first = end;
        }
    }

    /// <summary>Forgets which rows of a table exist twice.</summary>
    internal void Unmark(FleetTable table)
    {
        NativeBits bits = BitsOf(table);
        for (int file = bits.NextSet(0); file < bits.Length; file = bits.NextSet(file + 1))
        {
            bits.Unset(file);
        }
    }

    /// <summary>Notes that the key of some files in a table exists twice.</summary>
    internal void Mark(FleetTable table, ReadOnlySpan<int> files)
    {
        foreach (int file in files)
        {
            BitsOf(table).Set(file);
        }
    }

    /// <summary>Counts the files of which a row of a table exists twice.</summary>
    internal (long Files, long Bytes) CountShared(FleetTable table)
    {
        NativeBits bits = BitsOf(table);
        (long files, long bytes) = (0, 0);
        for (int file = bits.NextSet(0); file < bits.Length; file = bits.NextSet(file + 1))
        {
            files++;
            bytes += _contents.SizeOf(file);
        }

        return (files, bytes);
    }

    // File systems of different hosts are different, even if one was copied from the other with its identity.
    private static ulong[] DevicesOf(PathTree tree, ulong host)
    {
        ulong[] devices = new ulong[tree.Devices.Count];
        for (int i = 0; i < devices.Length; i++)
        {
            FileSystemIdentity identity = tree.Devices[i].Mount.Identity;
            ReadOnlySpan<ulong> own = tree.Devices[i].Volume is SavedVolume ? [] : [tree.Devices[i].Device];
            ReadOnlySpan<ulong> all = identity.IsKnown
                ? [host, (ulong)(identity.Id >> 64), (ulong)identity.Id, identity.Subvolume]
                : [host, .. own];
            devices[i] = Xxh3.Hash128(MemoryMarshal.AsBytes(all)).Low;
        }

        return devices;
    }

    private static void WriteFacts(
        Span<byte> row, CopyFacts facts, ulong device, ulong inode, uint links, DigestAlgorithm hash)
    {
        const long NanosecondsPerSecond = 1_000_000_000;
        BinaryPrimitives.WriteUInt32LittleEndian(row, links);
        BinaryPrimitives.WriteUInt64LittleEndian(row[4..], device);
        BinaryPrimitives.WriteUInt64LittleEndian(row[12..], inode);
        BinaryPrimitives.WriteUInt64LittleEndian(row[20..], (ulong)facts.Allocated);
        BinaryPrimitives.WriteUInt32LittleEndian(row[28..], facts.Owner);
        BinaryPrimitives.WriteUInt32LittleEndian(row[32..], facts.Group);
        BinaryPrimitives.WriteUInt32LittleEndian(row[36..], facts.Mode);
        BinaryPrimitives.WriteInt64LittleEndian(
            row[40..],
            (Math.Clamp(facts.Modified.Seconds, -9_000_000_000, 9_000_000_000) * NanosecondsPerSecond)
            + facts.Modified.Nanoseconds);
        row[48] = (byte)hash;
    }

    private bool IsSmall(int file) => _contents.SizeOf(file) <= 2 * TreeContents.EndBytes;

    private NativeBits BitsOf(FleetTable table)
    {
        if (table == FleetTable.Sizes)
        {
            return _sizeShared;
        }

        if (table == FleetTable.Listed)
        {
            return _listedShared;
        }

        return table == FleetTable.Ends ? _endsShared : _contentShared;
    }

    private void AddSize(CopyRun run, RowBatch rows)
    {
        int count = 0;
        for (int file = run.First; file < run.First + run.Count; file++)
        {
            count += _leftOut[file] ? 0 : 1;
        }

        if (count == 0)
        {
            return;
        }

        rows.Add(_contents.SizeOf(run.First), default, [])[0] = (byte)Math.Min(count, byte.MaxValue);
        for (int file = run.First; file < run.First + run.Count; file++)
        {
            if (!_leftOut[file])
            {
                rows.AddFile(file);
            }
        }
    }

    private void Collect(FleetTable table, CopyRun run)
    {
        _sorted.Clear();
        for (int file = run.First; file < run.First + run.Count; file++)
        {
            Digest128 digest = DigestFor(table, file);
            if (digest != default)
            {
                _sorted.Add((digest, file));
            }
        }

        _sorted.Sort(static (left, right) => left.Digest.CompareTo(right.Digest));
    }

    private Digest128 DigestFor(FleetTable table, int file)
    {
        if (!_sizeShared[file])
        {
            return default;
        }

        if (table == FleetTable.Ends)
        {
            return IsSmall(file) ? default : _contents.EndsOf(file);
        }

        bool isTold = table == FleetTable.Contents
            ? IsSmall(file) || _endsShared[file] || IsForLists(file) || IsOfLists
            : _contentShared[file] && _confirmed[file];
        return isTold ? ContentOf(file) : default;
    }

    private void AddNames(ReadOnlySpan<(Digest128 Digest, int File)> equal, RowBatch rows)
    {
        _names.Clear();
        foreach ((_, int file) in equal)
        {
            foreach (int name in _contents.NamesOf(file))
            {
                if (name >= 0)
                {
                    _names.Add((_contents.Tree.Render(new PathId(name)), file));
                }
            }
        }

        _names.Sort(static (left, right) => left.Path.AsSpan().SequenceCompareTo(right.Path));
        foreach ((byte[] path, int file) in _names)
        {
            (int device, ulong inode) = _contents.IdentityOf(file);
            uint links = Math.Max(_facts[file].Links, (uint)_contents.NamesOf(file).Length);
            WriteFacts(
                rows.Add(_contents.SizeOf(file), equal[0].Digest, path), _facts[file], _devices[device],
                IsOfLists ? InodeOf(file) : inode, links, HashOf(file));
        }
    }
}
