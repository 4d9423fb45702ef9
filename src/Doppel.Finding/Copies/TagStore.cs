using System.Buffers.Binary;
using System.Numerics;
using System.Text;
using Doppel.Media;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The tags of contents, stored in unmanaged memory until they are reported.</summary>
/// <remarks>
/// Adding is thread-safe, including concurrent calls. Reading is allowed once everything has been added.
/// </remarks>
internal sealed class TagStore : IDisposable
{
    /// <summary>The maximum number of bytes of tag text kept per content. Any tags beyond it are dropped.</summary>
    internal const int BytesMax = 256 * 1024;

    private const int BlockBytes = 1 << 20;
    private const int HeadBytes = sizeof(long) + sizeof(long) + sizeof(int);
    private const int LengthBits = 7;
    private const long NotTaken = -1;

    private readonly Lock _gate = new();
    private readonly List<NativeBuffer<byte>> _blocks = [];
    private readonly NativeBuffer<Place> _places;
    private int _filled;

    internal TagStore(int contents) => _places = new NativeBuffer<Place>(contents);

    public void Dispose()
    {
        _places.Dispose();
        _blocks.ForEach(static block => block.Dispose());
    }

    /// <summary>
    /// Marks the tags of a content as unknown. Must be called first for every content that is queried later.
    /// </summary>
    internal void Clear(int content) => _places[content] = default;

    /// <summary>Returns whether the tags of a content are known.</summary>
    internal bool Has(int content) => _places[content].Block > 0;

    /// <summary>
    /// Returns the stored form of a content's tags, which are known. Raise <see cref="CatalogMedia.Version"/> if it
    /// changes.
    /// </summary>
    internal ReadOnlySpan<byte> StoredOf(int content)
    {
        Place place = _places[content];
        return _blocks[place.Block - 1].Span.Slice(place.Offset, place.Bytes);
    }

    /// <summary>Stores the tags of a content in the form that <see cref="StoredOf"/> returned.</summary>
    internal void AddStored(int content, ReadOnlySpan<byte> stored) =>
        stored.CopyTo(Reserve(content, stored.Length));

    /// <summary>Stores the tags of a content.</summary>
    internal void Add(int content, MediaTags tags)
    {
        int bytes = HeadBytes;
        int count = 0;
        while (count < tags.All.Count && bytes + SizeOf(tags.All[count]) <= BytesMax)
        {
            bytes += SizeOf(tags.All[count++]);
        }

        Span<byte> rest = Reserve(content, bytes);
        BinaryPrimitives.WriteInt64LittleEndian(rest, tags.CoverBytes);
        BinaryPrimitives.WriteInt64LittleEndian(rest[8..], tags.Taken?.Ticks ?? NotTaken);
        BinaryPrimitives.WriteInt32LittleEndian(rest[16..], count);
        rest = rest[HeadBytes..];
        for (int i = 0; i < count; i++)
        {
            Write(tags.All[i].Name, ref rest);
            Write(tags.All[i].Value, ref rest);
        }
    }

    /// <summary>Returns a copy of a content together with its tags.</summary>
    internal ReportMediaCopy With(int content, ReportMediaCopy copy)
    {
        Place place = _places[content];
        if (place.Block == 0)
        {
            return copy;
        }

        ReadOnlySpan<byte> rest = _blocks[place.Block - 1].Span[place.Offset..];
        long cover = BinaryPrimitives.ReadInt64LittleEndian(rest);
        long taken = BinaryPrimitives.ReadInt64LittleEndian(rest[8..]);
        int count = BinaryPrimitives.ReadInt32LittleEndian(rest[16..]);
        rest = rest[HeadBytes..];
        var names = new List<string>();
        var values = new Dictionary<string, List<string>>();
        for (int i = 0; i < count; i++)
        {
            string name = Read(ref rest);
            if (!values.TryGetValue(name, out List<string>? ofName))
            {
                names.Add(name);
                values.Add(name, ofName = []);
            }

            ofName.Add(Read(ref rest));
        }

        return copy with
        {
            Tags = names.ConvertAll(name => new ReportTag(name, values[name])),
            CoverBytes = cover,
            Taken = taken == NotTaken ? null : new DateTime(taken),
        };
    }

    private static int SizeOf(MediaTag tag) => SizeOf(tag.Name) + SizeOf(tag.Value);

    private static int SizeOf(string text)
    {
        int bytes = Encoding.UTF8.GetByteCount(text);
        return SizeOfLength(bytes) + bytes;
    }

    // Lengths take seven bits of each byte, from the lowest, since most texts are short.
    private static int SizeOfLength(int length) => (BitOperations.Log2((uint)length | 1) / LengthBits) + 1;

    // Reserved memory never moves, and only one thread fills it.
    private Span<byte> Reserve(int content, int bytes)
    {
        lock (_gate)
        {
            if (_blocks.Count == 0 || _filled + bytes > BlockBytes)
            {
                _blocks.Add(new NativeBuffer<byte>(BlockBytes));
                _filled = 0;
            }

            _places[content] = new Place(_blocks.Count, _filled, bytes);
            _filled += bytes;
            return _blocks[^1].Span.Slice(_filled - bytes, bytes);
        }
    }

    private static void Write(string text, ref Span<byte> rest)
    {
        int bytes = Encoding.UTF8.GetByteCount(text);
        int at = 0;
        for (int left = bytes; at < SizeOfLength(bytes); left >>= LengthBits)
        {
            bool isLast = at + 1 == SizeOfLength(bytes);
            rest[at++] = (byte)(isLast ? left : left | (1 << LengthBits));
        }

        rest = rest[(at + Encoding.UTF8.GetBytes(text, rest[at..]))..];
    }

    private static string Read(ref ReadOnlySpan<byte> rest)
    {
        const int More = 1 << LengthBits;
        int length = 0;
        int at = 0;
        do
        {
            length |= (rest[at] & (More - 1)) << (LengthBits * at);
        }
        while (rest[at++] >= More);

        string text = Encoding.UTF8.GetString(rest.Slice(at, length));
        rest = rest[(at + length)..];
        return text;
    }

    // Blocks are counted from 1, so that 0 means none.
    private readonly record struct Place(int Block, int Offset, int Bytes);
}
