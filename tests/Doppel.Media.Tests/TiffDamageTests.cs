using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>TIFF that lies: circles, nests, lists on top of each other, places behind the end.</summary>
public sealed class TiffDamageTests
{
    private const int FirstDirectory = 8;

    [Fact]
    public void Directories_that_lead_in_a_circle_are_not_comparable()
    {
        const string Circle = "not comparable: its directories lead in a circle";
        TiffFolder picture = Picture();
        byte[] itself = new TiffWriter(false).Write(picture);
        int next = FirstDirectory + 2 + (12 * picture.Fields.Count);
        BinaryPrimitives.WriteInt32LittleEndian(itself.AsSpan(next), FirstDirectory);
        Assert.Equal(Circle, Payload.Of(itself));

        byte[] below = new TiffWriter(false).Write(Picture().Set(0x14A, TiffFolder.Long, FirstDirectory));
        Assert.Equal(Circle, Payload.Of(below));

        // What only tells may be shared, and may lead back.
        byte[] shared = new TiffWriter(false).Write(Picture().Set(0x8769, TiffFolder.Long, FirstDirectory));
        Assert.Equal(Payload.Of(new TiffWriter(false).Write(Picture())), Payload.Of(shared));
    }

    [Fact]
    public void Nests_and_directories_without_end_are_not_comparable()
    {
        TiffFolder nest = Picture();
        for (int i = 0; i < 10; i++)
        {
            TiffFolder outer = Picture();
            outer.Below.Add(nest);
            nest = outer;
        }

        Assert.Equal(
            "not comparable: its directories are nested too deeply, or too many",
            Payload.Of(new TiffWriter(false).Write(nest)));

        // Of one entry each, in turn at the beginning and in the middle: a window is read for each.
        const int Bytes = 18;
        byte[] far = new byte[1 << 20];
        "II*\0"u8.CopyTo(far);
        BinaryPrimitives.WriteInt32LittleEndian(far.AsSpan(4), FirstDirectory);
        for (int at = FirstDirectory; at + Bytes < far.Length / 2; at += Bytes)
        {
            int middle = at + (far.Length / 2);
            (far[at], far[middle]) = (1, 1);
            BinaryPrimitives.WriteInt32LittleEndian(far.AsSpan(at + Bytes - 4), middle);
            BinaryPrimitives.WriteInt32LittleEndian(far.AsSpan(middle + Bytes - 4), at + Bytes);
        }

        Assert.StartsWith("not comparable: ", Payload.Of(far), StringComparison.Ordinal);
        AssertBounded(far);
    }

