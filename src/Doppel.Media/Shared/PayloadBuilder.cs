using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Gathers the payload of one file.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class PayloadBuilder
{
    // 32 MiB of list: two hours of pictures and four voices. What lies in more pieces than that is not comparable.
    private const int ExtentsMax = 1 << 21;
    private const int ExtentsKept = 1 << 16;

    private const int KeyBytesMax = 1 << 20;

    private readonly List<PayloadExtent> _extents = [];
    private readonly Xxh3State _key = new();
    private List<PayloadPart>? _parts;
    private long _bytes;
    private bool _isCut;

    /// <summary>Whether the beginning of the payload is enough.</summary>
    internal bool IsGlance => Depth == MapDepth.Glance;

    /// <summary>Bytes taken in so far.</summary>
    internal long Bytes => _bytes;

    /// <summary>The digest of what was taken in as a key so far.</summary>
    internal Digest128 KeyDigest => _key.GetDigest();

    /// <summary>What was taken in so far.</summary>
    internal IReadOnlyList<PayloadExtent> Extents => _extents;

    /// <summary>How much of the file is asked for.</summary>
    internal MapDepth Depth { get; private set; }

    /// <summary>Begins with another file.</summary>
    /// <param name="depth">How much of it is asked for.</param>
    internal void Clear(MapDepth depth)
    {
        _extents.Clear();
        _extents.Capacity = Math.Min(_extents.Capacity, ExtentsKept);
        _key.Reset();
        _parts = depth == MapDepth.Parts ? [] : null;
        _bytes = 0;
        _isCut = false;
        Depth = depth;
    }

    /// <summary>Whether a parser that has to walk through a whole file may leave.</summary>
    /// <remarks>
    /// Asked only where payload alone decides how much came before: between packets, frames or blocks, never between
    /// parts of the container. Twins are then cut at the same place.
    /// </remarks>
    internal bool Suffices()
    {
        _isCut = IsGlance && _bytes >= MediaMap.GlanceBytes;
        return _isCut;
    }

    /// <summary>Says that what was taken in is only a beginning: for parsers that decide so by themselves.</summary>
    internal void Cut() => _isCut = true;

    /// <summary>Takes in what lies behind all that may be cut: of a beginning it is no part.</summary>
    internal void AddBehind(long offset, long length, string meaning)
    {
        if (!_isCut)
        {
            Add(offset, length, meaning);
        }
    }

    /// <summary>Takes in bytes of the file as they stand there; none are none.</summary>
    /// <param name="offset">Where they begin.</param>
    /// <param name="length">How many.</param>
    /// <param name="meaning">What they are, a word or two.</param>
    internal void Add(long offset, long length, string meaning)
    {
        if (length <= 0)
        {
            return;
        }

        _bytes += length;
        _parts?.Add(new PayloadPart(offset, length, meaning));
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

    /// <summary>Takes in bytes of a file that count but are compared by digest, such as a codec's setup.</summary>
    /// <exception cref="NotComparableException">They are too many, or outside of the file.</exception>
    internal void AddKey(HeaderReader file, long offset, long length)
    {
        const int Step = 1024;
        if (length > KeyBytesMax)
        {
            NotComparableException.Throw("what tells its codec is too long");
        }

        AddKey(length);
        for (; length > 0; offset += Step, length -= Step)
        {
            _key.Append(file.At(offset, (int)Math.Min(Step, length)));
        }
    }

    /// <summary>Takes in what was gathered of one part, such as a track.</summary>
    /// <param name="part">What was gathered.</param>
    /// <param name="meaning">What it is, a word or two.</param>
    internal void Add(PayloadBuilder part, string meaning)
    {
        AddKeyOf(part);
        foreach (PayloadExtent extent in part._extents)
        {
            Add(extent.Offset, extent.Length, meaning);
        }
    }

    /// <summary>Takes in what was gathered of one part to the same depth, with its own words.</summary>
    internal void Add(PayloadBuilder part)
    {
        if (part._parts is not { } parts)
        {
            Add(part, "");
            return;
        }

        AddKeyOf(part);
        foreach (PayloadPart one in parts)
        {
            Add(one.Offset, one.Length, one.Meaning);
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
            IsWhole = !_isCut,
            Parts = _parts is null ? [] : [.. _parts],
        };
    }

    private void AddKeyOf(PayloadBuilder part)
    {
        Digest128 key = part._key.GetDigest();
        AddKey((long)key.High);
        AddKey((long)key.Low);
        AddKey(part._bytes);
    }
}
