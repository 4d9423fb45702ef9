using System.Text;
using Doppel.Hashing;
using static Doppel.Media.Tests.IsoWriter;
using static Doppel.Media.Tests.RiffWriter;

namespace Doppel.Media.Tests;

/// <summary>Data of unknown meaning beside the payload is not lost unseen.</summary>
public sealed class UnreadDataTests
{
    /// <summary>Gets samples, with the kinds of data that a program may put into them.</summary>
    public static TheoryData<string, string> Places { get; } = new()
    {
        { "wav", "smpl" }, { "wav", "acid" }, { "wav", "LIST" }, { "wav", "cue " }, { "rf64.wav", "umid" },
        { "w64", "inst" }, { "aiff", "INST" }, { "aiff", "APPL" }, { "aiff", "MARK" },
        { "caf", "midi" }, { "caf", "cust" }, { "dff", "MANF" },
        { "png", "mkBS" }, { "png", "pHYs" }, { "moving.png", "vpAg" },
        { "webp", "DOPP" }, { "lossless.webp", "META" }, { "avi", "DOPP" },
        { "mp4", "moov/trak/DOPP" }, { "mp4", "moov/trak/mdia/DOPP" }, { "mp4", "moov/trak/mdia/minf/DOPP" },
        { "mp4", "moov/trak/mdia/minf/stbl/DOPP" }, { "mp4", "moov/trak/meta" }, { "m4a", "moov/meta" },
        { "mp4", "gpmd" }, { "mp4", "uuid" }, { "mp4", "moov/SDLN" }, { "mp4", "moov/uuid" }, { "m4a", "udta" },
        { "boxes.jxl", "jumb" }, { "jp2", "jumb" }, { "jp2", "uuid" }, { "jp2", "res " },
        { "wma", "header" }, { "wmv", "extension" }, { "mp3", "CHAP" },
        { "flac", "2" }, { "flac", "9" }, { "gif", "FRACTINT" },
        { "jpg", "" }, { "jpg", "AVI1\0" }, { "jpg", "JFXX\0" }, { "jpg", "http://ns.adobe.com/xap/1.0/\0" },
        { "jpg", "Photoshop 3.0\0" },
    };

    [Theory, MemberData(nameof(Places))]
    public void Data_that_is_neither_payload_nor_read_is_shown_with_its_length_and_a_digest(string sample, string kind)
    {
        int seed = 570 + TestRun.SeedOffset;
        var random = new Random(seed);
        byte[] bare = Samples.Get(sample);
        HashSet<MediaTag> before = [.. new MediaMapper().ReadTags(new MemorySource(bare)).All];
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.DoesNotContain("not comparable", Payload.Of(bare, policy));
        }

        for (int round = 0; round < TestRun.Count(10, 300); round++)
        {
            string where = $"seed {seed}, round {round}";
            byte[] content = new byte[2 * random.Next(20, 2000)];
            random.NextBytes(content);

            // No length in it leads anywhere, and no text ends at once.
            content.AsSpan(0, 16).Fill(1);
            byte[] other = [.. content];
            other[random.Next(16, other.Length)] ^= 1;
            byte[] with = Put(bare, sample, kind, content);
            byte[] differing = Put(bare, sample, kind, other);
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                Assert.True(Payload.Of(bare, policy) == Payload.Of(with, policy), where);
                Assert.True(Payload.Of(bare, policy) == Payload.Of(differing, policy), where);
            }

