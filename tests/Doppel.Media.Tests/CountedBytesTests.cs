using System.Globalization;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Lists the bytes of each header that count: a field that is dropped from a key changes the list.</summary>
public sealed class CountedBytesTests
{
    private const string Page = "tests/Doppel.Media.Tests/CountedBytes.txt";

    // One of each way in which a format keeps what decodes it beside the payload.
    private static readonly string[] s_samples =
    [
        "aiff", "c.aiff", "alac.caf", "caf", "avi", "flow.avi", "avif", "glass.avif", "heic", "glass.heic",
        "moving.avif", "boxes.jxl", "cr3", "dff", "dst.dff", "dsf", "flac", "fragments.mp4", "m4a", "mp4", "mov",
        "glass.jp2", "mka", "mkv", "webm", "moving.png", "lossless.webp", "moving.webp", "mpc", "wma", "wmv", "wav",
        "rf64.wav", "w64", "ape", "old.ape", "mp3", "jpg", "progressive.jpg",
        "palette.avi", "palette.jp2", "palette.png", "glass.webp",
    ];

    // What locates samples and frames, whose number depends on the encoder, and padding.
    private static readonly HashSet<string> s_places =
    [
        "stsz", "stsc", "stco", "co64", "stts", "ctts", "stss", "trun", "tfra", "A1", "A3", "idx1", "00dc", "01wb",
        "data", "JUNK", "block 1", "EC",
    ];

    public static TheoryData<string> All => [.. s_samples];

    [Theory, MemberData(nameof(All))]
    public void The_bytes_of_a_header_that_count_are_those_on_the_list(string sample)
    {
        string path = SourceTree.PathOf(Page);
        string[] list = File.ReadAllLines(path);
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string line = Line(sample, policy);
            int number = (2 * Array.IndexOf(s_samples, sample)) + (int)policy;
            if (Environment.GetEnvironmentVariable("DOPPEL_WRITE_DOCS") == "1")
            {
                list[number] = line;
                File.WriteAllLines(path, list);
            }

            Assert.True(
                list[number] == line,
                $"other bytes count than\n{list[number]}\n"
                    + $"If that is intended, run these tests with DOPPEL_WRITE_DOCS=1:\n{line}");
        }
    }

    private static string Line(string sample, MediaPolicy policy)
    {
        byte[] file = Samples.Get(sample);
        MediaMap map = Payload.Map(file, policy).Map!;
        string expected = Payload.Of(file, policy);
        bool[] isPayload = new bool[file.Length];
        foreach (PayloadExtent extent in map.Extents)
        {
            isPayload.AsSpan((int)extent.Offset, (int)extent.Length).Fill(true);
        }

        const int BytesMax = 4096;
        var parts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach ((int at, string part) in Enumerable.Range(0, file.Length).Where(at => !isPayload[at])
            .Select(at => (at, FileParts.At(file, map.Format, at))).Where(static one => !s_places.Contains(one.Item2))
            .Take(BytesMax))
        {
            byte[] changed = [.. file];
            changed[at] ^= 1;
            int counts = Payload.Of(changed, policy) == expected ? 0 : 1;
            parts[part] = parts.GetValueOrDefault(part) + counts;
        }

        var line = new StringBuilder();
        line.Append(CultureInfo.InvariantCulture, $"{sample}, {policy}:");
        foreach ((string part, int counted) in parts.Where(static one => one.Value > 0))
        {
            line.Append(CultureInfo.InvariantCulture, $" {(part.Length > 0 ? part : "header")}={counted}");
        }

        return line.ToString();
    }
}
