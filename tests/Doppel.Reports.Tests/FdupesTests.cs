using System.Text;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

public sealed class FdupesTests
{
    [Fact]
    public void Every_name_is_listed_hard_links_too()
    {
        Report report = Samples.Report(Samples.Group(1, Samples.Copy("/a", "/b"), Samples.Copy("/c")));
        Assert.Equal("/a\n/b\n/c\n\n", Forms.WriteText(report, new() { Format = ReportFormat.Fdupes }));
    }

    [Theory]
    [InlineData(ReportFormat.Fdupes)]
    [InlineData(ReportFormat.Text)]
    public void With_nul_every_name_is_exact(ReportFormat format)
    {
        Report report = Samples.Report(Samples.Group(1, Samples.Copy("/a\nb"), Samples.Copy("/\u001b")));
        Assert.Equal("/a\nb\0/\u001b\0\0", Forms.WriteText(
            report, new() { Format = format, NulAfterNames = true, EscapeNames = true }));
    }

    [Theory]
    [InlineData("/a\n", 2, "middle of a group")]
    [InlineData("/a\n/b\n\n/c\n", 5, "middle of a group")]
    [InlineData("/a\n/b", 2, "cut off")]
    [InlineData("/a\n\n", 2, "takes two names")]
    [InlineData("\n", 1, "takes two names")]
    [InlineData("/a\n/b\n\n\n", 4, "takes two names")]
    [InlineData("1 byte each:\n/a\n/b\n\n/c\n/d\n\n", 5, "must be the size")]
    [InlineData("/a\n/b\n\n12 bytes each:\n/c\n/d\n\n", 4, "is a size")]
    [InlineData("12 bytes each:\n/a\n\n", 3, "takes two names")]
    [InlineData("12 bytes each:\n\n", 2, "takes two names")]
    [InlineData("12 bytes each:\n", 2, "middle of a group")]
    [InlineData("12 bytes each:\n\0/a\0\0", 1, "takes two names")]
    public void Broken_lists_are_refused(string text, long line, string expected)
    {
        ReportFormatException failure = Forms.Fails(text, ReportFormat.Fdupes);
        Assert.Equal(line, failure.Line);
        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    // jdupes writes none after the group of the file that it listed last, which depends on the order of its folder.
    [Theory]
    [InlineData("/a\n/b\n\n/c\n/d\n")]
    [InlineData("/a\0/b\0\0/c\0/d\0")]
    [InlineData("1 byte each:\n/a\n/b\n\n1 byte each:\n/c\n/d\n")]
    public void The_last_group_needs_no_empty_line(string list)
    {
        Report report = Forms.Read(Encoding.UTF8.GetBytes(list));
        Assert.Equal(
            ["/a /b", "/c /d"],
            report.Groups.Select(group => string.Join(' ', group.Copies.Select(copy => copy.Names[0].ToString()))));
    }

    [Theory]
    [InlineData("1 byte each:\n/a\n/b\n/12 bytes each:\n\n0 bytes each:\n/c\n/d\n\n")]
    [InlineData("1 byte each:\n/a\0/b\0/12 bytes each:\0\00 bytes each:\n/c\0/d\0\0")]
    public void Sizes_before_groups_are_read(string list)
    {
        Report report = Forms.Read(Encoding.UTF8.GetBytes(list));
        Assert.Equal([1, 0], report.Groups.Select(group => group.Size));
        Assert.Equal([2, 0], report.Groups.Select(group => group.RedundantBytes));
        Assert.Equal(
            ["/a", "/b", "/12 bytes each:", "/c", "/d"],
            report.Groups.SelectMany(group => group.Copies).Select(copy => copy.Names[0].ToString()));
    }

    [Fact]
    public void A_nul_in_a_list_of_lines_is_refused()
    {
        var options = new ReportReadOptions { Format = ReportFormat.Fdupes, NulAfterNames = false };
        Assert.Throws<ReportFormatException>(() => Forms.Read("/a\n/b\0c\n\n"u8.ToArray(), options));
    }

    [Fact]
    public void An_empty_list_is_a_list_of_no_groups() =>
        Assert.Empty(Forms.Read([], new ReportReadOptions { Format = ReportFormat.Fdupes }).Groups);
}
