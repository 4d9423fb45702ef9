namespace Doppel.Media.Tests;

/// <summary>
/// TIFF of random pages, masks, previews and tags, written by the tests: truth is what was written, wherever it lies.
/// </summary>
public sealed class TiffLayoutTests
{
    // What TIFF, its supplements and DNG say of how samples become a picture.
    private static readonly int[] s_decoding =
    [
        0x100, 0x101, 0x102, 0x103, 0x106, 0x10A, 0x115, 0x11C, 0x124, 0x125, 0x13D, 0x140, 0x142, 0x143, 0x152,
        0x153, 0x15B, 0x211, 0x212, 0x213, 0x214, 0x828D, 0x828E, 0xC616, 0xC617, 0xC618, 0xC619, 0xC61A, 0xC61B,
        0xC61C, 0xC61D, 0xC68D, 0xC68E, 0xC740, 0xC741, 0xC74E,
    ];

    // And of how its colors are meant.
    private static readonly int[] s_color =
    [
        0x12D, 0x13E, 0x13F, 0x8773, 0xC621, 0xC622, 0xC623, 0xC624, 0xC627, 0xC628, 0xC62A, 0xC65A, 0xC65B, 0xC6FA,
        0xC6FB, 0xC6FC, 0xC714, 0xC715, 0xC726,
    ];

    // And of what it shows, when, where, by whom.
    private static readonly int[] s_telling =
    [
        0x10D, 0x10E, 0x10F, 0x110, 0x112, 0x11A, 0x11B, 0x128, 0x131, 0x132, 0x13B, 0x13C, 0x2BC, 0x4746, 0x8298,
        0x83BB, 0x8649, 0x9C9B, 0xC614, 0xC62F, 0xC65D, 0xC6F8, 0xC71C,
    ];

