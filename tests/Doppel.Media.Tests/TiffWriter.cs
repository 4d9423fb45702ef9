namespace Doppel.Media.Tests;

/// <summary>Writes files built like TIFF, with all that they consist of laid out anywhere.</summary>
/// <param name="isBigEndian">The order of bytes of numbers; pixels are written as they are given.</param>
/// <param name="isBig">Whether places have 8 bytes.</param>
/// <param name="shuffle">Lays out blocks in a random order with gaps; null in the order they are given in.</param>
internal sealed class TiffWriter(bool isBigEndian, bool isBig = false, Random? shuffle = null)
{
    private readonly List<Block> _blocks = [];
    private readonly Dictionary<TiffFolder, Block> _places = [];

    /// <summary>The first 4 bytes, where they are not those of TIFF.</summary>
    public byte[]? Magic { get; init; }

    /// <summary>What stands between the header of 8 bytes and the first block.</summary>
    public byte[] Preface { get; init; } = [];

    /// <summary>The picture whose directory a CR2's header tells; it takes the last bytes of the preface.</summary>
    public TiffFolder? Cr2Raw { get; init; }

    /// <summary>A block that stands last, whatever the order.</summary>
    public byte[]? Last { get; init; }

    private int PlaceBytes => isBig ? 8 : 4;

    private int HeaderBytes => isBig ? 16 : 8;

    public byte[] Write(params TiffFolder[] chain)
    {
        foreach (TiffFolder folder in chain)
        {
            Plan(folder);
        }

        int at = HeaderBytes + Preface.Length;
        Block[] ordered = [.. _blocks];
        shuffle?.Shuffle(ordered);
        if (Last is not null)
        {
            ordered = [.. ordered.OrderBy(block => block.Content == Last)];
        }

        foreach (Block block in ordered)
        {
            at += (at & 1) + (shuffle?.Next(4) == 0 ? 2 * shuffle.Next(1, 9) : 0);
            block.At = at;
            at += block.Bytes;
        }

        byte[] file = new byte[at];
        shuffle?.NextBytes(file);
        WriteHeader(file, chain[0]);
        for (int i = 0; i < chain.Length; i++)
        {
            WriteFolder(file, chain[i], i + 1 < chain.Length ? chain[i + 1] : null);
        }

        foreach (Block block in _blocks)
        {
            block.Content?.CopyTo(file, block.At);
        }

        return file;
    }

    private void Plan(TiffFolder folder)
    {
        Block place = new(null);
        _places[folder] = place;
        _blocks.Add(place);
        if (folder.Data.Count > 0)
        {
            Block[] data = [.. folder.Data.Select(static bytes => new Block(bytes))];
            _blocks.AddRange(data);
            (int offsets, int lengths) = folder.DataTags;
            Put(folder, offsets, () => [.. data.Select(static block => (long)block.At)], data.Length);
            Put(folder, lengths, () => [.. data.Select(static block => (long)block.Bytes)], data.Length);
        }

        if (folder.Below.Count > 0)
        {
            Put(folder, 0x14A, () => [.. folder.Below.Select(below => (long)_places[below].At)], folder.Below.Count);
        }

        PutPlace(folder, 0x8769, folder.Exif);
        PutPlace(folder, 0x8825, folder.Gps);
        place.Bytes = (isBig ? 8 + (20 * folder.Fields.Count) : 2 + (12 * folder.Fields.Count)) + PlaceBytes;
        foreach (TiffField field in folder.Fields.Values.Where(field => field.Bytes > PlaceBytes))
        {
            Block values = new(null) { Bytes = field.Bytes };
            place.Values[field.Tag] = values;
            _blocks.Add(values);
        }

        foreach (TiffFolder below in Told(folder))
        {
            Plan(below);
        }
    }

    private static IEnumerable<TiffFolder> Told(TiffFolder folder) =>
        [.. folder.Below, .. folder.Exif is null ? [] : (TiffFolder[])[folder.Exif],
        .. folder.Gps is null ? [] : (TiffFolder[])[folder.Gps]];

    private void PutPlace(TiffFolder folder, int tag, TiffFolder? told)
    {
        if (told is not null)
        {
            Put(folder, tag, () => [_places[told].At], 1);
        }
    }

    private void Put(TiffFolder folder, int tag, Func<long[]> values, int count) =>
        folder.Fields[tag] = new TiffField(tag, isBig ? 16 : 4, count, values);

    private void WriteHeader(byte[] file, TiffFolder first)
    {
        file.AsSpan(0, 2).Fill((byte)(isBigEndian ? 'M' : 'I'));
        Write(file, 2, isBig ? 43 : 42, 2);
        Magic?.CopyTo(file, 0);
        if (isBig)
        {
            Write(file, 4, 8, 2);
            Write(file, 6, 0, 2);
        }

        Write(file, HeaderBytes - PlaceBytes, _places[first].At, PlaceBytes);
        Preface.CopyTo(file, HeaderBytes);
        if (Cr2Raw is not null)
        {
            Write(file, HeaderBytes + Preface.Length - 4, _places[Cr2Raw].At, 4);
        }
    }

    private void WriteFolder(byte[] file, TiffFolder folder, TiffFolder? next)
    {
        Block place = _places[folder];
        int at = place.At;
        Write(file, at, folder.Fields.Count, isBig ? 8 : 2);
        at += isBig ? 8 : 2;
        foreach (TiffField field in folder.Fields.Values)
        {
            Write(file, at, field.Tag, 2);
            Write(file, at + 2, field.Type, 2);
            Write(file, at + 4, field.ValueCount, PlaceBytes);
            int value = at + 4 + PlaceBytes;
            file.AsSpan(value, PlaceBytes).Clear();
            if (place.Values.TryGetValue(field.Tag, out Block? values))
            {
                Write(file, value, values.At, PlaceBytes);
                value = values.At;
            }

            foreach (long number in field.Values())
            {
                Write(file, value, number, field.NumberBytes);
                value += field.NumberBytes;
            }

            at += 4 + (2 * PlaceBytes);
        }

        Write(file, at, next is null ? 0 : _places[next].At, PlaceBytes);
        foreach (TiffFolder below in Told(folder))
        {
            WriteFolder(file, below, null);
        }
    }

    private void Write(byte[] file, int at, long number, int bytes)
    {
        for (int i = 0; i < bytes; i++)
        {
            file[at + i] = (byte)(number >> (8 * (isBigEndian ? bytes - 1 - i : i)));
        }
    }

    private sealed class Block(byte[]? content)
    {
        public byte[]? Content { get; } = content;

        public int At { get; set; }

        public int Bytes { get; set; } = content?.Length ?? 0;

        public Dictionary<int, Block> Values { get; } = [];
    }
}
