using System.Buffers.Binary;
using System.Text;
using Doppel.Hashing;

namespace Doppel.Media.Tests;

/// <summary>A chunk or box of another type has another meaning, even if all other bytes are the same.</summary>
public sealed class RenamedPartTests
{
    // Types that each format knows, and one that it does not know. "xxxx" is ancillary in PNG, "XXXX" is critical.
    private static readonly Dictionary<MediaFormat, string[]> s_types = new()
    {
        [MediaFormat.Png] =
        [
            "IHDR", "PLTE", "tRNS", "IDAT", "IEND", "acTL", "fcTL", "fdAT", "gAMA", "cHRM", "sRGB", "iCCP", "cICP",
            "mDCV", "cLLI", "sBIT", "bKGD", "tEXt", "zTXt", "iTXt", "eXIf", "tIME", "pHYs", "xxxx", "XXXX",
        ],
        [MediaFormat.WebP] = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ", "xxxx"],
        [MediaFormat.Jpeg2000] =
        [
            "jP  ", "ftyp", "jp2h", "ihdr", "bpcc", "colr", "pclr", "cmap", "cdef", "res ", "jp2c", "xml ", "uuid",
            "uinf", "jumb", "jp2i", "free", "xxxx",
        ],
        [MediaFormat.Avi] =
        [
            "RIFF", "LIST", "avih", "strh", "strf", "strd", "vprp", "strn", "indx", "JUNK", "idx1", "ix00", "00dc",
            "00db", "00pc", "00wb", "01dc", "01wb", "01pc", "00xx", "01xx",
            "IDIT", "xxxx",
        ],
    };

    // Padding and indexes; and what the loose policy leaves out without showing it.
    private static readonly string[] s_silent = ["JUNK", "idx1"];
    private static readonly string[] s_strict = ["vprp", "strd"];

    public static TheoryData<string> All => [.. Samples.Names.Where(static name =>
        name.Split('.')[^1] is "png" or "webp" or "jp2" or "avi")];

    [Theory, MemberData(nameof(All))]
    public void A_part_of_another_type_makes_another_payload_or_is_shown(string sample)
    {
        byte[] file = Samples.Get(sample);
        MediaMap map = Payload.Map(file).Map!;
        string tags = Tags(file);
        List<string> misses = [];
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string expected = Payload.Of(file, policy);
            foreach (int at in Types(file, map))
            {
                string type = FileParts.At(file, map.Format, at);
                bool isSilent = s_silent.Contains(type) || (policy == MediaPolicy.Loose && s_strict.Contains(type));
                string[] others = isSilent ? [] : s_types[map.Format];
                foreach (string other in others.Where(other => Plain(other) != Plain(type)))
                {
                    byte[] renamed = Renamed(file, map.Format, at, other);
                    if (Payload.Of(renamed, policy) == expected && Tags(renamed) == tags)
                    {
                        misses.Add($"{type} at {at} renamed to {other}, {policy}");
                    }
                }
            }
        }

        Assert.True(misses.Count == 0, string.Join('\n', misses));
    }

    // Compressed and uncompressed pictures are one kind of chunk.
    private static string Plain(string type) => type.Replace("db", "dc", StringComparison.Ordinal);

    // The name of the part that a byte is in stands where its type does.
    private static IEnumerable<int> Types(byte[] file, MediaMap map)
    {
        bool[] isPayload = new bool[file.Length];
        foreach (PayloadExtent extent in map.Extents)
        {
            isPayload.AsSpan((int)extent.Offset, (int)extent.Length).Fill(true);
        }

        return Enumerable.Range(0, file.Length - 4).Where(at => !isPayload[at]
            && FileParts.At(file, map.Format, at) == Encoding.Latin1.GetString(file, at, 4));
    }

    // With the checksum that PNG has of a type and its data.
    private static byte[] Renamed(byte[] file, MediaFormat format, int at, string type)
    {
        byte[] renamed = [.. file];
        Encoding.ASCII.GetBytes(type).CopyTo(renamed, at);
        if (format == MediaFormat.Png)
        {
            int end = at + 4 + (int)Math.Min(
                BinaryPrimitives.ReadUInt32BigEndian(file.AsSpan(at - 4)), (uint)(file.Length - at - 8));
            BinaryPrimitives.WriteUInt32BigEndian(renamed.AsSpan(end), Crc32.Hash(renamed.AsSpan(at, end - at)));
        }

        return renamed;
    }

    private static string Tags(byte[] file) => string.Join(
        '\n', new MediaMapper().ReadTags(new MemorySource(file)).All.Select(static tag => $"{tag.Name}={tag.Value}"));
}