    [Fact]
    public void Layout_byte_order_and_descriptive_tags_do_not_affect_the_payload()
    {
        for (int i = 0; i < TestRun.Count(500, 50_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            string plain = Payload.Of(new TiffWriter(false).Write(Pages(seed, new Random(0))));
            Assert.StartsWith("Tiff", plain, StringComparison.Ordinal);
            var random = new Random(seed);
            for (int j = 0; j < 4; j++)
            {
                byte[] other = new TiffWriter(j % 2 == 1, j / 2 == 1, random).Write(Pages(seed, random));
                Assert.True(plain == Payload.Of(other), $"seed {seed}, layout {j}: {Payload.Of(other)}");
            }
        }
    }

    [Fact]
    public void Any_change_to_a_picture_changes_the_payload()
    {
        for (int i = 0; i < TestRun.Count(500, 50_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            TiffFolder[] pages = Pages(seed, new Random(0));
            string plain = Payload.Of(new TiffWriter(false).Write(pages));
            List<TiffFolder> pictures = [.. pages.Concat(pages.SelectMany(static page => page.Below))];
            pictures.RemoveAll(static one => one.DataTags.Offsets == 0x201 || one.Fields[0xFE].Values()[0] == 1);
            TiffFolder picture = pictures[random.Next(pictures.Count)];
            int piece = random.Next(picture.Data.Count);
            switch (random.Next(5))
            {
                case 0:
                    picture.Data[piece][random.Next(picture.Data[piece].Length)] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    picture.Set(0x101, TiffFolder.Long, 1 + picture.Fields[0x101].Values()[0]);
                    break;
                case 2:
                    picture.Set(s_decoding[random.Next(2, s_decoding.Length)], TiffFolder.Short, 77);
                    break;
                case 3:
                    picture.Data[piece] = picture.Data[piece][..^1];
                    break;
                default:
                    picture.Data.Add([1]);
                    break;
            }

            Assert.True(plain != Payload.Of(new TiffWriter(false).Write(pages)), $"seed {seed}");
        }
    }

    [Fact]
    public void Decoding_tags_count_and_descriptive_tags_do_not()
    {
        byte[] plain = One(static _ => { });
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string expected = Payload.Of(plain, policy);
            Assert.All(s_decoding, tag => Assert.NotEqual(expected, Payload.Of(With(tag), policy)));
            Assert.All(s_telling, tag => Assert.Equal(expected, Payload.Of(With(tag), policy)));
            Assert.All(s_color, tag => Assert.Equal(
                policy == MediaPolicy.Loose, expected == Payload.Of(With(tag), policy)));
        }

        static byte[] With(int tag) => One(picture => picture.Set(tag, TiffFolder.Short, 77));
    }

    [Fact]
    public void A_value_is_what_it_says_and_not_how_it_is_written()
    {
        const int Short = TiffFolder.Short;
        string plain = Payload.Of(One(static _ => { }));
        Assert.Equal(plain, Payload.Of(One(static one => one.Set(0x100, 16, 10))));
        Assert.Equal(plain, Payload.Of(One(static one => one.Set(0x100, Short, 10))));
        Assert.Equal(plain, Payload.Of(One(static one => one.Set(0x10A, Short, 1))));
        Assert.Equal(plain, Payload.Of(One(static one => one.Set(0x153, Short, 1, 1, 1))));
        Assert.Equal(plain, Payload.Of(One(static one => one.Set(0x116, TiffFolder.Long, uint.MaxValue))));
        Assert.NotEqual(plain, Payload.Of(One(static one => one.Set(0x116, TiffFolder.Long, 3))));
        Assert.Equal(plain, Payload.Of(One(static one => one.Fields.Remove(0x11C))));
        Assert.Equal(
            Payload.Of(One(static one => one.Set(0x211, TiffFolder.Ratio, 1, 2))),
            Payload.Of(One(static one => one.Set(0x211, TiffFolder.Ratio, 50, 100))));
        Assert.NotEqual(
            Payload.Of(One(static one => one.Set(0x211, TiffFolder.Ratio, 1, 2))),
            Payload.Of(One(static one => one.Set(0x211, TiffFolder.Ratio, 1, 3))));
        Assert.NotEqual(plain, Payload.Of(One(static one => one.Set(0x102, Short, 8, 8, 7))));

        // As DNG's tables have them: of a length that does not stand in the key.
        long[] table = [.. Enumerable.Range(0, 1000).Select(static number => (long)number)];
        byte[] long1 = One(one => one.Set(0xC618, Short, table));
        Assert.NotEqual(plain, Payload.Of(long1));
        Assert.Equal(Payload.Of(long1), Payload.Of(One(one => one.Set(0xC618, Short, table).Set(0x10E, "x"))));
        table[999]++;
        Assert.NotEqual(Payload.Of(long1), Payload.Of(One(one => one.Set(0xC618, Short, table))));
    }

    [Fact]
    public void Previews_are_no_payload_and_a_file_of_previews_alone_has_none()
    {
        string plain = Payload.Of(One(static _ => { }));
        TiffFolder picture = TiffFolder.Picture(10, 4, 8, 3, new byte[120]);
        TiffFolder old = TiffFolder.Picture(5, 2, 8, 3, new byte[30]).Set(0xFF, TiffFolder.Short, 2);
        old.Fields.Remove(0xFE);
        byte[] more = new TiffWriter(false).Write(
            picture, TiffFolder.Preview(new byte[576]), old, TiffFolder.JpegPreview([0xFF, 0xD8], isMarked: false));
        Assert.Equal(plain, Payload.Of(more));
        Assert.Equal(
            "not comparable: it has no picture of full size",
            Payload.Of(new TiffWriter(false).Write(TiffFolder.Preview(new byte[576]))));
    }

    private static byte[] One(Action<TiffFolder> change)
    {
        TiffFolder picture = TiffFolder.Picture(10, 4, 8, 3, new byte[120]);
        change(picture);
        return new TiffWriter(isBigEndian: false).Write(picture);
    }

    // The seed decides the pictures; the other one what tells of them.
    private static TiffFolder[] Pages(int seed, Random telling)
    {
        var random = new Random(seed);
        List<TiffFolder> pages = [];
        for (int i = random.Next(1, 4); i > 0; i--)
        {
            TiffFolder page = Picture(random);
            for (int j = random.Next(3); j > 0; j--)
            {
                page.Below.Add(Picture(random).Set(0xFE, TiffFolder.Long, 4));
            }

            if (telling.Next(2) == 0)
            {
                page.Below.Insert(telling.Next(page.Below.Count + 1), TiffFolder.Preview(new byte[576]));
            }

            page.Set(0x10E, new string('x', telling.Next(60))).Set(0x112, TiffFolder.Short, telling.Next(1, 9))
                .Set(0x11A, TiffFolder.Ratio, telling.Next(1, 600), 1);
            page.Exif = telling.Next(2) == 0 ? new TiffFolder().Set(0x9003, "2020:01:02 03:04:05") : null;
            page.Gps = telling.Next(3) == 0 ? new TiffFolder().Set(2, TiffFolder.Ratio, 1, 1, 2, 1, 3, 1) : null;
            pages.Add(page);
            if (telling.Next(3) == 0)
            {
                pages.Add(TiffFolder.JpegPreview(new byte[telling.Next(1, 50)], isMarked: telling.Next(2) == 0));
            }
        }

        return [.. pages];
    }

    private static TiffFolder Picture(Random random)
    {
        byte[][] data = new byte[random.Next(1, 6)][];
        for (int i = 0; i < data.Length; i++)
        {
            data[i] = new byte[random.Next(2, 200)];
            random.NextBytes(data[i]);
        }

        bool isTiled = random.Next(3) == 0;
        TiffFolder picture = new() { Data = [.. data], DataTags = isTiled ? (0x144, 0x145) : (0x111, 0x117) };
        picture.Set(0xFE, TiffFolder.Long, 0).Set(0x100, TiffFolder.Short, random.Next(1, 99))
            .Set(0x101, TiffFolder.Short, random.Next(1, 99)).Set(0x102, TiffFolder.Short, 8, 8, 8)
            .Set(0x103, TiffFolder.Short, 5).Set(0x106, TiffFolder.Short, 2).Set(0x115, TiffFolder.Short, 3);
        return isTiled
            ? picture.Set(0x142, TiffFolder.Short, 16).Set(0x143, TiffFolder.Short, 16)
            : picture.Set(0x116, TiffFolder.Short, 1);
    }
}
