using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Compares and reads keys of rows in the format RowBinary.</summary>
internal static class RowKey
{
    /// <summary>Compares two keys of a table by size, then by digest, then by path, as the server does.</summary>
    internal static int Compare(FleetTable table, ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        int bySize = BinaryPrimitives.ReadUInt64LittleEndian(left)
            .CompareTo(BinaryPrimitives.ReadUInt64LittleEndian(right));
        int fixedBytes = sizeof(ulong) + (table.Digest is null ? 0 : Digest128.ByteCount);
        int byDigest = bySize != 0
            ? bySize
            : left[sizeof(ulong)..fixedBytes].SequenceCompareTo(right[sizeof(ulong)..fixedBytes]);
        return byDigest != 0 || table.Path is null
            ? byDigest
            : WithoutLength(left[fixedBytes..]).SequenceCompareTo(WithoutLength(right[fixedBytes..]));
    }

    /// <summary>Reads a key from an answer.</summary>
    /// <param name="table">The table.</param>
    /// <param name="rows">The answer.</param>
    /// <param name="key">Receives the key. It grows as needed.</param>
    /// <returns>The number of bytes, or 0 at the end.</returns>
    internal static int Read(FleetTable table, RowStream rows, ref byte[] key)
    {
        if (!rows.TryReadUInt64(out ulong size))
        {
            return 0;
        }

        BinaryPrimitives.WriteUInt64LittleEndian(key, size);
        int end = sizeof(ulong);
        if (table.Digest is not null)
        {
            rows.Read(key.AsSpan(end, Digest128.ByteCount));
            end += Digest128.ByteCount;
        }

        if (table.Path is null)
        {
            return end;
        }

        int length = rows.ReadLength();
        if (key.Length < end + sizeof(ulong) + length)
        {
            Array.Resize(ref key, end + sizeof(ulong) + length);
        }

        uint left = (uint)length;
        for (; left >= 0x80; left >>= 7)
        {
            key[end++] = (byte)(left | 0x80);
        }

        key[end++] = (byte)left;
        rows.Read(key.AsSpan(end, length));
        return end + length;
    }

    private static ReadOnlySpan<byte> WithoutLength(ReadOnlySpan<byte> text)
    {
        int begin = 0;
        while (text[begin] >= 0x80)
        {
            begin++;
        }

        return text[(begin + 1)..];
    }
}
