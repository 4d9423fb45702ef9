using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports.Tests.Support;

/// <summary>Reports and names that the tests share.</summary>
internal static class Samples
{
    /// <summary>Names that break tools.</summary>
    public static IReadOnlyList<ReportName> NastyNames { get; } =
    [
        new("/r/new\nline"), new("/r/carriage\rreturn"), new("/r/both\r\n"), new("/r/\n"),
        new("/r/quote\"s"), new("/r/'single'"), new("/r/back\\slash"), new("/r/\\x41\\n"), new("/r/comma,s"),
        new("/r/\u0001\u0007\u001b[2J\u007f"), new("/r/tab\there"), new("/r/c1\u0085\u009b"),
        new("/r/\u202Egpj.exe"), new("/r/\u2066iso\u2069\u200E\u200F\u061C"), new("/r/zero\u200Bwidth\uFEFF\u00AD"),
        new("/r/\u2028\u2029"), new("/r/tag\U000E0041"),
        new(new byte[] { (byte)'/', 0xFF }), new(new byte[] { (byte)'/', (byte)'a', 0xED, 0xA0, 0xBD }),
        new(new byte[] { (byte)'/', 0xC3 }), new(new byte[] { (byte)'/', 0xFF, (byte)'\n', 0xFE }),
        new("/r/" + new string('n', 255)), new("/r/" + string.Concat(Enumerable.Repeat("é", 127))),
        new("/r/ leading"), new("/r/trailing "), new("  = x"), new("    y"), new(" "), new("="), new("/r/  = x"),
        new("/r/😀👩‍👩‍👧"), new("/r/日本語ファイル"), new("/r/+<>&=cmd|'"), new("=1+1"), new("# Report by"), new("{"),
        new("2 copies of 11 B, 11 B redundant, bytes"), new("Total: no duplicates"), new("Unique files:"),
        new("/" + new string('d', 3000) + "/" + new string('e', 5000)),
    ];

    /// <summary>The report of the documentation's examples.</summary>
    public static Report Documented { get; } = MakeDocumented();

    public static ReportBegin Begin(params string[] roots) => new()
    {
        Version = "0.1.0",
        Command = [new("find"), .. roots.Select(r => new ReportName(r))],
        WorkingDirectory = new("/data/ana"),
        Roots = roots.Select(r => new ReportName(r)).ToArray(),
        Started = new ReportTime(1_767_323_045, 6_000_000),
    };

    public static ReportCopy Copy(params string[] names) => new()
    {
        Names = names.Select(n => new ReportName(n)).ToArray(),
        Roots = new int[names.Length],
        Links = (uint)names.Length,
        Device = 2049,
        Inode = 77,
        Allocated = 4096,
        Mode = 0b110_100_100,
        Modified = new ReportTime(1_704_164_645, 123_456_789),
    };

    public static ReportGroup Group(long size, params ReportCopy[] copies) => new()
    {
        Size = size,
        Proof = Proof.Bytes,
        RedundantBytes = size * (copies.Length - 1),
        Copies = copies,
    };

    public static Report Report(params ReportGroup[] groups) => new()
    {
        Begin = Begin("/r"),
        Groups = groups,
        Summary = Summary(groups),
    };

    /// <summary>Totals that agree with the groups.</summary>
    public static ReportSummary Summary(IReadOnlyList<ReportGroup> groups, bool complete = true) => new()
    {
        Complete = complete,
        Groups = groups.Count,
        RedundantFiles = groups.Sum(g => g.Copies.Count - 1),
        RedundantBytes = groups.Sum(g => g.RedundantBytes),
    };

    /// <summary>Totals that agree with what is told of folders.</summary>
    public static ReportFolderTotals Totals(
        IReadOnlyList<ReportFolderGroup> groups, IReadOnlyList<ReportContainedFolder> contained,
        IReadOnlyList<ReportFolder> empty) => new()
        {
            Groups = groups.Count,
            RedundantFolders = groups.Sum(group => group.Folders.Count - 1),
            Contained = contained.Count,
            Empty = empty.Count,
            RedundantBytes = (long)Int128.Min(
                long.MaxValue,
                groups.Select(group => (Int128)group.RedundantBytes)
                    .Concat(contained.Select(item => (Int128)item.RedundantBytes))
                    .Aggregate((Int128)0, static (sum, bytes) => sum + bytes)),
        };

