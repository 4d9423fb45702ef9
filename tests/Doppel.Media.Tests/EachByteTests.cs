namespace Doppel.Media.Tests;

/// <summary>
/// Every byte of a file is payload, or shown as a tag, or in a part that docs/media.md names as one that carries
/// nothing.
/// </summary>
public sealed class EachByteTests
{
    // Boxes that locate or describe samples. Of those that describe them, the names of programs, rates and reserved
    // fields carry nothing.
    private static readonly string[] s_boxes =
    [
        "ftyp", "mvhd", "tkhd", "mdhd", "hdlr", "vmhd", "smhd", "dref", "stsd", "stts", "ctts", "elst", "stsc", "stsz",
        "stco", "co64", "stss", "stbl", "sbgp", "sgpd", "mfhd", "tfhd", "tfdt", "trun", "trex", "tfra", "mfro", "meta",
    ];

    private static readonly Dictionary<MediaFormat, string[]> s_silent = new()
    {
        [MediaFormat.Mp4] = [.. s_boxes, "©too", "©swr"],
        [MediaFormat.Heif] =
        [
            .. s_boxes, "iinf", "infe", "iloc", "pitm", "iref", "ipma", "dimg", "thmb", "auxC", "hvcC", "ispe", "pixi",
        ],
        [MediaFormat.Cr3] = [.. s_boxes, "dinf", "uuid", "CNCV", "CMT1", "CMT2", "CMT4", "THMB"],
        [MediaFormat.JpegXl] = ["ftyp"],
        [MediaFormat.Jpeg2000] = ["ftyp"],
        [MediaFormat.Wav] = ["RIFF", "RF64", "ds64", "ISFT"],
        [MediaFormat.Avi] = ["JUNK", "avih", "strh", "strf", "vprp", "idx1", "00db", "00dc", "01wb", "ISFT"],
        [MediaFormat.WebP] =
        [
            "VP8X",

            // The byte that makes its length even.
            "ALPH",
        ],
        [MediaFormat.Aiff] = ["FORM", "COMM", "FVER", "SSND"],
        [MediaFormat.Dsdiff] = ["FVER", "PROP", "CMPR"],
        [MediaFormat.Caf] = ["caff", "data", "info"],
        [MediaFormat.Dsf] = ["lengths"],
        [MediaFormat.Musepack] = ["seek table"],
        [MediaFormat.Asf] =
        [
            "75b22630", "5fbf03b5", "75b22636", "86d15240", "8cabdca1", "b7dc0791", "33000890",

            // The kinds of tags, and the numbers of streams.
            "d2d0a440", "c5f8cbea",
        ],
        [MediaFormat.Matroska] =
        [
            // Versions, index, places, durations, flags, random numbers, statistics, free space, checksums.
            "4285", "4286", "4287", "42F2", "42F3", "42F7", "1C53BB6B", "53AB", "53AC", "23E383", "4489", "88", "9A",
            "9C", "73A4", "73C5", "63C5", "4487", "6264", "EC", "BF",

            // FLAC's own header, of which only one block counts, the rate of Opus, and the heads of packets.
            "63A2", "B5", "A1", "A3",

            // IDs and lengths of elements. An element with another ID is another element.
            "head",
        ],
        [MediaFormat.Png] = ["checksum"],
        [MediaFormat.Jpeg] = ["FFE0"],
        [MediaFormat.Flac] = ["block 1", "block 4"],
        [MediaFormat.Mp3] = ["tag"],
        [MediaFormat.Tta] = ["tag"],
        [MediaFormat.Raf] = ["place", "padding"],
        [MediaFormat.Tiff] =
        [
            // Numbers count by their values, whatever type they have. A resolution has digits that nobody shows.
            "type", "count", "free", "", "282", "283", "532",

            // The size and kind of previews, and where Panasonic has the sensor data, which extend to the end.
            "preview", "place",

            // Kinds of pages, and strips that are longer than the picture.
            "254", "278", "below 254", "below 278",

            // Missing, these have the same values.
            "below 259", "below 277", "below 284",

            // Orientation, resolution, program and defaults of pages behind the first.
            "later 254", "later 274", "later 277", "later 282", "later 283", "later 284", "later 296", "later 305",
        ],
    };

    public static TheoryData<string> All => [.. Samples.Names];

    [Theory, MemberData(nameof(All))]
    public void A_byte_that_differs_is_payload_or_shown_unless_it_is_in_a_part_that_carries_nothing(string sample)
    {
        int seed = 900 + TestRun.SeedOffset;
        byte[] file = Samples.Get(sample);
        MediaMap map = Payload.Map(file).Map!;
        string expected = Payload.Of(file);
        string tags = Tags(file);
        bool[] isPayload = new bool[file.Length];
        foreach (PayloadExtent extent in map.Extents)
        {
            isPayload.AsSpan((int)extent.Offset, (int)extent.Length).Fill(true);
        }

        int[] places = [.. Enumerable.Range(0, file.Length).Where(at => !isPayload[at])];
        new Random(seed).Shuffle(places);
        string[] silent = s_silent.GetValueOrDefault(map.Format, []);
        foreach (int at in places.Take(TestRun.Count(400, int.MaxValue)))
        {
            byte[] changed = [.. file];
            changed[at] ^= 1;
            if (Payload.Of(changed) == expected && Tags(changed) == tags)
            {
                string part = FileParts.At(file, map.Format, at);
                Assert.True(
                    silent.Contains(part),
                    $"seed {seed}: byte {at} of {sample}, in '{part}', is neither payload nor shown");
            }
        }
    }

    private static string Tags(byte[] file) => string.Join(
        '\n', new MediaMapper().ReadTags(new MemorySource(file)).All.Select(static tag => $"{tag.Name}={tag.Value}"));
}
