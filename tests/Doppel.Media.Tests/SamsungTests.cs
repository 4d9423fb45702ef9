using System.Text;
using static Doppel.Media.Tests.BoxBytes;
using Item = Doppel.Media.Tests.HeifWriter.Item;

namespace Doppel.Media.Tests;

/// <summary>HEIF of Samsung phones: a film and notes in boxes of their own.</summary>
public sealed class SamsungTests
{
    private static HeifWriter Photo { get; } = new()
    {
        Items =
        [
            new Item(1, "hvc1", Noise(1, 500))
            {
                Properties = [Box("hvcC", Noise(2, 80)), Full("ispe", 0, 0, U32(128), U32(96))],
            },
        ],
    };

    [Fact]
    public void Samsungs_notes_are_tags_and_other_boxes_count_in_any_order()
    {
        // What exiftool 13 does with any edit: it moves the notes in front of the data, and everything else with it.
        byte[] film = Box("mpvd", Samples.Get("mp4"));
        byte[] more = Box("abcd", Noise(5, 50));
        byte[] Moved(params byte[][] boxes) =>
            (Photo with { Behind = [.. boxes.SelectMany(static one => one)] }).Build();
        byte[] original = [.. Photo.Build(), .. film, .. more, .. Notes("1700000000000")];
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string expected = Payload.Of(original, policy);
            Assert.StartsWith("Heif", expected, StringComparison.Ordinal);
            foreach (byte[] same in (byte[][])
                [
                    [.. Photo.Build(), .. more, .. Notes("1700000000000"), .. film],
                    [.. Moved(Notes("1700000000000")), .. film, .. more],
                    [.. Moved(Notes("1600000000000"), more), .. film],
                    [.. Moved(more), .. film],
                ])
            {
                Assert.Equal(expected, Payload.Of(same, policy));
            }

            foreach (byte[] other in (byte[][])
                [
                    Moved(film), Moved(more), Moved(film, more, more), Moved(film, Box("abce", Noise(5, 50))),
                    Moved(film, Box("abcd", Noise(6, 50))), [.. Photo.Build(), .. film, .. more, .. Noise(1, 3)],
                    Moved(film, more, Notes(new string('x', 70_000))),
                ])
            {
                Assert.NotEqual(expected, Payload.Of(other, policy));
            }
        }

        Assert.Equal(
            ["samsung:Image_UTC_Data: 1700000000000"],
            new MediaMapper().ReadTags(new MemorySource(original)).All
                .Where(static tag => tag.Name.StartsWith("samsung:", StringComparison.Ordinal))
                .Select(static tag => $"{tag.Name}: {tag.Value}"));
    }

    private static byte[] Notes(string time)
    {
        byte[] note = [0, 0, 1, 0x0A, 14, 0, 0, 0, .. Encoding.ASCII.GetBytes("Image_UTC_Data" + time)];
        byte[] length = BitConverter.GetBytes(note.Length);
        return Box(
            "sefd", note, "SEFH"u8.ToArray(), [107, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0x0A], length, length,
            [24, 0, 0, 0], "SEFT"u8.ToArray());
    }
}