            string shown = Shown(with);
            Assert.True(shown == Shown(with) && shown != Shown(differing), $"{where}: {shown}");
            Assert.Contains(" bytes, xxh3 ", shown, StringComparison.Ordinal);
        }

        string Shown(byte[] file) => string.Join('\n', new MediaMapper().ReadTags(new MemorySource(file)).All
            .Where(tag => !before.Contains(tag)));
    }

    private static byte[] Put(byte[] file, string sample, string kind, byte[] content)
    {
        switch (sample.Split('.')[^1])
        {
            case "wav" or "webp" or "avi":
                byte[] chunk = kind == "LIST" ? List("adtl", content) : Chunk(kind, content);
                const int LongLengthAt = 20;
                byte[] riff = [.. file, .. chunk];
                if (sample.StartsWith("rf64", StringComparison.Ordinal))
                {
                    Lengthen(riff, LongLengthAt, chunk.Length);
                }
                else
                {
                    BitConverter.GetBytes(riff.Length - 8).CopyTo(riff, 4);
                }

                return riff;
            case "w64":
                // The rest of the GUID of a chunk, and a length that counts itself.
                byte[] tail = file.AsSpan(file.AsSpan().IndexOf("fmt "u8) + 4, 12).ToArray();
                const int GuidBytes = 16;
                byte[] aligned = [.. file, .. new byte[-file.Length & 7]];
                byte[] wave =
                [
                    .. aligned, .. Encoding.ASCII.GetBytes(kind), .. tail,
                    .. BitConverter.GetBytes(content.Length + GuidBytes + 8L), .. content,
                    .. new byte[-content.Length & 7],
                ];
                BitConverter.GetBytes((long)wave.Length).CopyTo(wave, GuidBytes);
                return wave;
            case "caf" or "dff":
                const int LengthAt = 4;
                byte[] more =
                [
                    .. file, .. Encoding.ASCII.GetBytes(kind), .. Numbers(0, content.Length), .. content,
                ];
                if (sample == "dff")
                {
                    // The length of the whole, behind its ID and before its kind.
                    Numbers(0, more.Length - 12).CopyTo(more, LengthAt);
                }

                return more;
            case "aiff":
                byte[] added = Box(kind, content);
                byte[] form = [.. file, .. Encoding.ASCII.GetBytes(kind), .. Numbers(content.Length), .. content];
                Numbers(Number(file, 4) + added.Length).CopyTo(form, 4);
                return form;
            case "png":
                const int BehindHeader = 33;
                byte[] typed = [.. Encoding.ASCII.GetBytes(kind), .. content];
                return
                [
                    .. file[..BehindHeader], .. Numbers(content.Length), .. typed, .. Numbers(Crc32.Hash(typed)),
                    .. file[BehindHeader..],
                ];
            case "flac":
                // A block behind STREAMINFO, of the kind APPLICATION or of one that is not known.
                const int BehindInfo = 42;
                return
                [
                    .. file[..4], (byte)(file[4] & 0x7F), .. file[5..BehindInfo], (byte)(kind[0] - '0'),
                    .. Numbers(content.Length)[1..], .. content, .. file[BehindInfo..],
                ];
            case "gif":
                return
                [
                    .. file[..^1], 0x21, 0xFF, 11, .. Encoding.ASCII.GetBytes((kind + "00000000000")[..11]),
                    .. content.Chunk(255).SelectMany(static one => (byte[])[(byte)one.Length, .. one]), 0, file[^1],
                ];
            case "jpg":
                byte marker = kind switch
                {
                    "" => 0xE9,
                    ['h', ..] => 0xE1,
                    ['P', ..] => 0xED,
                    _ => 0xE0,
                };
                byte[] resource = marker == 0xED
                    ? [.. "8BIM"u8, 0x07, 0xD0, 0, 0, .. Numbers(content.Length), .. content] : content;
                byte[] segment = [.. Encoding.ASCII.GetBytes(kind), .. resource];
                return [.. file[..2], 0xFF, marker, .. Numbers(segment.Length + 2)[2..], .. segment, .. file[2..]];
            case "mp3":
                // What a chapter has after its title, such as a picture.
                byte[] title = [.. "TIT2"u8, .. Numbers(3), 0, 0, 3, (byte)'O', (byte)'n'];
                byte[] chapter = [.. "one\0"u8, .. Numbers(0, 100, 0, 0), .. title, .. content];
                byte[] frame = [.. "CHAP"u8, .. Numbers(chapter.Length), 0, 0, .. chapter];
                byte[] length = [0, 0, (byte)(frame.Length >> 7), (byte)(frame.Length & 0x7F)];
                return [.. "ID3"u8, 3, 0, 0, .. length, .. frame, .. file];
            case "wma" or "wmv":
                (List<byte[]> header, byte[] packets) = AsfWriter.Split(file);
                byte[] one = AsfWriter.Object("00112233-4455-6677-8899-AABBCCDDEEFF", content);
                header.Add(kind == "header" ? one : AsfWriter.Extended(one));
                return AsfWriter.Join(header, packets);
            default:
                string[] path = kind.Split('/');
                byte[] inside = path[^1] switch
                {
                    "udta" => Box("what", content),
                    "meta" => [.. Numbers(0), .. Box("xml ", content)],
                    _ => content,
                };
                byte[] box = Box(path[^1], inside);
                string around = path.Length > 1 ? string.Join('/', path[..^1]) : "moov";
                return path.Length == 1 && kind != "udta"
                    ? [.. file, .. box] : Change(file, around, old => Box(around.Split('/')[^1], old, box));
        }
    }

    private static void Lengthen(byte[] file, int at, long by) =>
        BitConverter.GetBytes(BitConverter.ToInt64(file, at) + by).CopyTo(file, at);
}
