using System.Text;
using Doppel.Hashing;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class FclonesTests
{
    private const string Foreign = """
        {
          "header": {
            "version": "0.35.0",
            "timestamp": "2022-03-18T08:24:28.793228077+01:00",
            "command": [
              "fclones",
              "group",
              "."
            ],
            "base_dir": "/data/u\\x09\\\\",
            "stats": {
              "group_count": 1,
              "total_file_count": 2,
              "total_file_size": 2,
              "redundant_file_count": 1,
              "redundant_file_size": 1,
              "missing_file_count": 0,
              "missing_file_size": 0
            }
          },
          "groups": [
            {
              "file_len": 6274,
              "file_hash": "HASH",
              "files": [
                "/abs/a\\xFF\\\\\\n\\t\\r\\u000041\\u00D83D",
                "/abs/b é"
              ]
            },
            {
              "files": ["/abs/single"],
              "file_len": 41,
              "file_hash": "HASH",
              "later": {"x": [1, 2]}
            }
          ]
        }
        """;

    [Fact]
    public void A_reader_written_from_the_description_accepts_it()
    {
        foreach (Report report in (IEnumerable<Report>)[Samples.Nasty(), Samples.Documented, Samples.Report()])
        {
            Report digested = Samples.For(ReportFormat.Fclones, report);
            byte[] bytes = Forms.Write(digested, new() { Format = ReportFormat.Fclones });
            Check(StrictFclonesReader.Read(bytes), digested);
        }

        for (int seed = 1; seed <= TestCounts.Of(100, 5_000); seed++)
        {
            Report random = Samples.For(ReportFormat.Fclones, new RandomReports(seed).Next());
            random = random with { Begin = random.Begin with { Started = new ReportTime(seed, 1) } };
            Check(StrictFclonesReader.Read(Forms.Write(random, new() { Format = ReportFormat.Fclones })), random);
        }
    }

    [Fact]
    public void The_hash_is_xxh3_128_with_its_lowest_byte_first()
    {
        // XXH3-128 of no bytes is 99aa06d3014798d86001c324468d497f as xxhsum -H2 prints it.
        Report report = Samples.Report(Samples.Group(0, Samples.Copy("/a"), Samples.Copy("/b")) with
        {
            Digest = new Digest128(0x99AA06D3014798D8, 0x6001C324468D497F),
        });
        byte[] bytes = Forms.Write(report, new() { Format = ReportFormat.Fclones });
        Assert.Equal("7f498d4624c30160d8984701d306aa99", StrictFclonesReader.Read(bytes).Groups[0].Hash);
    }

    [Theory]
    [InlineData("/a\\b", @"""/a\\\\b""")]
    [InlineData("/a\nb", @"""/a\\x0Ab""")]
    [InlineData("/é\"😀", @"""/é\""😀""")]
    public void Names_are_stfu8_and_then_json(string name, string expected)
    {
        ReportGroup group = Samples.Group(1, Samples.Copy(name), Samples.Copy("/b"));
        Report report = Samples.Report(group with { Digest = default(Digest128) });
        string text = Forms.WriteText(report, new() { Format = ReportFormat.Fclones });
        Assert.Contains("\n        " + expected + ",\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_group_without_digest_is_the_callers_fault() => Assert.Throws<ArgumentException>(
        () => Forms.Write(
            Samples.Report(Samples.Group(1, Samples.Copy("/a"), Samples.Copy("/b"))),
            new() { Format = ReportFormat.Fclones }));

    [Theory]
    [InlineData("49165422e775f631cca3b09124f8ee89")]
    [InlineData("ab")]
    [InlineData("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")]
    public void Reports_of_fclones_are_read_whatever_their_hash(string hash)
    {
        Report report = Forms.Read(Encoding.UTF8.GetBytes(Foreign.Replace("HASH", hash, StringComparison.Ordinal)));
        Assert.Equal("/data/u\t\\", report.Begin.WorkingDirectory.ToString());
        Assert.Equal(new ReportTime(1_647_588_268, 793_228_077), report.Begin.Started);
        Assert.Equal(["fclones", "group", "."], report.Begin.Command.Select(c => c.ToString()));
        ReportGroup group = Assert.Single(report.Groups);
        Assert.Equal((6274, Proof.Unstated, null), (group.Size, group.Proof, group.Digest));
        Assert.Equal(
            "2F6162732F61FF5C0A090D41EDA0BD", Convert.ToHexString(group.Copies[0].Names[0].Bytes));
        Assert.Equal("/abs/b é", group.Copies[1].Names[0].ToString());
        ReportUnique unique = Assert.Single(report.Uniques);
        Assert.Equal((41, "/abs/single"), (unique.Size, unique.Copy.Names[0].ToString()));
    }

    [Theory]
    [InlineData("\"file_len\": 6274", "\"file_len\": -1", 23)]
    [InlineData("\"file_len\": 6274", "\"file_len\": 6274, \"file_len\": 1", 23)]
    [InlineData("\"file_hash\": \"ab\"", "\"file_hash\": \"xy\"", 24)]
    [InlineData("\"file_hash\": \"ab\"", "\"file_hash\": null", 24)]
    [InlineData("/abs/b é", "/abs\\\\", 27)]
    [InlineData("/abs/b é", "/abs\\\\x4", 27)]
    [InlineData("/abs/b é", "/abs\\\\u110000", 27)]
    [InlineData("/abs/b é", "/abs\\u0000", 27)]
    [InlineData("/abs/b é", "", 27)]
    [InlineData("\"/abs/b é\"", "7", 27)]
    [InlineData("2022-03-18T", "2022-03-18 ", 4)]
    public void Damage_is_named_with_its_line(string sound, string damaged, long line)
    {
        string text = Foreign.Replace("HASH", "ab", StringComparison.Ordinal);
        int at = text.IndexOf(sound, StringComparison.Ordinal);
        Assert.True(at > 0);
        text = string.Concat(text.AsSpan(0, at), damaged, text.AsSpan(at + sound.Length));
        Assert.Equal(line, Forms.Fails(text).Line);
    }

    private static void Check(StrictFclonesReader read, Report report)
    {
        Assert.Equal("fclones"u8, read.Command[0]);
        Assert.Equal("group"u8, read.Command[1]);
        Assert.Equal(Hex(report.Begin.Roots), read.Command.Skip(2).Select(Convert.ToHexString));
        Assert.True(report.Begin.WorkingDirectory.Bytes.SequenceEqual(read.BaseDir));
        Assert.Equal(report.Begin.Started.Seconds, read.Timestamp.ToUnixTimeSeconds());
        Assert.Equal(report.Groups.Count(), read.Groups.Count);
        foreach ((ReportGroup group, var other) in report.Groups.Zip(read.Groups))
        {
            (long length, string hash, IReadOnlyList<byte[]> files) = other;
            Assert.Equal(group.Size, length);
            byte[] digest = new byte[16];
            group.Digest!.Value.WriteBytes(digest);
            Assert.Equal(Convert.ToHexStringLower(digest.Reverse().ToArray()), hash);
            Assert.Equal(Hex(group.Copies.SelectMany(c => c.Names)), files.Select(Convert.ToHexString));
        }
    }

    private static IEnumerable<string> Hex(IEnumerable<ReportName> names) =>
        names.Select(n => Convert.ToHexString(n.Bytes));
}
