using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media;

/// <summary>Plans how tags and pictures are added to a FLAC file.</summary>
internal static class FlacMerge
{
    private const int HeadBytes = 4;
    private const int BlockBytesMax = 0xFF_FFFF;
    private const int BlocksMax = 10_000;
    private const int Padding = 1;
    private const int Comments = 4;
    private const int Picture = 6;
    private const byte IsLast = 0x80;

    /// <summary>Returns whether a tag of this name can be added.</summary>
    internal static bool Holds(string name) => name == TagNames.Cover || VorbisComments.FieldsOf(name, "1").Count > 0;

    /// <summary>Plans the edits, or returns why there are none.</summary>
    /// <param name="file">The file.</param>
    /// <param name="kept">The tags in the file.</param>
    /// <param name="added">The tags to add, except pictures.</param>
    /// <param name="pictures">The pictures to add.</param>
    /// <param name="edits">Receives the edits.</param>
    internal static string? Plan(
        HeaderReader file, IReadOnlyList<MediaTag> kept, IReadOnlyList<MediaTag> added,
        IReadOnlyList<MediaPicture> pictures, List<MediaEdit> edits)
    {
        if (added.FirstOrDefault(static tag => tag.Name == TagNames.Rating) is { Name: not null } rating
            && kept.Any(tag => tag.Name == TagNames.Rating && TagKinds.RatingPercent(tag.Value) > 0
                && IsOfStars(tag.Value) != IsOfStars(rating.Value)))
        {
            return "its rating has another scale than the keeper's";
        }

        // Many readers look at the Vorbis comments only.
        MediaTag[] lists = [.. kept.Where(tag => TagKinds.IsList(tag.Name)
            && added.Any(one => one.Name == tag.Name))];
        List<Block> blocks = ReadBlocks(file);
        Block[] comments = [.. blocks.Where(static block => block.Type == Comments)];
        if (comments.Length > 1)
        {
            return "the keeper has several blocks of comments";
        }

        List<(int Type, byte[] Content)> fresh = [.. pictures.Select(static one => (Picture, ContentOf(one)))];
        if (comments.Length == 0 && added.Count > 0)
        {
            byte[] fields = Fields(lists.Concat(added), out int all);
            fresh.Insert(0, (Comments, [.. Number(0), .. Number(all), .. fields]));
        }

        if (fresh.Exists(static block => block.Content.Length > BlockBytesMax))
        {
            return "the keeper's comments or pictures would be too long";
        }

        Insert(file, blocks, fresh, edits);
        if (comments.Length > 0 && added.Count > 0
            && Extend(file, comments[0], lists, added, edits) is { } why)
        {
            return why;
        }

        UsePadding(file, blocks, edits);
        return null;
    }

    // New blocks follow the first one, which describes the stream.
    private static void Insert(
        HeaderReader file, List<Block> blocks, List<(int Type, byte[] Content)> fresh, List<MediaEdit> edits)
    {
        bool isLast = blocks.Count == 1 && fresh.Count > 0;
        if (isLast)
        {
            edits.Add(MediaEdit.Of(blocks[0].At, file.At(blocks[0].At, 1), [0]));
        }

        List<byte> bytes = [];
        for (int i = 0; i < fresh.Count; i++)
        {
            (int type, byte[] content) = fresh[i];
            bytes.Add((byte)(type | (isLast && i == fresh.Count - 1 ? IsLast : 0)));
            bytes.AddRange([.. Length(content.Length), .. content]);
        }

        edits.Add(new MediaEdit(blocks[0].End, default, bytes.ToArray()));
    }

    private static void UsePadding(HeaderReader file, List<Block> blocks, List<MediaEdit> edits)
    {
        int change = edits.Sum(static edit => edit.New.Length - edit.Old.Length);
        if (change > 0
            && blocks.Find(one => one.Type == Padding && one.End - one.At - HeadBytes >= change) is { At: > 0 } padding)
        {
            int rest = (int)(padding.End - padding.At) - HeadBytes - change;
            edits.Add(MediaEdit.Of(padding.At + 1, file.At(padding.At + 1, 3), Length(rest)));
            edits.Add(new MediaEdit(
                padding.End - change, TagSlice.Within(file, padding.End - change, change).ToArray(change), default));
        }
    }

