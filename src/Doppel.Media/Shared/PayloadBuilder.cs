using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Gathers the payload of one file.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class PayloadBuilder
{
    // 16 MiB of list; a film in more pieces than that is not comparable.
    private const int ExtentsMax = 1 << 20;

    private readonly List<PayloadExtent> _extents = [];
    private readonly Xxh3State _key = new();
    private long _bytes;

    internal void Clear()
    {
        _extents.Clear();
        _key.Reset();
        _bytes = 0;
    }

    /// <summary>Takes in bytes of the file as they stand there; none are none.</summary>
    internal void Add(long offset, long length)
    {
        if (length <= 0)
        {
            return;
        }

        _bytes += length;
        if (_extents.Count > 0 && _extents[^1].Offset + _extents[^1].Length == offset)
        {
            _extents[^1] = _extents[^1] with { Length = _extents[^1].Length + length };
            return;
        }

        if (_extents.Count == ExtentsMax)
        {
            NotComparableException.Throw("its payload lies in too many pieces");
        }

        _extents.Add(new PayloadExtent(offset, length));
    }

    /// <summary>Takes in what counts but does not stand in the file like this.</summary>
    internal void AddKey(ReadOnlySpan<byte> bytes)
    {
        AddKey(bytes.Length);
        _key.Append(bytes);
    }

    /// <summary>Takes in a number that counts: a length, a kind of chunk.</summary>
    internal void AddKey(long number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        _key.Append(bytes);
    }

    /// <summary>Takes in what was gathered of one part, such as a track.</summary>
    internal void Add(PayloadBuilder part)
    {
        Digest128 key = part._key.GetDigest();
        AddKey((long)key.High);
        AddKey((long)key.Low);
        AddKey(part._bytes);
        foreach (PayloadExtent extent in part._extents)
        {
            Add(extent.Offset, extent.Length);
        }
    }

    /// <summary>The payload of a whole file.</summary>
    /// <param name="format">Its format.</param>
    /// <param name="fileBytes">Its length.</param>
    internal MediaMap Build(MediaFormat format, long fileBytes)
    {
        if (_bytes == 0 || _bytes > fileBytes)
        {
            NotComparableException.Throw(_bytes == 0 ? "it has no payload" : "parts of it overlap");
        }

        return new MediaMap
        {
            Format = format,
            Key = _key.GetDigest(),
            Extents = [.. _extents],
            PayloadBytes = _bytes,
        };
    }
}
