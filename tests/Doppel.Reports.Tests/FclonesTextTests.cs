using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class FclonesTextTests
{
    [Fact]
    public void Names_are_exact_and_the_header_describes_the_run()
    {
        Report report = Forms.Read(ForeignSamples.Bytes(ForeignSamples.FclonesText));
        Assert.Equal(
            [
                "group 6274 6274 Unstated </abs/a\u00ff\\\n\t\rA> < /abs/b \u00c3\u00a9  >",
                "group 0 0 Unstated </abs/c> </abs/d>",
                "unique 41 </abs/single>",
            ],
            ForeignSamples.Show(report));
        Assert.Equal("0.35.0", report.Begin.Version);
        Assert.Equal("fclones group . 'a b'", report.Begin.Command.Single().ToString());
        Assert.Equal("/data/u\t\\", report.Begin.WorkingDirectory.ToString());
        Assert.Equal(new ReportTime(1647588120, 844_000_000), report.Begin.Started);
    }

    [Fact]
    public void Windows_line_ends_comments_and_a_head_without_totals_are_read()
    {
        IEnumerable<string> lines = ForeignSamples.FclonesText.Split('\n')
            .Where(line => !line.StartsWith('#') || !line.Contains(" B (", StringComparison.Ordinal));
        string bare = string.Join('\n', lines) + "# by hand\n\n";
        Assert.Equal(2, Read(bare).Groups.Count());
        Assert.Equal(2, Read(bare.Replace("\n", "\r\n", StringComparison.Ordinal)).Groups.Count());
    }

    [Fact]
    public void A_report_with_fewer_groups_than_its_head_says_has_ended_early()
    {
        string text = ForeignSamples.FclonesText.Replace("in 3 groups", "in 4 groups", StringComparison.Ordinal);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(text));
        var reader = ReportReader.Open(stream);
        Assert.Equal(2, reader.Groups().Count());
        Assert.True(reader.EndedEarly);
    }

    [Theory]
    [InlineData("in 3 groups", "in 2 groups", 13, "one group more")]
    [InlineData("in 3 groups", "in 3", 5, "number of groups")]
    [InlineData("# Base dir: ", "# Base: ", 4, "does not begin with")]
    [InlineData("08:22:00.844 +0100", "08:22:61.844 +0100", 2, "no time")]
    [InlineData("(6.3 KB) * 2", "(6.3 KB) * 3", 11, "is not a name")]
    [InlineData("(0 B) * 2", "(0 B) * 3", 16, "middle of a group")]
    [InlineData("(6.3 KB) * 2", "(6.3 KB) * 1", 10, "is not the heading")]
    [InlineData("6274 B", "-6274 B", 8, "is not the heading")]
    [InlineData("a\\xFF", "a\\q", 9, "STFU-8")]
    [InlineData("/abs/c", "/abs/\u0001c", 14, "control character")]
    [InlineData("/abs/c", "", 14, "empty name")]
    [InlineData("    /abs/c", "    /abs/c\n", 15, "is not a name")]
    public void Broken_reports_are_refused_with_their_line(string sound, string broken, long line, string expected)
    {
        string text = ForeignSamples.FclonesText.Replace(sound, broken, StringComparison.Ordinal);
        ReportFormatException failure = Forms.Fails(text);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.Equal(line, failure.Line);
    }

    private static Report Read(string text) => Forms.Read(Encoding.UTF8.GetBytes(text));
}
