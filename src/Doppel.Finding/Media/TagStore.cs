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

    private const int BlockBytes = 16 << 20;
    private const int HeadBytes = sizeof(long) + sizeof(long) + sizeof(int);
    private const long NotTaken = -1;

    private readonly Lock _gate = new();
    private readonly List<NativeList<byte>> _blocks = [];
    private readonly NativeBuffer<Place> _places;
    private byte[] _text = new byte[1024];

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

        lock (_gate)
        {
            if (_blocks.Count == 0 || _blocks[^1].Count + bytes > BlockBytes)
            {
                _blocks.Add(new NativeList<byte>());
            }

            NativeList<byte> block = _blocks[^1];
            _places[content] = new Place(_blocks.Count, block.Count);
            Span<byte> head = stackalloc byte[HeadBytes];
            BinaryPrimitives.WriteInt64LittleEndian(head, tags.CoverBytes);
            BinaryPrimitives.WriteInt64LittleEndian(head[8..], tags.Taken?.Ticks ?? NotTaken);
            BinaryPrimitives.WriteInt32LittleEndian(head[16..], count);
            block.AddRange(head);
            for (int i = 0; i < count; i++)
            {
                Write(block, tags.All[i].Name);
                Write(block, tags.All[i].Value);
            }
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

    // Under the lock, which guards what the text is put into.
    private void Write(NativeList<byte> block, string text)
    {
        int bytesMax = sizeof(int) + Encoding.UTF8.GetMaxByteCount(text.Length);
        if (_text.Length < bytesMax)
        {
            _text = new byte[Math.Max(bytesMax, 2 * _text.Length)];
        }

        int bytes = Encoding.UTF8.GetBytes(text, _text.AsSpan(sizeof(int)));
        BinaryPrimitives.WriteInt32LittleEndian(_text, bytes);
        block.AddRange(_text.AsSpan(0, sizeof(int) + bytes));
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
