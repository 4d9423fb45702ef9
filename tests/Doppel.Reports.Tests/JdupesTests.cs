using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class JdupesTests
{
    [Fact]
    public void Names_are_kept_as_typed_and_no_working_directory_is_reported()
    {
        Report report = Forms.Read(ForeignSamples.Bytes(ForeignSamples.Jdupes));
        Assert.Equal(
            [
                "group 11 11 Unstated <./a/q\"t\\ \u00c3\u00a9\u00f0\u009f\u0098\u0080> <b/nl\nname>",
                "group 0 0 Unstated <./c> <./d> <./e>",
            ],
            ForeignSamples.Show(report));
        Assert.Equal("1.21.3", report.Begin.Version);
        Assert.Equal("jdupes -j . x\"y\\z", report.Begin.Command.Single().ToString());
        Assert.True(report.Begin.WorkingDirectory.IsEmpty);
    }

    [Theory]
    [InlineData("./d", "./\\ud800", "group 0 0 Unstated <./c> <./e>", "name-not-exact ./\\ud800")]
    [InlineData("./c", "./\\u0000x", "group 0 0 Unstated <./d> <./e>", "name-not-exact ./\0x")]
    [InlineData("b/nl", "\\udc00", "group-left-out ./a/", "name-not-exact \\udc00")]
    public void Non_UTF8_names_garbled_by_jdupes_are_left_out_and_reported(
        string sound, string bent, params string[] expected)
    {
        string text = ForeignSamples.Jdupes.Replace(sound, bent, StringComparison.Ordinal);
        List<string> shown = ForeignSamples.Show(Forms.Read(Encoding.UTF8.GetBytes(text)));
        Assert.All(expected, line => Assert.Contains(shown, s => s.StartsWith(line, StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("./c", "./\u00e9", 17, "not ASCII")]
    [InlineData("./c", "", 17, "empty name")]
    [InlineData("./c", "./\\x", 17, "escape")]
    [InlineData("\"fileSize\": 0", "\"fileSize\": -1", 15, "whole number")]
    [InlineData("\"fileSize\": 0", "\"fileSize\": 9999999999999999999", 15, "larger than")]
    [InlineData("\"fileSize\": 0", "\"size\": 0", 21, "fileSize")]
    [InlineData("\"fileSize\": 0", "\"fileSize\": 0, \"fileSize\": 0", 15, "twice")]
    [InlineData("{ \"filePath\": \"./c\" }", "{ }", 17, "without its filePath")]
    [InlineData("{ \"filePath\": \"./c\" }", "\"./c\"", 17, "'{' is missing")]
    [InlineData("matchSets", "match", 23, "lacks matchSets")]
    [InlineData("[\n    {", "[,\n    {", 6, "'{' is missing")]
    public void Broken_reports_are_refused_with_their_line(string sound, string broken, long line, string expected)
    {
        string text = ForeignSamples.Jdupes.Replace(sound, broken, StringComparison.Ordinal);
        Assert.NotEqual(ForeignSamples.Jdupes, text);
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Jdupes);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.Equal(line, failure.Line);
    }

    [Fact]
    public void A_name_beyond_the_limit_is_refused_before_all_of_it_is_read()
    {
        string text = ForeignSamples.Jdupes.Replace("./c", new string('c', 5 << 20), StringComparison.Ordinal);
        Assert.Contains("longer than", Forms.Fails(text).What, StringComparison.Ordinal);
    }

    [Fact]
    public void Deep_nesting_and_text_behind_the_end_are_refused()
    {
        Forms.Fails("{\"jdupesVersion\": " + new string('[', 100_000), ReportFormat.Jdupes);
        Forms.Fails("{\"x\": " + new string('[', 100_000), ReportFormat.Jdupes);
        Forms.Fails(ForeignSamples.Jdupes + "{", ReportFormat.Jdupes);
    }
}
