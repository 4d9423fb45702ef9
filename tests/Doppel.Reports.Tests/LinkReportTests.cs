using System.Text;
using System.Text.RegularExpressions;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Lists of links in each form, exactly.</summary>
public sealed partial class LinkReportTests
{
    [Fact]
    public void The_example_of_text_is_what_the_program_writes() => CheckExample("text of links", new());

    [Fact]
    public void The_example_of_json_is_what_the_program_writes() =>
        CheckExample("json of links", new() { Format = ReportFormat.Json });

    [Fact]
    public void Every_field_of_json_is_in_a_table()
    {
        string json = WriteText(Documented(), new() { Format = ReportFormat.Json });
        IEnumerable<string> fields = FieldNames().Matches(json).Select(match => match.Groups[1].Value).Distinct();
        Assert.All(fields, field => Assert.Contains($"`{field}`", DocumentationTests.Page(), StringComparison.Ordinal));
    }

    [Fact]
    public void NUL_separated_output_has_only_names()
    {
        LinkReport report = Documented();
        Assert.Equal(
            "/srv/a\0/srv/b/a\0\0/srv/one\0\0/srv/gone\0../old/x\0\0/srv/round\0round\0\0/srv/to\0b/a\0\0"
            + "/srv/c\0/srv/c2\0/srv/d\0\0",
            WriteText(report, new() { NulAfterNames = true }));
        Assert.StartsWith(
            "S/a\0S/b/a\0\0",
            WriteText(report, new() { NulAfterNames = true, RootLabels = [new("S/")] }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_or_target_with_a_line_break_is_quoted_in_text()
    {
        LinkReport report = Documented() with
        {
            HardLinks = [new ReportHardLinks(1, 0, 1, Samples.Copy("/srv/x\ny", "/srv/z"))],
            SymbolicLinks = [Link("/srv/l\r", "x"), Link("/srv/m", "x\ny"), Link("/srv/n", "x")],
            Reflinks = [new ReportReflinks(1, [Samples.Copy("/srv/p\n"), Samples.Copy("/srv/q\n")])],
        };
        using var stream = new MemoryStream();
        ReportWriteResult result = LinkReportWriter.Write(report, stream, new());
        string text = Encoding.UTF8.GetString(stream.ToArray());
        Assert.Contains("    $'/srv/x\\ny'\n  = /srv/z\n\n", text, StringComparison.Ordinal);
        Assert.Contains(
            "Symbolic links:\n    $'/srv/l\\r' -> x (file)\n    /srv/m -> $'x\\ny' (file)\n    /srv/n -> x (file)\n\n",
            text, StringComparison.Ordinal);
        Assert.Contains("    $'/srv/p\\n'\n    $'/srv/q\\n'\n\nTotal", text, StringComparison.Ordinal);
        Assert.Equal((7, 0), (result.Names, result.NamesLeftOut));
    }

    [Fact]
    public void On_a_terminal_names_and_targets_are_escaped()
    {
        LinkReport report = Documented() with
        {
            HardLinks = [],
            SymbolicLinks = [Link("/srv/\u202egnp", "\e[31m\n")],
            Reflinks = [],
        };
        Assert.Contains(
            "    /srv/\\u{202E}gnp -> \\x1B[31m\\n (file)\n", WriteText(report, new() { EscapeNames = true }),
            StringComparison.Ordinal);
        string json = WriteText(report, new() { EscapeNames = true, Format = ReportFormat.Json });
        Assert.Contains("\"/srv/\\u202egnp\",\"root\":0,\"target\":\"\\u001b[31m\\n\"", json, StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_list_says_so()
    {
        LinkReport nothing = new() { Begin = Samples.Begin("/r"), Summary = new LinkSummary { Complete = true } };
        Assert.Equal("Total: no links\n", WriteText(nothing, new()));
        Assert.Equal(
            "Total so far: no links\n",
            WriteText(nothing with { Summary = new LinkSummary { Complete = false } }, new()));
        Assert.Equal("", WriteText(nothing, new() { NulAfterNames = true }));
    }

    [Theory, InlineData(ReportFormat.Csv), InlineData(ReportFormat.Fdupes), InlineData(ReportFormat.Fclones)]
    public void Other_formats_are_refused(ReportFormat format) =>
        Assert.Throws<ArgumentException>(() => WriteText(Documented(), new() { Format = format }));

    private static void CheckExample(string name, ReportWriteOptions options)
    {
        string written = WriteText(Documented(), options);
        Assert.True(
            DocumentationTests.Example(name) == written.TrimEnd('\n'),
            $"docs/formats.md is stale. The example must be:\n{written}");
    }

    private static ReportSymbolicLink Link(string name, string target) => new()
    {
        Name = new(name),
        Root = 0,
        Target = new(target),
        State = LinkState.File,
        Final = new("/srv/x"),
        LeavesRoots = false,
        CrossesVolumes = false,
    };

    private static LinkReport Documented() => new()
    {
        Begin = Samples.Begin("/srv") with { Command = [new("list-links"), new("/srv")] },
        HardLinks =
        [
            new ReportHardLinks(5000, 0, 8192, Samples.Copy("/srv/a", "/srv/b/a") with { Allocated = 8192 }),
            new ReportHardLinks(2_123_456, 2, 0, Samples.Copy("/srv/one") with { Inode = 78, Links = 3 }),
        ],
        SymbolicLinks =
        [
            Link("/srv/gone", "../old/x") with
            {
                State = LinkState.Broken, Final = new("/old/x"), LeavesRoots = true, CrossesVolumes = null,
            },
            Link("/srv/round", "round") with
            {
                State = LinkState.Loop, Final = default, LeavesRoots = null, CrossesVolumes = null,
            },
            Link("/srv/to", "b/a") with { Final = new("/srv/b/a") },
        ],
        Reflinks =
        [
            new ReportReflinks(100_000,
            [
                Samples.Copy("/srv/c", "/srv/c2") with { Inode = 90 }, Samples.Copy("/srv/d") with { Inode = 91 },
            ]),
        ],
        Summary = new LinkSummary
        {
            Complete = true,
            HardLinkSets = 2,
            HardLinkNames = 3,
            SymbolicLinks = 3,
            BrokenLinks = 1,
            LoopingLinks = 1,
            ReflinkSets = 1,
            ReflinkedFiles = 2,
            Opened = 2,
            Seconds = 0.031,
            Stages = [new("scan", 0.03)],
        },
    };

    private static string WriteText(LinkReport report, ReportWriteOptions options)
    {
        using var stream = new MemoryStream();
        LinkReportWriter.Write(report, stream, options);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [GeneratedRegex("\"([a-z_0-9]+)\":")]
    private static partial Regex FieldNames();
}
