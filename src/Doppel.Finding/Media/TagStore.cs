using System.Buffers.Binary;
using System.Text;
using Doppel.Media;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>What the tags of contents say, in unmanaged memory until it is reported.</summary>
/// <remarks>Adding is thread-safe, also beside itself; reading is when all has been added.</remarks>
internal sealed class TagStore : IDisposable
{
    /// <summary>Of one content tags are kept up to so many bytes of text; those behind are left out.</summary>
    internal const int BytesMax = 256 * 1024;

    private const int BlockBytes = 1 << 20;
    private const int HeadBytes = sizeof(long) + sizeof(long) + sizeof(int);
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

    /// <summary>Says that nothing is known of a content; first of all for each that is asked for later.</summary>
    internal void Clear(int content) => _places[content] = default;

    /// <summary>Whether it is known what the tags of a content say.</summary>
    internal bool Has(int content) => _places[content].Block > 0;

    /// <summary>Keeps what the tags of a content say.</summary>
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

    /// <summary>A copy of a content with its tags.</summary>
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

    private static int SizeOf(MediaTag tag) =>
        (2 * sizeof(int)) + Encoding.UTF8.GetByteCount(tag.Name) + Encoding.UTF8.GetByteCount(tag.Value);

    // What is reserved stays where it is and is one thread's to fill.
    private Span<byte> Reserve(int content, int bytes)
    {
        lock (_gate)
        {
            if (_blocks.Count == 0 || _filled + bytes > BlockBytes)
            {
                _blocks.Add(new NativeBuffer<byte>(BlockBytes));
                _filled = 0;
            }

            _places[content] = new Place(_blocks.Count, _filled);
            _filled += bytes;
            return _blocks[^1].Span.Slice(_filled - bytes, bytes);
        }
    }

    private static void Write(string text, ref Span<byte> rest)
    {
        int bytes = Encoding.UTF8.GetBytes(text, rest[sizeof(int)..]);
        BinaryPrimitives.WriteInt32LittleEndian(rest, bytes);
        rest = rest[(sizeof(int) + bytes)..];
    }

    private static string Read(ref ReadOnlySpan<byte> rest)
    {
        int length = BinaryPrimitives.ReadInt32LittleEndian(rest);
        string text = Encoding.UTF8.GetString(rest.Slice(sizeof(int), length));
        rest = rest[(sizeof(int) + length)..];
        return text;
    }

    // Blocks are counted from 1, so that 0 is none.
    private readonly record struct Place(int Block, int Offset);
}
