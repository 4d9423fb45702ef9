using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Collects the payload of one file.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class PayloadBuilder
{
    // A list of 32 MiB: two hours of video with four audio tracks. A payload in more extents is not comparable.
    private const int ExtentsMax = 1 << 21;
    private const int ExtentsKept = 1 << 16;

    private const int KeyBytesMax = 1 << 20;

    private readonly List<PayloadExtent> _extents = [];
    private readonly Xxh3State _key = new();
    private List<PayloadPart>? _parts;
    private long _bytes;
    private bool _isCut;
    private long _start;

    /// <summary>Gets whether the beginning of the payload is enough.</summary>
    internal bool IsGlance => Depth == MapDepth.Glance;

    /// <summary>Gets the number of payload bytes added so far.</summary>
    internal long Bytes => _bytes;

    /// <summary>Gets the digest of the key data added so far.</summary>
    internal Digest128 KeyDigest => _key.GetDigest();

    /// <summary>Gets the extents added so far.</summary>
    internal IReadOnlyList<PayloadExtent> Extents => _extents;

    /// <summary>Gets how much of the payload to map.</summary>
    internal MapDepth Depth { get; private set; }

    /// <summary>Resets the builder for another file.</summary>
    /// <param name="depth">How much of the payload to map.</param>
    internal void Clear(MapDepth depth)
    {
        _extents.Clear();
        _extents.Capacity = Math.Min(_extents.Capacity, ExtentsKept);
        _key.Reset();
        _parts = depth == MapDepth.Parts ? [] : null;
        _bytes = 0;
        _isCut = false;
        _start = -1;
        Depth = depth;
    }

    /// <summary>Returns whether a parser that has to walk through a whole file may stop.</summary>
    /// <remarks>
    /// Call it only where the payload alone determines how much came before: between packets, frames or blocks, never
    /// between parts of the container. Files with the same payload are then cut at the same point.
    /// </remarks>
    internal bool Suffices()
    {
        _isCut = IsGlance && _bytes >= MediaMap.GlanceBytes;
        return _isCut;
    }

    /// <summary>
    /// Marks the payload added so far as only a beginning, for parsers that decide by themselves where to stop.
    /// </summary>
    internal void Cut() => _isCut = true;

    /// <summary>Notes that the compressed picture or sound begins here, unless it has begun before.</summary>
    internal void Start() => _start = _start < 0 ? _bytes : _start;

    /// <summary>
    /// Adds payload that follows everything a glance may cut off. Ignored if the payload was cut.
    /// </summary>
    internal void AddBehind(long offset, long length, string meaning)
    {
        if (!_isCut)
        {
            Add(offset, length, meaning);
        }
    }

    /// <summary>Adds payload bytes that are stored verbatim in the file. Ignores an empty range.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="meaning">What the bytes are, in a word or two.</param>
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

    /// <summary>Adds data to the key that counts but is not stored in the file in this form.</summary>
    internal void AddKey(ReadOnlySpan<byte> bytes)
    {
        AddKey(bytes.Length);
        _key.Append(bytes);
    }

    /// <summary>Adds a number to the key, such as a length or a kind of chunk.</summary>
    internal void AddKey(long number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        _key.Append(bytes);
    }

    /// <summary>
    /// Adds bytes of the file to the key. They count but are compared by digest, such as the setup of a codec.
    /// </summary>
    /// <exception cref="NotComparableException">
    /// The range is longer than 1 MiB or extends outside the file.
    /// </exception>
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

    /// <summary>Adds the payload and key of one part, such as a track.</summary>
    /// <param name="part">The part.</param>
    /// <param name="meaning">What the part is, in a word or two.</param>
    internal void Add(PayloadBuilder part, string meaning)
    {
        AddKeyOf(part);
        foreach (PayloadExtent extent in part._extents)
        {
            Add(extent.Offset, extent.Length, meaning);
        }
    }

    /// <summary>
    /// Adds the payload and key of one part that was collected to the same depth, keeping its own descriptions.
    /// </summary>
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

    /// <summary>Builds the map of a whole file.</summary>
    /// <param name="format">The format of the file.</param>
    /// <param name="fileBytes">The length of the file in bytes.</param>
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
            StartBytes = Math.Max(0, _start),
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