    /// <summary>Totals that agree with what is told of media.</summary>
    public static ReportMediaTotals Totals(
        IReadOnlyList<ReportMediaGroup> groups, int notComparable, long loose = 0) => new()
        {
            Groups = groups.Count,
            Copies = groups.Sum(group => group.Copies.Count),
            RedundantBytes = (long)Int128.Min(
            long.MaxValue,
            groups.Aggregate((Int128)0, static (sum, group) => sum + group.RedundantBytes)),
            NotComparable = notComparable,
            LooseGroups = loose,
        };

    /// <summary>What the copies of a media group take beyond the largest, each content counted once.</summary>
    public static long Redundant(IEnumerable<ReportMediaCopy> copies)
    {
        long[] sizes = [.. copies.DistinctBy(copy => copy.Content).Select(copy => Math.Max(0, copy.Size))];
        Int128 sum = sizes.Aggregate((Int128)0, static (sum, size) => sum + size) - sizes.DefaultIfEmpty().Max();
        return (long)Int128.Min(sum, long.MaxValue);
    }

    /// <summary>The documented report with what the flag for media adds.</summary>
    public static Report DocumentedMedia { get; } = MakeDocumentedMedia();

    /// <summary>A report of one media group, a copy for each tag.</summary>
    public static Report MediaReport(params (string Name, string Value)[] tags)
    {
        ReportMediaCopy[] copies = [.. tags.Select((tag, i) => new ReportMediaCopy
        {
            Copy = Copy($"/r/{i}.mp3"),
            Size = 20,
            Content = i,
            Tags = [new ReportTag(tag.Name, [tag.Value])],
        })];
        ReportMediaGroup[] groups = [MediaGroup(10, copies)];
        return Report() with { MediaGroups = groups, Summary = Summary([]) with { Media = Totals(groups, 0) } };
    }

    private static ReportMediaGroup MediaGroup(long payload, params ReportMediaCopy[] copies) => new()
    {
        Format = "mp3",
        Policy = ReportMediaPolicy.Strict,
        Proof = Proof.Bytes,
        PayloadBytes = payload,
        RedundantBytes = Redundant(copies),
        Copies = copies,
    };

    private static Report MakeDocumentedMedia()
    {
        ReportTag artist = new("artist", ["Ana"]);
        ReportMediaCopy tagged = new()
        {
            Copy = Copy("/data/ana/Music/song.mp3"),
            Size = 4_130_128,
            Content = 0,
            Tags = [new("title", ["Lake"]), artist, new("genre", ["Folk", "Live"]), new("cover", ["front, 9,812 B"])],
            CoverBytes = 9_812,
            Taken = new DateTime(2023, 7, 9, 18, 30, 0),
        };
        ReportMediaCopy plain = new()
        {
            Copy = Copy("/data/ana/USB/copy of song.mp3") with { Roots = [1], Inode = 78 },
            Size = 4_123_584,
            Content = 1,
            Tags = [new("title", ["lake"]), artist],
        };
        ReportMediaGroup[] groups =
        [
            MediaGroup(
                4_123_456, tagged, plain,
                plain with { Copy = Copy("/data/ana/USB/song.mp3") with { Roots = [1], Inode = 79 } }),
        ];
        return Report() with
        {
            Begin = Begin("/data/ana/Music", "/data/ana/USB"),
            MediaGroups = groups,
            NotComparable = [new(new("/data/ana/USB/cut.flac"), 1, "flac", "it is truncated")],
            Summary = Summary([]) with { Files = 12, Media = Totals(groups, 1, loose: 2) },
        };
    }

    /// <summary>The documented report with what the flag for folders adds.</summary>
    public static Report DocumentedFolders { get; } = MakeDocumentedFolders();

