using System.Text;
using System.Text.RegularExpressions;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>docs/formats.md tells the plan as it is.</summary>
public sealed partial class PlanDocumentationTests
{
    [Fact]
    public void The_example_is_what_the_program_writes()
    {
        string written = Encoding.UTF8.GetString(Sample());
        Match example = Regex.Match(
            Page(), "<!-- example plan, kept by a test -->\n```json\n(.*?)```\n", RegexOptions.Singleline);
        Assert.True(example.Groups[1].Value == written, $"docs/formats.md is stale. The example must be:\n{written}");
    }

    [Fact]
    public void The_example_of_folders_is_what_the_program_writes()
    {
        string written = Encoding.UTF8.GetString(FolderSample());
        Match example = Regex.Match(
            Page(), "<!-- example plan of folders, kept by a test -->\n```json\n(.*?)```\n", RegexOptions.Singleline);
        Assert.True(
            written.Contains(example.Groups[1].Value, StringComparison.Ordinal) && example.Groups[1].Length > 0,
            $"docs/formats.md is stale. The example must be the lines of type folder in:\n{written}");
    }

    [Fact]
    public void The_example_of_media_is_what_the_program_writes()
    {
        string written = Encoding.UTF8.GetString(MediaSample());
        Match example = Regex.Match(
            Page(), "<!-- example plan of media, kept by a test -->\n```json\n(.*?)```\n", RegexOptions.Singleline);
        Assert.True(
            written.Contains(example.Groups[1].Value, StringComparison.Ordinal) && example.Groups[1].Length > 0,
            $"docs/formats.md is stale. The example must be the lines of media groups and totals in:\n{written}");
    }

    [Fact]
    public void Every_field_and_every_reason_is_on_the_page()
    {
        string page = Page();
        page = page[page.IndexOf("## The plan", StringComparison.Ordinal)..];
        string samples = Encoding.UTF8.GetString([.. Sample(), .. FolderSample(), .. MediaSample()]);
        IEnumerable<string> fields = Fields().Matches(samples).Select(match => match.Groups[1].Value)
            .Where(field => field is not ("base64" or "artist" or "comment")).Distinct();
        IEnumerable<string> reasons = typeof(PlanRefusal).GetFields().Where(field => field.IsLiteral)
            .Select(field => (string)field.GetRawConstantValue()!);
        Assert.All(fields.Concat(reasons), word => Assert.Contains($"`{word}`", page, StringComparison.Ordinal));
    }

    private static byte[] Sample()
    {
        KeepRules rules = new()
        {
            Patterns = [new KeepPattern(PatternEffect.Keep, "*.raw", (_, path) => path.EndsWith(".raw"u8))],
            Prefer = [KeepRule.Newest],
        };
        PlanBegin begin = new()
        {
            Version = "0.1.0",
            Rules = rules.Describe(),
            Roots = [new("/data/ana/Pictures"), new("/data/ana/USB")],
            Made = new ReportTime(1_767_323_045, 6_000_000),
        };
        PlanGroup group = new()
        {
            Size = 2_123_456,
            Proof = Proof.Digest,
            Digest = new Digest128(0x99aa06d3014798d8, 0x6001c324468d497f),
            Reason = "newest",
            Keep =
            [
                Copy(
                    131_075, new FileTime(1_704_164_645, 123_456_789), new("/data/ana/Pictures/best/lake.jpg"),
                    new("/data/ana/Pictures/lake.jpg")),
            ],
            Drop =
            [
                Copy(
                    9_007_199_254_740_993, new FileTime(-1, 500_000_000),
                    new ReportName((byte[])[.. "/data/ana/USB/caf"u8, 0xE9, .. ".jpg"u8])) with
                    {
                        SharesBlocks = true,
                        Changes = MetadataKinds.Modified | MetadataKinds.Attributes,
                        SymbolicLinks =
                        [
                            new PlanLink
                            {
                                Name = new("/data/ana/USB/latest"),
                                Target = new((byte[])[.. "caf"u8, 0xE9, .. ".jpg"u8]),
                                Final = new((byte[])[.. "/data/ana/USB/caf"u8, 0xE9, .. ".jpg"u8]),
                                IsProtected = true,
                            },
                        ],
                    },
            ],
        };
        PlanRefusal link = new(new("/data/ana/Pictures/link.jpg"), PlanRefusal.SymbolicLink, "it is a symbolic link");
        PlanRefusal idle = new(
            new("/data/ana/USB/note.txt"), PlanRefusal.NothingToDo, "the remaining names are one file");
        using var stream = new MemoryStream();
        var writer = new PlanWriter(stream, begin);
        var photo = new ReportName((byte[])[.. "/data/ana/USB/caf"u8, 0xE9, .. ".jpg"u8]);
        PlanGroup sidecar = new()
        {
            Size = 412,
            Reason = "companion",
            CompanionOf = [photo],
            Keep =
            [
                Copy(
                    131_076, new FileTime(1_704_164_645, 123_456_789), new ReportName("/data/ana/Pictures/lake.xmp")),
            ],
            Drop =
            [
                Copy(
                    131_077, new FileTime(1_704_164_645, 123_456_789),
                    new ReportName((byte[])[.. "/data/ana/USB/caf"u8, 0xE9, .. ".xmp"u8])),
            ],
        };
        PlanGroup edit = new()
        {
            Size = 96,
            Reason = "companion",
            CompanionOf = [photo],
            IsMoved = true,
            Keep = [Copy(0, new FileTime(1_704_164_645, 0), new ReportName("/data/ana/Pictures/lake.aae"))],
            Drop =
            [
                Copy(
                    131_078, new FileTime(1_704_164_645, 0),
                    new ReportName((byte[])[.. "/data/ana/USB/caf"u8, 0xE9, .. ".aae"u8])),
            ],
        };
        writer.Write(new PlanOutcome { Group = group, Companions = [sidecar, edit], Refusals = [link], Verdicts = [] });
        writer.Write(new PlanOutcome { Refusals = [idle], Verdicts = [] });
        writer.End(new PlanSummary().Add(link).Add(group).Add(sidecar).Add(edit).Add(idle));
        return stream.ToArray();
    }

