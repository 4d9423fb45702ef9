using System.Text;
using System.Text.RegularExpressions;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>The plan as a file.</summary>
public sealed class PlanFormTests
{
    private const string NotPlain = "a name is not an absolute path without '.', '..' and empty parts";

    private static readonly PlanBegin s_begin = new()
    {
        Version = "1.2.3",
        Rules = ["keep: *.\"raw\"", "copies: 1"],
        Roots = [new("/a"), new(new byte[] { (byte)'/', 0xFF })],
        Made = new ReportTime(1_700_000_000, 5),
    };

    [Fact]
    public void Every_plan_reads_back_as_it_was_written()
    {
        for (int i = 0; i < TestRun.Count(300, 20_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var random = new Random(seed);
            object[] items = [.. Enumerable.Range(0, random.Next(5)).Select(_ => NextItem(random))];
            PlanSummary summary = new()
            {
                Groups = random.NextInt64(),
                Files = random.NextInt64(),
                Names = 3,
                FreedBytes = long.MaxValue,
                HeldFiles = 4,
                DanglingLinks = 7,
                Refusals = 5,
                IdleGroups = 6,
                MediaGroups = seed % 3,
                LosingFiles = seed % 3 * 2,
            };
            var escapes = (NameEscapes)random.Next(2);
            byte[] written = Write(items, summary, escapes);
            (PlanBegin begin, List<object> read, PlanSummary? totals) = Read(written, random.Next(64, 300));
            Assert.True(Show(s_begin) == Show(begin), $"seed {seed}");
            string plan = Encoding.UTF8.GetString(written);
            Assert.True(items.Select(Show).SequenceEqual(read.Select(Show)), $"seed {seed}: {plan}");
            Assert.Equal(summary, totals);
        }
    }

    [Fact]
    public void A_plan_cut_off_anywhere_is_damaged_or_says_that_it_ended_early()
    {
        var random = new Random(7 + TestRun.SeedOffset);
        byte[] whole = Write([NextItem(random), NextItem(random), NextItem(random)], new PlanSummary(), default);
        int firstLine = Array.IndexOf(whole, (byte)'\n');
        for (int length = 0; length < whole.Length - 1; length++)
        {
            byte[] part = whole[..length];
            if (length < firstLine)
            {
                Assert.Throws<ReportFormatException>(() => Read(part));
                continue;
            }

            bool atEndOfLine = length == firstLine || part[^1] == '\n' || whole[length] == '\n';
            if (atEndOfLine)
            {
                Assert.Null(Read(part).Summary);
            }
            else
            {
                ReportFormatException damaged = Assert.Throws<ReportFormatException>(() => Read(part));
                Assert.Equal(part.Count(value => value == '\n') + 1, damaged.Line);
            }
        }
    }

    [Fact]
    public void Damaged_bytes_are_read_as_something_sound_or_refused()
    {
        var random = new Random(11 + TestRun.SeedOffset);
        byte[] whole = Write([NextItem(random), NextItem(random)], new PlanSummary(), default);
        for (int i = 0; i < TestRun.Count(3_000, 100_000); i++)
        {
            byte[] damaged = [.. whole];
            damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            try
            {
                foreach (PlanGroup group in Read(damaged).Items.OfType<PlanGroup>())
                {
                    Assert.NotEmpty(group.Keep);
                    Assert.Distinct(group.Keep.Concat(group.Drop).SelectMany(copy => copy.Names));
                }
            }
            catch (ReportFormatException refused)
            {
                Assert.InRange(refused.Line, 1, 4);
            }
        }
    }

    [Theory]
    [InlineData("", 1, "the plan has no line")]
    [InlineData("{\"type\":\"begin\"}\n", 1, "the plan does not begin with an object of type plan")]
    [InlineData("@begin2@", 1, "has schema 2; this program reads schema 1")]
    [InlineData("@begin@@begin@", 2, "is a second object of type plan")]
    [InlineData("@begin@@end@@end@", 3, "stands behind the summary, which is the last line")]
    [InlineData("@begin@@end@x", 3, "is cut off")]
    [InlineData("@begin@{\"type\":\"refusal\",\"path\":\"/a\"}\n", 2, "holds a refusal that lacks the field reason")]
    [InlineData("@begin@@group /a 1 - /a 2@", 2, "holds a group that has one name twice")]
    [InlineData("@begin@@group /a 1 - /b 1@", 2, "holds a group that has one inode as two copies")]
    [InlineData("@begin@@group a 1 - /b 2@", 2, NotPlain)]
    [InlineData("@begin@@group /a/../c 1 - /b 2@", 2, NotPlain)]
    [InlineData("@begin@@group /a//c 1 - /b 2@", 2, NotPlain)]
    [InlineData("@begin@@group / 1 - /b 2@", 2, NotPlain)]
    [InlineData("@begin@@group /a 1@", 2, "drop is not a list of at least one copy")]
    [InlineData("@begin@@group /a 1 - /b 2 /l /b@@end@", 0, null)]
    [InlineData("@begin@@group /a 1 - /b 2 /l /a@", 2, "final is not a name of the copy")]
    [InlineData("@begin@@group /a 1 - /b 2 l /b@", 2, NotPlain)]
    public void An_invalid_plan_is_refused_with_its_line(string plan, long line, string? expected)
    {
        string[] lines = Encoding.UTF8.GetString(Write([], new PlanSummary(), default)).Split('\n');
        string later = lines[0].Replace("\"schema\":1", "\"schema\":2", StringComparison.Ordinal);
        plan = plan.Replace("@begin@", lines[0] + "\n", StringComparison.Ordinal)
            .Replace("@begin2@", later + "\n", StringComparison.Ordinal)
            .Replace("@end@", lines[1] + "\n", StringComparison.Ordinal);
        plan = Regex.Replace(plan, "@group (.*?)@", match => GroupLine(match.Groups[1].Value));
        if (expected is null)
        {
            Assert.Single(Read(Encoding.UTF8.GetBytes(plan)).Items);
            return;
        }

        ReportFormatException refused = Assert.Throws<ReportFormatException>(() => Read(Encoding.UTF8.GetBytes(plan)));
        Assert.Equal((line, expected), (refused.Line, refused.What));
    }

    [Theory]
    [InlineData("\"format\":\"mp3\",\"policy\":\"strict\",", "\"size\":1,", null)]
    [InlineData("\"format\":\"mp3\",\"policy\":\"strict\",", "", "holds a copy of media that lacks its size")]
    [InlineData("\"format\":\"mp3\",\"policy\":\"any\",", "\"size\":1,", "policy is not strict or loose")]
    [InlineData("\"format\":\"mp3\",", "\"size\":1,", "holds a media group that lacks its format or policy")]
    [InlineData("\"policy\":\"loose\",", "\"size\":1,", "holds a media group that lacks its format or policy")]
    [InlineData("\"format\":\"mp3\",\"policy\":\"strict\",", "\"size\":1,\"lost_tags\":{\"a\":[]},",
        "lost_tags is not an object of arrays with at least one string, no name twice")]
    public void A_media_group_gives_the_size_of_each_file(string fields, string ofCopy, string? expected)
    {
        string group = GroupLine("/a 1 - /b 2").Replace("\"group\",\"size\":1,", $"\"media-group\",{fields}"
            + "\"payload_size\":1,", StringComparison.Ordinal).Replace("{\"names\"", $"{{{ofCopy}\"names\"",
            StringComparison.Ordinal);
        string plan = Encoding.UTF8.GetString(Write([], new PlanSummary(), default)).Split('\n')[0] + "\n" + group;
        if (expected is null)
        {
            var read = (PlanGroup)Assert.Single(Read(Encoding.UTF8.GetBytes(plan)).Items);
            Assert.Equal(new PlanMedia("mp3", MediaPolicy.Strict), read.Media);
            return;
        }

        ReportFormatException refused = Assert.Throws<ReportFormatException>(() => Read(Encoding.UTF8.GetBytes(plan)));
        Assert.Equal((2, expected), (refused.Line, refused.What));
    }

    [Fact]
    public void Unknown_types_and_fields_are_passed_over()
    {
        string[] lines = Encoding.UTF8.GetString(Write([], new PlanSummary(), default)).Split('\n');
        string begin = lines[0].Replace("{", "{\"later\":[{}],", StringComparison.Ordinal);
        string plan = $"{begin}\n{{\"type\":\"later\"}}\n{lines[1]}\n";
        Assert.Equal(new PlanSummary(), Read(Encoding.UTF8.GetBytes(plan)).Summary);
    }

    [Fact]
    public void A_line_longer_than_allowed_is_refused()
    {
        PlanRefusal refusal = new(new ReportName(new string('x', 5_000)), "r", "m");
        byte[] plan = Write([refusal], new PlanSummary(), default);
        using var stream = new MemoryStream(plan);
        PlanReader reader = PlanReader.Open(stream, new ReportReadOptions { LineBytesMax = 1_024, BlockBytes = 64 });
        Assert.Equal(2, Assert.Throws<ReportFormatException>(() => reader.Read()).Line);
        Assert.Equal(2, Assert.Throws<ReportFormatException>(() => reader.Read()).Line);
    }

    [Theory]
    [InlineData("{\"type\":\"plan\"", true)]
    [InlineData("{\"schema\":1,\"x\":[{\"type\":\"no\"}],\"type\":\"plan\",", true)]
    [InlineData("{\"type\":\"begin\"", false)]
    [InlineData("{\"type\":\"pl", false)]
    [InlineData("[\"plan\"]", false)]
    [InlineData("/a/plan\n", false)]
    [InlineData("", false)]
    public void A_plan_is_distinguished_from_a_report_by_its_head(string head, bool isPlan) =>
        Assert.Equal(isPlan, PlanReader.IsPlan(Encoding.UTF8.GetBytes(head)));

    /// <summary>
    /// A copy to keep, a dash, a copy to drop; a copy is a name and an inode, and may be a link and what it leads to.
    /// </summary>
    private static string GroupLine(string copies)
    {
        string[] sides = [.. (copies + "-").Split('-').Select(CopyText)];
        return $$"""
            {"type":"group","size":1,"reason":"","keep":[{{sides[0]}}],"drop":[{{sides[1]}}]}

            """;
    }

    private static string CopyText(string text)
    {
        if (text.Trim().Split(' ') is not [string name, string inode, .. string[] link])
        {
            return "";
        }

        string links = link is [string at, string final]
            ? $$""","symbolic_links":[{"name":"{{at}}","target":"x","final":"{{final}}"}]"""
            : "";
        return $$"""
            {"names":["{{name}}"],"links":1,"device":"1","inode":"{{inode}}","allocated":0,"owner":0,"group":0,
            """
            + $$"""
            "mode":"0644","modified":"1","changed":"1"{{links}}}
            """;
    }

    private static byte[] Write(object[] items, PlanSummary summary, NameEscapes escapes)
    {
        using var stream = new MemoryStream();
        var writer = new PlanWriter(stream, s_begin, escapes);
        foreach (object item in items)
        {
            if (item is PlanGroup group)
            {
                writer.Write(group);
            }
            else
            {
                writer.Write((PlanRefusal)item);
            }
        }

        writer.End(summary);
        return stream.ToArray();
    }

    private static (PlanBegin Begin, List<object> Items, PlanSummary? Summary) Read(
        byte[] plan, int blockBytes = 65_536)
    {
        using var stream = new MemoryStream(plan);
        PlanReader reader = PlanReader.Open(stream, new ReportReadOptions { BlockBytes = blockBytes });
        var items = new List<object>();
        while (reader.Read())
        {
            items.Add(reader.Kind == PlanItemKind.Group ? reader.Group : reader.Refusal);
        }

        Assert.Equal(reader.Summary is null, reader.EndedEarly);
        return (reader.Begin, items, reader.Summary);
    }

    private static object NextItem(Random random) => random.Next(3) == 0
        ? new PlanRefusal(NextName(random), "changed", "tab\tand \u202E \"quotes\"")
        : NextGroup(random);

    private static PlanGroup NextGroup(Random random)
    {
        long size = random.NextInt64();
        PlanMedia? media = random.Next(2) == 0 ? null : new PlanMedia("mp3", (MediaPolicy)random.Next(2));
        ReportName[] companionOf = [.. Enumerable.Range(0, random.Next(3)).Select(_ => NextName(random))];
        return new PlanGroup
        {
            Size = size,
            Media = media,
            CompanionOf = companionOf,
            IsMoved = companionOf.Length > 0 && random.Next(2) == 0,
            Proof = random.Next(3) == 0 ? null : (Proof)random.Next(2),
            Digest = random.Next(2) == 0 ? null : new Digest128((ulong)random.NextInt64(), (ulong)random.NextInt64()),
            Reason = "oldest, é",
            TagsTo = media is null || random.Next(2) == 0 ? default : NextName(random),
            Keep = [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => NextCopy(random, size, media))],
            Drop = [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => NextCopy(random, size, media))],
        };
    }

    private static PlanCopy NextCopy(Random random, long size, PlanMedia? media)
    {
        ReportName[] names = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => NextName(random))];
        return media is null ? NextCopy(random, size, names) : NextCopy(random, random.NextInt64(), names) with
        {
            LostTags = NextTags(random),
            AddedTags = NextTags(random),
            KeptTags = NextTags(random),
        };
    }

    private static ReportTag[] NextTags(Random random) =>
    [
        .. Enumerable.Range(0, random.Next(3)).Select(number => new ReportTag(
            $"tag {number}", [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => $"\"é\n{random.Next()}")])),
    ];

    private static PlanCopy NextCopy(Random random, long size, ReportName[] names) => new()
    {
        Names = names,
        SharesBlocks = random.Next(2) == 0,
        Changes = (MetadataKinds)random.Next(64),
        SymbolicLinks =
        [
            .. Enumerable.Range(0, random.Next(3)).Select(_ => new PlanLink
            {
                Name = NextName(random),
                Target = NextName(random),
                Final = names[random.Next(names.Length)],
                IsProtected = random.Next(2) == 0,
            }),
        ],
        Facts = new FileFacts
        {
            Kind = EntryKind.File,
            Size = size,
            Device = (ulong)random.NextInt64(long.MinValue, long.MaxValue),
            Inode = (ulong)random.NextInt64(long.MinValue, long.MaxValue),
            Links = (uint)random.NextInt64(uint.MaxValue),
            Allocated = random.NextInt64(),
            Owner = (uint)random.NextInt64(uint.MaxValue),
            Group = (uint)random.NextInt64(uint.MaxValue),
            Mode = (uint)random.Next(0x1000),
            Modified = new FileTime(random.NextInt64(long.MinValue, long.MaxValue), random.Next(1_000_000_000)),
            Changed = new FileTime(random.Next(int.MinValue, int.MaxValue), random.Next(1_000_000_000)),
        },
    };

    /// <summary>An absolute name of any bytes but NUL, now and then of plain text.</summary>
    private static ReportName NextName(Random random)
    {
        byte[] bytes = new byte[random.Next(8, 40)];
        random.NextBytes(bytes);
        if (random.Next(2) == 0)
        {
            bytes = Encoding.UTF8.GetBytes($"😀\"\\\n\u202E{random.NextInt64()}");
        }

        IEnumerable<byte> allowed = bytes.Select(value => value is 0 or (byte)'/' ? (byte)'x' : value);
        return new ReportName((byte[])[(byte)'/', .. allowed]);
    }

    private static string Show(object item) => item switch
    {
        PlanBegin begin => $"{begin.Schema} {begin.Version} {string.Join('|', begin.Rules)} {Hex(begin.Roots)} "
            + begin.Made,
        PlanRefusal refusal => $"{Hex([refusal.Path])} {refusal.Reason} {refusal.Message}",
        PlanGroup group => $"{group.Size} {group.Media} {group.Proof} {group.Digest} {group.Reason} "
            + $"{Hex([group.TagsTo])} {Hex(group.CompanionOf)} {group.IsMoved} "
            + string.Join(' ', group.Keep.Select(Copy)) + " / " + string.Join(' ', group.Drop.Select(Copy)),
        _ => throw new InvalidOperationException(),
    };

    private static string Copy(PlanCopy copy)
    {
        FileFacts f = copy.Facts;
        return $"{Hex(copy.Names)} {copy.SharesBlocks} {f.Kind} {f.Offline} {f.Size} {f.Device} {f.Inode} {f.Links} "
            + $"{f.Allocated} {f.Owner} {f.Group} {f.Mode} {f.Modified} {f.Changed} {copy.Changes} "
            + string.Join(' ', copy.SymbolicLinks.Select(
                link => $"{Hex([link.Name, link.Target, link.Final])} {link.IsProtected}"))
            + $"{Tags(copy.LostTags)} / {Tags(copy.AddedTags)} / {Tags(copy.KeptTags)}";
    }

    private static string Tags(IReadOnlyList<ReportTag> tags) =>
        string.Join(' ', tags.Select(static tag => $"{tag.Name}: {string.Join(", ", tag.Values)}"));

    private static string Hex(IEnumerable<ReportName> names) =>
        string.Join(',', names.Select(name => Convert.ToHexString(name.Bytes)));
}
