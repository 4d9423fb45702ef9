using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class RmlintTests
{
    [Fact]
    public void Sets_stay_separate_and_hard_links_are_names_of_one_copy()
    {
        Report report = Forms.Read(ForeignSamples.Bytes(ForeignSamples.Rmlint));
        Assert.Equal(
            [
                "group 7 14 Unstated </data/\u00ffnl\n\"\\\u001f> </data/b|/data/b2> </data/c>",
                "group 8 8 Unstated </data/x> </data/y>",
                "unique 7 </data/h1|/data/h2>",
            ],
            ForeignSamples.Show(report));
        ReportCopy first = report.Groups.First().Copies[0];
        Assert.Equal((65024UL, ulong.MaxValue), (first.Device, first.Inode));
        Assert.Equal(default, first.Modified);
    }

    [Fact]
    public void Header_and_footer_are_read_though_rmlint_escapes_nothing_there()
    {
        Report report = Forms.Read(ForeignSamples.Bytes(ForeignSamples.Rmlint));
        Assert.Equal("2.9.0", report.Begin.Version);
        Assert.Equal("/data/q\"u\\n/", report.Begin.WorkingDirectory.ToString());
        Assert.Equal("rmlint \"x\", \\y", report.Begin.Command.Single().ToString());
        Assert.Equal(
            new ReportSummary
            {
                Complete = true,
                Files = 10,
                Groups = 2,
                RedundantFiles = 3,
                RedundantBytes = 22,
                Unique = 1,
            },
            report.Summary);
        string aborted = ForeignSamples.Rmlint.Replace(
            "\"aborted\": false", "\"aborted\": true", StringComparison.Ordinal);
        Assert.False(Forms.Read(ForeignSamples.Bytes(aborted)).Summary.Complete);
    }

    [Fact]
    public void Without_header_and_footer_neither_is_known()
    {
        using var stream = new MemoryStream(ForeignSamples.Bytes(ForeignSamples.RmlintBare));
        var reader = ReportReader.Open(stream);
        Assert.Equal(["/x", "/y"], reader.Groups().Single().Copies.Select(copy => copy.Names[0].ToString()));
        Assert.Null(reader.Begin);
        Assert.Null(reader.Summary);
        Assert.Empty(Forms.Read("[{}]\n"u8.ToArray()).Groups);
    }

    [Fact]
    public void A_path_that_rmlint_could_not_write_is_left_out_and_said()
    {
        string text = ForeignSamples.Rmlint.Replace("/data/c", "<BROKEN PATH>", StringComparison.Ordinal)
            .Replace("/data/y", "<BROKEN PATH>", StringComparison.Ordinal);
        List<string> shown = ForeignSamples.Show(Forms.Read(ForeignSamples.Bytes(text)));
        Assert.Equal("group 7 7 Unstated </data/\u00ffnl\n\"\\\u001f> </data/b|/data/b2>", shown[0]);
        Assert.Equal(
            ["name-not-exact <BROKEN PATH>", "name-not-exact <BROKEN PATH>", "group-left-out /data/x"], shown[^3..]);
        Assert.Equal(5, shown.Count);
    }

    [Theory]
    [InlineData("\"checksum\": \"aa\",", "")]
    [InlineData("\"size\": 8,", "\"size\": 8,\"twins\": 2,\"inode\": 7,\"disk_id\": 1,")]
    public void Two_originals_belong_together_only_where_that_is_shown(string sound, string other)
    {
        // One set of x and y, which are both originals; equal checksums or one inode show it.
        string text = ForeignSamples.RmlintBare.Replace("false", "true", StringComparison.Ordinal)
            .Replace(sound, other, StringComparison.Ordinal);
        Report report = Forms.Read(ForeignSamples.Bytes(text));
        Assert.Equal(
            other.Length > 0 ? ["unique 8 </x|/y>"] : ["group-left-out /x", "group-left-out /y"],
            ForeignSamples.Show(report));
    }

    [Theory]
    [InlineData("\"size\": 8,\"is_original\": false", "\"size\": 9,\"is_original\": false", 3, "no original")]
    [InlineData("\"aa\",\"path\": \"/y\"", "\"ab\",\"path\": \"/y\"", 3, "no original")]
    [InlineData("\"is_original\": true", "\"is_original\": false", 2, "no original")]
    [InlineData("\"/y\"", "\"y\"", 3, "absolute")]
    [InlineData("\"/y\"", "\"/\\ud800\"", 3, "cannot have written")]
    [InlineData("\"/y\"", "\"/\\u0000\"", 3, "NUL")]
    [InlineData("\"path\": \"/y\",", "", 3, "lacks path")]
    [InlineData("\"size\": 8,\"is_original\": false", "\"is_original\": false", 3, "lacks path")]
    [InlineData("\"is_original\": false,", "", 3, "lacks path")]
    [InlineData("\"is_original\": false,", "\"is_original\": 0,", 3, "neither true nor false")]
    [InlineData("\"is_original\": false,", "\"is_original\": false,\"size\": 8,", 3, "twice")]
    [InlineData("\"type\": \"duplicate_file\",", "", 2, "neither header, file nor footer")]
    [InlineData("{}]", "]", 4, "'{' is missing")]
    [InlineData("{}]", "{}", 5, "cut off")]
    [InlineData("{}]", "{}, {}]", 4, "behind the footer")]
    [InlineData("{}]", "{}] x", 4, "behind the report")]
    public void Broken_reports_are_refused_with_their_line(string sound, string broken, long line, string expected)
    {
        string text = ForeignSamples.RmlintBare.Replace(sound, broken, StringComparison.Ordinal);
        Assert.NotEqual(ForeignSamples.RmlintBare, text);
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Rmlint);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.Equal(line, failure.Line);
    }

    [Fact]
    public void A_set_never_grows_beyond_the_number_it_states()
    {
        string item = ForeignSamples.RmlintBare.Split('\n')[2];
        string text = ForeignSamples.RmlintBare.Replace("\"size\"", "\"twins\": 2,\"size\"", StringComparison.Ordinal)
            .Replace("{}]", item.Replace("\"size\"", "\"twins\": 2,\"size\"", StringComparison.Ordinal) + "\n{}]",
                StringComparison.Ordinal);
        Assert.Equal(4, Forms.Fails(text).Line);
        Assert.Contains("no original", Forms.Fails(text).What, StringComparison.Ordinal);
    }
}