    private static byte[] FolderSample()
    {
        PlanFolder equal = new()
        {
            Name = new("/data/ana/USB/2024"),
            Keeper = new("/data/ana/Pictures/2024"),
            Match = FolderMatch.Name,
            Reason = "root-order",
            Listing = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            Files = 12,
            Names = 13,
            FreedBytes = 3_145_728,
        };
        PlanFolder empty = new()
        {
            Name = new("/data/ana/Pictures/new"),
            Reason = "it is empty",
            Listing = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
        };
        using var stream = new MemoryStream();
        var writer = new PlanWriter(
            stream, new PlanBegin { Version = "0.1.0", Rules = [], Roots = [], Made = default });
        writer.Write(equal);
        writer.Write(empty);
        writer.End(new PlanSummary().Add(equal).Add(empty));
        return stream.ToArray();
    }

    private static byte[] MediaSample()
    {
        PlanGroup group = new()
        {
            Media = new PlanMedia("mp3", MediaPolicy.Strict),
            Size = 4_123_456,
            Proof = Proof.Bytes,
            Reason = "most-tags",
            Keep = [Media(77, 4_130_128, new("/data/ana/Music/song.mp3"))],
            Drop =
            [
                Media(78, 4_123_584, new("/data/ana/USB/copy of song.mp3")) with
                {
                    LostTags = [new ReportTag("artist", ["Anna"]), new ReportTag("comment", ["live", "in Bern"])],
                },
            ],
        };
        PlanGroup photos = new()
        {
            Media = new PlanMedia("jpeg", MediaPolicy.Strict),
            Size = 4_123_456,
            Proof = Proof.Bytes,
            Reason = "most-tags",
            TagsTo = new("/data/ana/Pictures/sea.jpg.xmp"),
            Keep = [Media(79, 4_130_128, new("/data/ana/Pictures/sea.jpg"))],
            Drop =
            [
                Media(80, 4_123_584, new("/data/ana/USB/sea.jpg")) with
                {
                    AddedTags = [new ReportTag("artist", ["Anna"])],
                    LostTags = [new ReportTag("comment", ["wind"])],
                    KeptTags = [new ReportTag("comment", ["sea"])],
                },
            ],
        };
        PlanRefusal planned = new(
            new("/data/ana/USB/song.mp3"), PlanRefusal.InMediaGroup, "it is planned with its media group");
        using var stream = new MemoryStream();
        var writer = new PlanWriter(
            stream, new PlanBegin { Version = "0.1.0", Rules = [], Roots = [], Made = default });
        writer.Write(group);
        writer.Write(photos);
        writer.Write(planned);
        writer.End(new PlanSummary().Add(group).Add(photos).Add(planned));
        return stream.ToArray();
    }

    private static PlanCopy Media(ulong inode, long size, ReportName name)
    {
        PlanCopy copy = Copy(inode, new FileTime(1_704_164_645, 123_456_789), name);
        return copy with { Facts = copy.Facts with { Size = size, Allocated = 4_132_864 } };
    }

    private static PlanCopy Copy(ulong inode, FileTime modified, params ReportName[] names) => new()
    {
        Names = names,
        Facts = new FileFacts
        {
            Kind = EntryKind.File,
            Size = 2_123_456,
            Device = 2049,
            Inode = inode,
            Links = (uint)names.Length,
            Allocated = 2_125_824,
            Owner = 1000,
            Group = 1000,
            Mode = 0x1A4,
            Modified = modified,
            Changed = new FileTime(1_704_164_646, 0),
        },
    };

    private static string Page() => File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "formats.md"));

    [GeneratedRegex("\"([a-z_0-9]+)\":")]
    private static partial Regex Fields();
}