    [Fact]
    public void Lists_on_top_of_each_other_cost_no_more_than_the_file()
    {
        const int Numbers = 20_000;
        TiffFolder[] pages = [.. Enumerable.Range(0, 2000).Select(static _ => new TiffFolder())];
        foreach (TiffFolder page in pages)
        {
            page.Set(0x100, TiffFolder.Long, 1).Set(0x111, TiffFolder.Long, 0).Set(0x117, TiffFolder.Long, 0);
        }

        byte[] file = [.. new TiffWriter(false).Write(pages), .. new byte[Numbers * 4]];
        for (int at = FirstDirectory; at != 0; at = BinaryPrimitives.ReadInt32LittleEndian(file.AsSpan(at + 38)))
        {
            for (int entry = at + 14; entry < at + 38; entry += 12)
            {
                BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(entry + 4), Numbers);
                BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(entry + 8), file.Length - (Numbers * 4));
            }
        }

        Assert.Equal("not comparable: its directories overlap", Payload.Of(file));
        AssertBounded(file);
    }

    [Theory]
    [InlineData(0x111, "part of it lies behind its end")]
    [InlineData(0x117, "part of it lies behind its end")]
    [InlineData(0x14A, "a directory is not where it should be")]
    [InlineData(0x8769, "a directory is not where it should be")]
    public void Places_behind_the_end_are_not_comparable(int tag, string reason)
    {
        foreach (long place in (long[])[int.MaxValue, uint.MaxValue, 100_000])
        {
            byte[] file = Patched(Picture().Set(tag, TiffFolder.Long, 8), tag, 8, place);
            Assert.Equal("not comparable: " + reason, Payload.Of(file));
        }
    }

    [Fact]
    public void Lengths_that_lie_are_not_comparable()
    {
        foreach (long count in (long[])[100, 1_000_000, int.MaxValue, uint.MaxValue])
        {
            byte[] file = Patched(Picture().Set(0x10E, "a text of some length"), 0x10E, 4, count);
            Assert.StartsWith("not comparable: an entry ", Payload.Of(file), StringComparison.Ordinal);
        }

        byte[] big = new TiffWriter(false, isBig: true).Write(Picture().Set(0x10E, "a text of some length"));
        int entry = big.AsSpan().IndexOf((byte[])[0x0E, 1, 2, 0]);
        big.AsSpan(entry + 4, 8).Fill(0xFF);
        Assert.Equal("not comparable: an entry is longer than the file", Payload.Of(big));
        big.AsSpan(8, 8).Fill(0x7F);
        Assert.Equal("not comparable: a directory is not where it should be", Payload.Of(big));
    }

    [Fact]
    public void A_picture_with_duplicate_entries_or_overlapping_parts_is_not_comparable()
    {
        byte[] twice = Patched(Picture().Set(0x107, TiffFolder.Short, 1), 0x107, 0, 0x106);
        Assert.Equal("not comparable: a significant entry is duplicated or has an unknown type", Payload.Of(twice));

        TiffFolder pieces = Picture();
        pieces.Data.Clear();
        pieces.Set(0x111, TiffFolder.Long, 8, 8, 8, 8).Set(0x117, TiffFolder.Long, 99, 99, 99, 99);
        Assert.Equal("not comparable: parts of it overlap", Payload.Of(new TiffWriter(false).Write(pieces)));
        pieces.Set(0x117, TiffFolder.Long, 99, 99, 99);
        Assert.Equal(
            "not comparable: it does not tell how long each part of a picture is",
            Payload.Of(new TiffWriter(false).Write(pieces)));
    }

    [Fact]
    public void Data_after_the_end_counts_and_unreferenced_gaps_do_not()
    {
        byte[] plain = new TiffWriter(false).Write(Picture());
        Assert.NotEqual(Payload.Of(plain), Payload.Of([.. plain, .. "more"u8]));
        Assert.NotEqual(Payload.Of(plain), Payload.Of([.. plain, .. Samples.Get("mp2")]));
        Assert.Equal(Payload.Of(plain), Payload.Of([.. plain, 0, 0]));
        Assert.Equal(Payload.Of(plain), Payload.Of(new TiffWriter(false) { Preface = new byte[40] }.Write(Picture())));

        // Where a maker's notes tell of most of a file, nothing else does.
        TiffFolder noted = Picture();
        noted.Exif = new TiffFolder().Set(0x927C, 7, 1, 2, 3, 4, 5, 6, 7, 8);
        byte[] file = new TiffWriter(false).Write(noted);
        Assert.Equal(Payload.Of(file), Payload.Of([.. file, .. "more"u8]));
        Assert.Equal(
            "not comparable: most of the file is not referenced by any known tag",
            Payload.Of([.. file, .. new byte[100_000], 1]));
    }

    [Fact]
    public void Pixels_that_look_like_a_file_are_pixels()
    {
        byte[] inner = new TiffWriter(false).Write(Picture());
        byte[] outer = new TiffWriter(true).Write(TiffFolder.Picture(inner.Length, 1, 8, 1, inner));
        MediaMap map = Payload.Map(outer).Map!;
        Assert.Equal(inner.Length, map.PayloadBytes);
        Assert.NotEqual(Payload.Of(inner), Payload.Of(outer));
    }

    [Fact]
    public void An_empty_directory_is_not_damage()
    {
        TiffFolder picture = Picture();
        picture.Gps = new TiffFolder();
        Assert.Equal(
            Payload.Of(new TiffWriter(false).Write(Picture())), Payload.Of(new TiffWriter(false).Write(picture)));
    }

    [Fact]
    public void Only_a_little_is_read_of_a_picture_in_many_tiles()
    {
        TiffFolder picture = TiffFolder.Picture(256, 80_000, 8, 3, [0]);
        TiffFolder tiles = new() { DataTags = (0x144, 0x145), Data = [.. Enumerable.Repeat(new byte[100], 20_000)] };
        foreach (TiffField field in picture.Fields.Values)
        {
            tiles.Fields[field.Tag] = field;
        }

        byte[] file = new TiffWriter(false).Write(tiles);
        var source = new MemorySource(file);
        MediaMap glance = new MediaMapper().Map(source, MediaPolicy.Strict, MapDepth.Glance).Map!;
        Assert.False(glance.IsWhole);
        Assert.InRange(source.BytesRead, 1, 64 * 1024);
        new MediaTrial().Run(file, MediaPolicy.Strict, "tiles");
    }

    private static TiffFolder Picture() => TiffFolder.Picture(10, 4, 8, 3, new byte[120]);

    // One number of the entry of a tag in the first directory; 0 is where the tag stands, 4 the count, 8 the value.
    private static byte[] Patched(TiffFolder folder, int tag, int where, long number)
    {
        byte[] file = new TiffWriter(false).Write(folder);
        int index = folder.Fields.Keys.ToList().IndexOf(tag);
        Span<byte> at = file.AsSpan(FirstDirectory + 2 + (12 * index) + where);
        if (where == 0)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(at, (ushort)number);
        }
        else
        {
            BinaryPrimitives.WriteUInt32LittleEndian(at, (uint)number);
        }

        return file;
    }

    private static void AssertBounded(byte[] file)
    {
        var source = new MemorySource(file);
        MediaResult result = new MediaMapper().Map(source, MediaPolicy.Strict);
        Assert.NotEmpty(result.Reason);
        Assert.InRange(source.BytesRead, 0, (64L * file.Length) + (1 << 26));
    }
}
