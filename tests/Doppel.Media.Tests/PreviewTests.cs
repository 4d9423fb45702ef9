namespace Doppel.Media.Tests;

/// <summary>The JPEG that a camera puts into a raw photo is found; exiftool judges.</summary>
public sealed class PreviewTests
{
    private static readonly string[] s_names = ["PreviewImage", "JpgFromRaw", "ThumbnailImage", "OtherImage"];

    public static TheoryData<string> All => [.. RawSamples.Names, "cr3"];

    [Theory, MemberData(nameof(All))]
    public void The_largest_that_exiftool_finds_is_found(string name)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        for (int i = 0; i < TestRun.Count(1, 100); i++)
        {
            int seed = TestRun.SeedOffset + i;
            byte[] content = name == "cr3" ? Cr3() : RawSamples.Make(name, RawChange.None, new Random(seed));
            string path = $"{tree.Folder}/{i}.{name}";
            File.WriteAllBytes(path, content);
            byte[][] judged =
            [
                .. s_names.Select(one => Tool.Run("exiftool", "-b", "-" + one, path).Output)
                    .Where(static one => one.AsSpan().StartsWith((byte[])[0xFF, 0xD8, 0xFF])),
            ];
            MediaPreview? found = new MediaMapper().FindPreview(new MemorySource(content));
            Assert.True(found is null == (judged.Length == 0), $"seed {seed}");
            if (found is { } preview)
            {
                byte[] bytes = content[(int)preview.Offset..(int)(preview.Offset + preview.Length)];
                Assert.True(judged.Any(one => one.SequenceEqual(bytes)), $"seed {seed}");
            }
        }
    }

    [Fact]
    public void The_thumbnail_that_exiftool_puts_into_a_photo_is_read_whole_or_not_at_all()
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        byte[] thumbnail = Samples.Get("jpg");
        (string photo, string small) = ($"{tree.Folder}/photo.jpg", $"{tree.Folder}/small.jpg");
        File.WriteAllBytes(photo, thumbnail);
        File.WriteAllBytes(small, thumbnail);
        Assert.Null(new MediaMapper().ReadThumbnail(new MemorySource(thumbnail)));
        Tool.Run("exiftool", "-q", "-overwrite_original", "-Artist=Someone", $"-ThumbnailImage<={small}", photo)
            .MustSucceed();
        byte[] content = File.ReadAllBytes(photo);
        Assert.Equal(thumbnail, new MediaMapper().ReadThumbnail(new MemorySource(content)));
        for (int cut = 0; cut < content.Length; cut += 1 + (content.Length / TestRun.Count(100, 5000)))
        {
            byte[]? read = new MediaMapper().ReadThumbnail(new MemorySource(content[..cut]));
            Assert.True(read is null || read.SequenceEqual(thumbnail), $"cut at {cut}");
        }
    }

    [Fact]
    public void The_preview_with_the_most_pixels_is_chosen_wherever_it_is()
    {
        byte[] small = Samples.Get("jpg");
        byte[] large = Larger(small);
        foreach ((byte[] thumbnail, byte[] preview) in ((byte[], byte[])[])[(small, large), (large, small)])
        {
            byte[] content = new Cr3Writer { Thumbnail = thumbnail, Preview = preview }.Build();
            MediaPreview found = new MediaMapper().FindPreview(new MemorySource(content))!.Value;
            Assert.Equal(large, content[(int)found.Offset..(int)(found.Offset + found.Length)]);
        }
    }

    // In pieces with something between them it is not one JPEG that a browser could be given by its place.
    [Theory]
    [InlineData(1, 0, true)]
    [InlineData(2, 0, true)]
    [InlineData(2, 3, false)]
    public void A_heif_file_shows_an_item_that_is_jpeg(int pieces, int gapBytes, bool isFound)
    {
        byte[] jpeg = Samples.Get("jpg");
        byte[] content = new HeifWriter
        {
            Items =
            [
                new HeifWriter.Item(1, "hvc1", [.. Enumerable.Range(0, 900).Select(static i => (byte)(i * 7))]),
                new HeifWriter.Item(2, "jpeg", jpeg),
            ],
            Links = [new HeifWriter.Link("thmb", 2, 1)],
            Pieces = pieces,
            Gap = new byte[gapBytes],
        }.Build();
        MediaPreview? found = new MediaMapper().FindPreview(new MemorySource(content));
        Assert.Equal(isFound, found is not null);
        if (found is { } preview)
        {
            Assert.Equal(jpeg, content[(int)preview.Offset..(int)(preview.Offset + preview.Length)]);
        }
    }

    // Sensor data is often lossless JPEG (SOF3), which no browser decodes.
    [Fact]
    public void Lossless_jpeg_is_no_preview()
    {
        byte[] lossless = [.. Samples.Get("jpg")];
        int frame = lossless.AsSpan().IndexOf((byte[])[0xFF, 0xC0, 0x00, 0x11]);
        lossless[frame + 1] = 0xC3;
        byte[] content = new Cr3Writer { Thumbnail = lossless, Preview = lossless }.Build();
        Assert.Null(new MediaMapper().FindPreview(new MemorySource(content)));
    }

    [Theory]
    [InlineData("jpg")]
    [InlineData("flac")]
    [InlineData("png")]
    public void Other_formats_have_none(string sample) =>
        Assert.Null(new MediaMapper().FindPreview(new MemorySource(Samples.Get(sample))));

    // The source itself fails the test if it is read outside of its bytes.
    [Theory, MemberData(nameof(All))]
    public void Damage_gives_no_preview_or_one_within_the_file(string name)
    {
        byte[] plain = name == "cr3" ? Cr3() : RawSamples.Make(name);
        var mapper = new MediaMapper();
        for (int i = 0; i < TestRun.Count(500, 200_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            byte[] content = plain[..(random.Next(3) == 0 ? random.Next(plain.Length) : plain.Length)];
            for (int change = random.Next(1, 6); change > 0 && content.Length > 0; change--)
            {
                // Most of the structure is at the start.
                content[random.Next(Math.Min(content.Length, random.Next(2) == 0 ? 600 : content.Length))] =
                    (byte)random.Next(256);
            }

            if (mapper.FindPreview(new MemorySource(content)) is { } found)
            {
                Assert.True(
                    found.Offset >= 0 && found.Length > 0 && found.Offset + found.Length <= content.Length
                    && found.Width > 0 && found.Height > 0, $"seed {seed}");
            }
        }
    }

    private static byte[] Cr3() =>
        new Cr3Writer { Thumbnail = Samples.Get("jpg"), Preview = Larger(Samples.Get("jpg")) }.Build();

    // The same picture, said to be one row higher.
    private static byte[] Larger(byte[] jpeg)
    {
        byte[] larger = [.. jpeg];
        int frame = larger.AsSpan().IndexOf((byte[])[0xFF, 0xC0, 0x00, 0x11]);
        larger[frame + 6]++;
        return larger;
    }
}
