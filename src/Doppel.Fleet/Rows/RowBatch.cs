using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>
/// The rows of this host in a range of sizes, in the order of their keys, each with the files that it stands for.
/// </summary>
internal sealed class RowBatch(FleetTable table)
{
    private readonly List<int> _rows = [];
    private readonly List<int> _firstFiles = [];
    private readonly List<int> _files = [];
    private byte[] _bytes = new byte[4096];
    private int _end;

    internal int Count => _rows.Count;

    /// <summary>Gets a row in the format RowBinary, without host and version.</summary>
    internal ReadOnlySpan<byte> this[int row] =>
        _bytes.AsSpan(_rows[row]..(row + 1 < _rows.Count ? _rows[row + 1] : _end));

    internal ReadOnlySpan<byte> KeyOf(int row) => this[row][..^table.ValueBytes];

    /// <summary>Gets the files that a row stands for.</summary>
    internal ReadOnlySpan<int> FilesOf(int row)
    {
        int end = row + 1 < _firstFiles.Count ? _firstFiles[row + 1] : _files.Count;
        return System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_files)[_firstFiles[row]..end];
    }

    internal void Clear()
    {
        _rows.Clear();
        _firstFiles.Clear();
        _files.Clear();
        _end = 0;
    }

    /// <summary>Adds a row that is larger than those before.</summary>
    /// <returns>Its values, all 0, to be written.</returns>
    internal Span<byte> Add(long size, Digest128 digest, ReadOnlySpan<byte> path)
    {
        Reserve(sizeof(ulong) + Digest128.ByteCount + sizeof(ulong) + path.Length + table.ValueBytes);
        _rows.Add(_end);
        _firstFiles.Add(_files.Count);
        BinaryPrimitives.WriteUInt64LittleEndian(Take(sizeof(ulong)), (ulong)size);
        if (table.Digest is not null)
        {
            digest.WriteBytes(Take(Digest128.ByteCount));
        }

        if (table.Path is not null)
        {
            AddLength(path.Length);
            path.CopyTo(Take(path.Length));
        }

        Span<byte> values = Take(table.ValueBytes);
        values.Clear();
        return values;
    }

    /// <summary>Adds a file to the last row.</summary>
    internal void AddFile(int file) => _files.Add(file);

    private void AddLength(int length)
    {
        uint left = (uint)length;
        for (; left >= 0x80; left >>= 7)
        {
            Take(1)[0] = (byte)(left | 0x80);
        }

        Take(1)[0] = (byte)left;
    }

    private Span<byte> Take(int bytes)
    {
        _end += bytes;
        return _bytes.AsSpan(_end - bytes, bytes);
    }

    private void Reserve(int bytes)
    {
        if (_end + bytes > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _end + bytes));
        }
    }
}