    /// <summary>A report with every nasty name, in groups of three copies, one of them with two names.</summary>
    public static Report Nasty()
    {
        List<ReportGroup> groups = [];
        for (int i = 0; i + 4 <= NastyNames.Count; i += 4)
        {
            ReportName[] names = NastyNames.Skip(i).Take(4).ToArray();
            ReportCopy first = Copy("x", "y") with
            {
                Names = [names[0], names[1]],
                Followed = [false, true],
                Companions = [names[2], names[3]],
            };
            ReportGroup group = Group(
                1000 - i, first, Copy("x") with { Names = [names[2]] }, Copy("x") with { Names = [names[3]] });
            groups.Add(group with { Proof = Proof.Digest, Digest = new Digest128((ulong)i << 56 | 1, 0xABCDEF) });
        }

        ReportUnique[] uniques = [.. NastyNames.Select(n => new ReportUnique(5, Copy("x") with { Names = [n] }))];
        ReportProblem[] problems =
            [.. NastyNames.Select(n => new ReportProblem(n, "open", "access-denied", "No \"way\"\n"))];
        return new Report
        {
            Begin = Begin() with
            {
                Command = NastyNames,
                WorkingDirectory = NastyNames[0],
                Roots = NastyNames,
            },
            Groups = groups,
            Uniques = uniques,
            Problems = problems,
            Summary = Summary(groups) with { Unique = uniques.Length, Problems = problems.Length },
        };
    }

    /// <summary>The report as a format can take it: fclones needs a digest for every group.</summary>
    public static Report For(ReportFormat format, Report report) => format != ReportFormat.Fclones
        ? report
        : report with { Groups = report.Groups.Select(g => g with { Digest = g.Digest ?? new Digest128(1, 2) }) };

    private static Report MakeDocumentedFolders()
    {
        ReportFolderGroup[] groups =
        [
            new()
            {
                Match = FolderMatch.Name,
                Folders = [new(new("/data/ana/Pictures/2024"), 0), new(new("/data/ana/USB/2024"), 1)],
                Content = new FolderContent(3_145_728, 12, 14, Proof.Digest),
                RedundantBytes = 3_145_728,
            },
        ];
        ReportContainedFolder[] contained =
        [
            new()
            {
                Folder = new(new("/data/ana/USB/best"), 1),
                Container = new(new("/data/ana/Pictures/lakes"), 0),
                Content = new FolderContent(524_288, 1, 1, Proof.Bytes),
                RedundantBytes = 524_288,
            },
        ];
        ReportFolder[] empty = [new(new("/data/ana/Pictures/new"), 0)];
        return Report() with
        {
            Begin = Begin("/data/ana/Pictures", "/data/ana/USB"),
            FolderGroups = groups,
            ContainedFolders = contained,
            EmptyFolders = empty,
            Summary = Summary([]) with { Files = 31, Folders = Totals(groups, contained, empty) },
        };
    }

    private static Report MakeDocumented()
    {
        var notUtf8 = new ReportName((byte[])[.. Encoding.UTF8.GetBytes("/data/ana/Pictures/caf"), 0xE9, .. ".jpg"u8]);
        ReportCopy[] pictures =
        [
            Copy("/data/ana/Pictures/lake.jpg", "/data/ana/Pictures/best/lake.jpg") with
            {
                Inode = 131_075,
                Owner = 1000,
                Group = 1000,
                Allocated = 2_125_824,
                Companions = [new("/data/ana/Pictures/lake.xmp")],
            },
            Copy("/data/ana/USB/lake, 2024.jpg") with
            {
                Roots = [1],
                Inode = 9_007_199_254_740_993,
                Owner = 1000,
                Group = 1000,
                Allocated = 2_125_824,
                Modified = new ReportTime(-1, 500_000_000),
            },
        ];
        ReportCopy[] notes =
        [
            Copy("x") with { Names = [notUtf8], Inode = 131_081 },
            Copy("/data/ana/USB/note.txt") with { Roots = [1], Inode = 131_080, Mode = 0b110_000_000 },
        ];
        ReportGroup[] groups =
        [
            Group(2_123_456, pictures) with
            {
                Proof = Proof.Digest,
                Digest = new Digest128(0x99AA06D3014798D8, 0x6001C324468D497F),
                FreedBytes = 2_125_824,
            },
            Group(11, notes) with { FreedBytes = 4096 },
        ];
        return new Report
        {
            Begin = Begin("/data/ana/Pictures", "/data/ana/USB"),
            Groups = groups,
            Uniques = [new ReportUnique(5, Copy("/data/ana/Pictures/one.png") with { Inode = 131_090 })],
            Problems = [new(new("/data/ana/USB/private"), "list", "access-denied", "Permission denied")],
            Summary = Summary(groups) with
            {
                FreedBytes = 2_129_920,
                Files = 6,
                Unique = 1,
                Problems = 1,
                Opened = 4,
                BytesRead = 4_246_934,
                Seconds = 0.031,
                Stages = [new("scan", 0.004), new("content", 0.027)],
            },
        };
    }
}
