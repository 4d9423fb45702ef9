using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>What reports tell about media comes back; where it cannot be told, that is said.</summary>
public sealed class MediaGroupTests
{
    private const string Facts = """
        "roots":[0],"links":1,"device":"1","inode":"1","allocated":1,"owner":0,"group":0,"mode":"0644",
        """;

    private const string Time = """
        "modified":"2024-01-02T03:04:05.000000000Z"
        """;

    private const string Copies = $$$"""
        [{"names":["/a"],{{{Facts}}}{{{Time}}},"size":10,"content":0,"tags":{}},
        """ + $$$"""
        {"names":["/b"],{{{Facts}}}{{{Time}}},"size":12,"content":1,"tags":{"title":["x","y"]}}]
        """;

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void Random_reports_with_media_round_trip(ReportFormat format)
    {
        for (int seed = 1; seed <= TestCounts.Of(150, 20_000); seed++)
        {
            Report report = new RandomReports(seed).NextWithMedia();
            byte[] bytes = Forms.Write(report, new ReportWriteOptions { Format = format });
            string expected = Forms.Show(Forms.Carried(report, format, nul: false));
            string actual = Forms.Show(Forms.Read(bytes, new ReportReadOptions { Format = format, BlockBytes = 64 }));
            Assert.True(expected == actual, $"seed {seed}:\n{expected}\n---\n{actual}");
        }
    }

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void The_format_is_detected_when_media_comes_first(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.DocumentedMedia, new ReportWriteOptions { Format = format });
        Report read = Forms.Read(bytes);
        Assert.Equal("/data/ana/USB/song.mp3", $"{read.MediaGroups.Single().Copies[2].Copy.Names[0]}");
        Assert.Equal(Samples.DocumentedMedia.Summary.Media, read.Summary.Media);
    }

    [Theory, InlineData(ReportFormat.Json), InlineData(ReportFormat.Text), InlineData(ReportFormat.Html)]
    public void Cut_anywhere_gives_an_error_or_whole_groups_from_the_start(ReportFormat format)
    {
        byte[] bytes = Forms.Write(Samples.DocumentedMedia, new ReportWriteOptions { Format = format });
        List<string> all = Items(bytes, format);
        Assert.NotEmpty(all);
        for (int length = 0; length < bytes.Length; length++)
        {
            List<string> part = Items(bytes[..length], format);
            Assert.Equal(all.Take(part.Count), part);
        }
    }

    [Theory]
    [InlineData("2 media copies, mp3 of 9 B, 5 B redundant, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 media copies, mp3 of 9 B, 5 B redundant, lax, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 media copies, MP3 of 9 B, 5 B redundant, strict, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 media copies, mp3 of 0 B, 5 B redundant, strict, bytes\n    /a\n    /b\n\n")]
    [InlineData("3 media copies, mp3 of 9 B, 5 B redundant, strict, bytes\n    /a\n    /b\n\n")]
    [InlineData("2 media copies, mp3 of 9 B, 5 B redundant, strict, bytes\n    /a\n    /b\n  ~ x\n    /c\n\n")]
    [InlineData("2 media copies, mp3 of 9 B, 5 B redundant, strict, bytes\n  ~ x\n    /a\n    /b\n\n")]
    [InlineData("2 copies of 9 B, 9 B redundant, bytes\n    /a\n    /b\n  ~ x\n\n")]
    [InlineData("Total: no duplicates; 0 media groups\n")]
    public void Damaged_text_is_refused(string text) => Forms.Fails(text, ReportFormat.Text);

    [Fact]
    public void Sound_json_is_read_in_any_order_of_fields()
    {
        Report read = Forms.Read(Encoding.UTF8.GetBytes(Lines(Group("""
            "policy":"loose","format":"mp3","redundant_bytes":10,"proof":"bytes","payload_size":4
            """))));
        ReportMediaGroup group = read.MediaGroups.Single();
        Assert.Equal(ReportMediaPolicy.Loose, group.Policy);
        Assert.Null(group.Digest);
        Assert.Equal(["x", "y"], group.Copies[1].Tags.Single().Values);
    }

    [Theory]
    [InlineData("""
        "format":"MP 3","policy":"strict","proof":"bytes","redundant_bytes":10,"payload_size":4
        """)]
    [InlineData("""
        "format":"mp3","policy":"lax","proof":"bytes","redundant_bytes":10,"payload_size":4
        """)]
    [InlineData("""
        "format":"mp3","policy":"strict","proof":"bytes","redundant_bytes":11,"payload_size":4
        """)]
    [InlineData("""
        "format":"mp3","policy":"strict","proof":"bytes","redundant_bytes":10,"payload_size":0
        """)]
    [InlineData("""
        "format":"mp3","policy":"strict","proof":"bytes","redundant_bytes":10
        """)]
    public void Damaged_json_is_refused(string fields) => Forms.Fails(Lines(Group(fields)));

    [Theory]
    [InlineData("\"content\":1", "\"content\":2")]
    [InlineData("\"content\":1", "\"content\":0")]
    [InlineData("\"content\":1,", "")]
    [InlineData("\"size\":12,", "")]
    [InlineData("\"tags\":{}", "\"tags\":[]")]
    [InlineData("\"tags\":{}", "\"tags\":{\"a\":[]}")]
    [InlineData("\"tags\":{}", "\"tags\":{\"a\":\"1\",\"a\":\"2\"}")]
    [InlineData("\"tags\":{}", "\"tags\":{\"a\":1}")]
    [InlineData("\"tags\":{}", "\"tags\":{\"\":\"1\"}")]
    [InlineData("\"tags\":{}", "\"tags\":{},\"taken\":\"yesterday\"")]
    [InlineData("\"tags\":{}", "\"tags\":{},\"cover_size\":-1")]
    public void Damaged_copies_in_json_are_refused(string sound, string damaged)
    {
        string line = Group("""
            "format":"mp3","policy":"strict","proof":"bytes","redundant_bytes":10,"payload_size":4
            """);
        Assert.NotEmpty(Forms.Read(Encoding.UTF8.GetBytes(Lines(line))).MediaGroups);
        Forms.Fails(Lines(line.Replace(sound, damaged, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(ReportFormat.Csv, false)]
    [InlineData(ReportFormat.Fclones, false)]
    [InlineData(ReportFormat.Fdupes, false)]
    [InlineData(ReportFormat.Text, true)]
    public void Formats_without_a_place_for_media_refuse_it(ReportFormat format, bool nul) =>
        Assert.Throws<ArgumentException>(() => Forms.Write(
            Samples.DocumentedMedia, new ReportWriteOptions { Format = format, NulAfterNames = nul }));

    [Fact]
    public void Text_shows_only_tags_that_differ()
    {
        string text = Forms.WriteText(Samples.DocumentedMedia, new ReportWriteOptions());
        Assert.Contains("  ~ title", text, StringComparison.Ordinal);
        Assert.DoesNotContain("artist", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Values_too_wide_for_columns_get_lines_with_the_numbers_of_their_copies()
    {
        string[] comments = [new string('a', 60), new string('a', 60), new string('b', 300)];
        string text = Forms.WriteText(Samples.MediaReport([.. comments.Select(c => ("comment", c))]), new());
        Assert.Contains($"  ~ comment (1,2): {comments[0]}\n", text, StringComparison.Ordinal);
        Assert.Contains($"  ~ comment (3): {comments[2][..200]}…\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Differences_are_shown_for_each_group_separately()
    {
        Report[] reports =
        [
            Samples.MediaReport(("title", "one"), ("title", "other"), ("artist", "third")),
            Samples.MediaReport(("comment", new string('a', 60)), ("comment", new string('b', 60))),
            Samples.MediaReport(("title", "same"), ("title", "same")),
            Samples.MediaReport(("year", "1999"), ("title", "one")),
        ];
        Report all = reports[0] with { MediaGroups = reports.SelectMany(report => report.MediaGroups) };
        string together = string.Concat(reports.Select(GroupsOf));
        Assert.Equal(together, GroupsOf(all));

        string GroupsOf(Report report)
        {
            string text = Forms.WriteText(report, new());
            return text[..text.LastIndexOf("Total", StringComparison.Ordinal)];
        }
    }

    [Fact]
    public void Values_that_differ_only_beyond_the_cut_are_shown()
    {
        string start = new('a', 300);
        string text = Forms.WriteText(Samples.MediaReport(("comment", start + "1"), ("comment", start + "2")), new());
        Assert.Contains("  ~ comment", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Values_cannot_fool_a_person_or_break_the_lines()
    {
        string text = Forms.WriteText(
            Samples.MediaReport(("title", "\n    /etc/passwd"), ("a\nb", "\e[2J\u202E")), new());
        Assert.Contains(@"\n    /etc/passwd", text, StringComparison.Ordinal);
        Assert.Contains(@"\x1B[2J\u{202E}", text, StringComparison.Ordinal);
        Assert.Equal(2, Forms.Read(Encoding.UTF8.GetBytes(text)).MediaGroups.Single().Copies.Count);
    }

    [Fact]
    public void Bytes_of_all_contents_but_the_largest_are_redundant_and_each_content_counts_once()
    {
        Report report = Samples.DocumentedMedia;
        ReportMediaGroup group = report.MediaGroups.Single();
        Assert.Equal([0, 1, 1], group.Copies.Select(copy => copy.Content));
        Assert.Equal(Math.Min(group.Copies[0].Size, group.Copies[1].Size), group.RedundantBytes);
        // The reader counts for itself.
        Report wrong = report with { MediaGroups = [group with { RedundantBytes = group.RedundantBytes + 1 }] };
        byte[] bytes = Forms.Write(wrong, new ReportWriteOptions { Format = ReportFormat.Json });
        Assert.Throws<ReportFormatException>(() => Forms.Read(bytes));
    }

    private static string Group(string fields) => $$"""{"type":"media-group",{{fields.Trim()}},"copies":{{Copies}}}""";

    private static string Lines(string line)
    {
        string begin = Encoding.UTF8.GetString(
            Forms.Write(Samples.Report(), new ReportWriteOptions { Format = ReportFormat.Json })).Split('\n')[0];
        return $"{begin}\n{line}\n";
    }

    private static List<string> Items(byte[] bytes, ReportFormat format)
    {
        List<string> items = [];
        try
        {
            using var stream = new MemoryStream(bytes);
            var reader = ReportReader.Open(stream, new ReportReadOptions { Format = format });
            while (reader.Read())
            {
                items.Add(reader.Kind == ReportItemKind.MediaGroup
                    ? Forms.Show(reader.MediaGroup)
                    : reader.NotComparable.ToString());
            }
        }
        catch (ReportFormatException)
        {
            // What came before the damage counts.
        }

        return items;
    }
}
