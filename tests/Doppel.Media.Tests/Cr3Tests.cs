using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>CR3 written as Canon's cameras do.</summary>
public sealed class Cr3Tests
{
    private static readonly Cr3Writer s_photo = new();

    [Fact]
    public void Tags_previews_and_measured_data_are_no_payload()
    {
        string expected = Payload.Of(s_photo.Build());
        Assert.StartsWith("Cr3", expected, StringComparison.Ordinal);
        Cr3Writer[] others =
        [
            s_photo with { Artist = "Somebody else"u8.ToArray() },
            s_photo with { Xmp = Noise(20, 5000) },
            s_photo with { Jpeg = Noise(21, 77) },
            s_photo with { Thumbnail = [] },
            s_photo with { Measured = Noise(22, 500) },
            s_photo with { Free = new byte[1000] },
        ];
        foreach (Cr3Writer other in others)
        {
            Assert.NotEqual(s_photo.Build(), other.Build());
            Assert.Equal(expected, Payload.Of(other.Build()));
            Assert.Equal(Payload.Of(s_photo.Build(), MediaPolicy.Loose), Payload.Of(other.Build(), MediaPolicy.Loose));
        }
    }

    [Fact]
    public void Previews_notes_and_measured_data_are_shown()
    {
        Cr3Writer[] others =
        [
            s_photo, s_photo with { Jpeg = Noise(21, 900) }, s_photo with { Thumbnail = Noise(22, 200) },
            s_photo with { Preview = Noise(23, 400) }, s_photo with { Measured = Noise(24, 300) },
            s_photo with { Notes = Noise(25, 30) },
        ];
        string[] shown =
        [
            .. others.Select(static one => string.Join(
                '\n', new MediaMapper().ReadTags(new MemorySource(one.Build())).All)),
        ];
        Assert.Equal(shown.Length, shown.Distinct().Count());
    }

    [Fact]
    public void Sensor_data_and_its_codec_are_payload()
    {
        byte[] photo = s_photo.Build();
        byte[] cut = [.. s_photo.Sensor[..^1]];
        byte[][] others =
        [
            (s_photo with { Sensor = cut }).Build(),
            (s_photo with { Small = Noise(30, 3000) }).Build(),
            (s_photo with { Codec = Noise(31, 44) }).Build(),
            [.. photo, .. Box("mpvd", [1])],
            [.. photo, 1],
        ];
        foreach (byte[] other in others)
        {
            Assert.StartsWith("Cr3", Payload.Of(other), StringComparison.Ordinal);
            Assert.NotEqual(Payload.Of(photo), Payload.Of(other));
        }
    }

    [Fact]
    public void A_glance_that_has_enough_does_not_look_behind_the_pictures()
    {
        byte[] photo = (s_photo with { Small = Noise(30, 5000) }).Build();
        new MediaTrial().Run([.. photo, .. Box("mpvd", [1]), 1], MediaPolicy.Strict, "photo");
    }

    [Fact]
    public void A_photo_without_what_the_sensor_saw_is_not_comparable() =>
        Assert.Equal(
            "not comparable: it has no picture of a sensor", Payload.Of((s_photo with { HasSensor = false }).Build()));

    [Fact]
    public void Tags_written_by_exiftool_leave_the_payload_unchanged()
    {
        PictureSamples.Needs("exiftool");
        using var tree = new TempTree();
        tree.AddFile("photo.cr3", s_photo.Build());
        string path = $"{tree.Folder}/photo.cr3";
        foreach (string tag in (string[])["-XMP:Title=A rather long title", "-XMP:Rating=3", "-Artist=Me"])
        {
            byte[] before = File.ReadAllBytes(path);
            Tool.Run("exiftool", "-q", "-m", "-overwrite_original", tag, path).MustSucceed();
            Assert.NotEqual(before, File.ReadAllBytes(path));
            Assert.Equal(Payload.Of(s_photo.Build()), Payload.Of(path));
        }
    }
}