    private static string? Extend(
        HeaderReader file, Block block, MediaTag[] lists, IReadOnlyList<MediaTag> added, List<MediaEdit> edits)
    {
        long body = block.At + HeadBytes;
        long at = body + 4 + file.LittleEndian32(body);
        long countAt = at;
        uint count = file.LittleEndian32(at);
        at += 4;
        HashSet<MediaTag> known = [];
        List<MediaEdit> removed = [];
        for (uint i = 0; i < count; i++)
        {
            long next = at + 4 + file.LittleEndian32(at);
            if (next > block.End)
            {
                return "the keeper's comments are damaged";
            }

            MediaTag tag = VorbisComments.Of(TagSlice.Within(file, at + 4, next - at - 4));
            known.Add(tag);
            if (TagUnion.Replaces(tag.Name) && added.Any(one => one.Name == tag.Name))
            {
                removed.Add(new MediaEdit(at, TagSlice.Within(file, at, next - at).ToArray(), default));
            }

            at = next;
        }

        if (at != block.End)
        {
            return "the keeper's comments are damaged";
        }

        byte[] fields = Fields(lists.Where(tag => !known.Contains(tag)).Concat(added), out int fresh);
        int change = fields.Length - removed.Sum(static edit => edit.Old.Length);
        long bytes = block.End - body + change;
        if (bytes > BlockBytesMax)
        {
            return "the keeper's comments would be too long";
        }

        edits.Add(MediaEdit.Of(block.At + 1, file.At(block.At + 1, 3), Length((int)bytes)));
        edits.Add(MediaEdit.Of(countAt, file.At(countAt, 4), Number((int)count - removed.Count + fresh)));
        edits.AddRange(removed);
        edits.Add(new MediaEdit(block.End, default, fields));
        return null;
    }

    private static List<Block> ReadBlocks(HeaderReader file)
    {
        List<Block> blocks = [];
        long at = TagEnds.Start(file) + "fLaC"u8.Length;
        for (bool isLast = false; !isLast;)
        {
            uint header = file.BigEndian32(at);
            isLast = header >> 31 == 1;
            var block = new Block((int)(header >> 24) & 0x7F, at, at + HeadBytes + (header & BlockBytesMax));
            if (blocks.Count == BlocksMax || !file.Has(at, block.End - at))
            {
                NotComparableException.Throw("its blocks are damaged");
            }

            blocks.Add(block);
            at = block.End;
        }

        return blocks;
    }

    private static byte[] Fields(IEnumerable<MediaTag> tags, out int count)
    {
        string[] fields = [.. tags.SelectMany(static tag => VorbisComments.FieldsOf(tag.Name, tag.Value))];
        count = fields.Length;
        return
        [
            .. fields.Select(Encoding.UTF8.GetBytes).SelectMany(
                static field => (byte[])[.. Number(field.Length), .. field]),
        ];
    }

    // RFC 9639, 8.8. Depth and number of colors are unknown.
    private static byte[] ContentOf(MediaPicture picture)
    {
        byte[] type = Encoding.Latin1.GetBytes(picture.Type);
        byte[] description = Encoding.UTF8.GetBytes(picture.Description);
        return
        [
            .. BigEndian(picture.Kind), .. BigEndian(type.Length), .. type,
            .. BigEndian(description.Length), .. description,
            .. BigEndian(picture.Width), .. BigEndian(picture.Height), .. BigEndian(0), .. BigEndian(0),
            .. BigEndian(picture.Bytes.Length), .. picture.Bytes.Span,
        ];
    }

    private static byte[] BigEndian(int value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }

    private static byte[] Number(int value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] Length(int value) => [(byte)(value >> 16), (byte)(value >> 8), (byte)value];

    // Ratings in Vorbis comments have no scale: some programs count five stars, others a hundred points.
    private static bool IsOfStars(string rating) => rating != TagText.Number(TagKinds.RatingPercent(rating));

    private readonly record struct Block(int Type, long At, long End);
}
