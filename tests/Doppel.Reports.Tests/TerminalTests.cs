using System.Text;
using System.Text.RegularExpressions;
using Doppel.Reports.Tests.Support;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Text for a person at a terminal. It fits the terminal, and is never read back.</summary>
public sealed partial class TerminalTests
{
    private static readonly TerminalLayout s_home = new()
    {
        WorkingDirectory = new("/data/ana/now"),
        Home = new("/data/ana"),
    };

    [Theory]
    [InlineData("/data/ana/now/a/b.jpg", "a/b.jpg")]
    [InlineData("/data/ana/a/b.jpg", "~/a/b.jpg")]
    [InlineData("/data/anabel/b.jpg", "/data/anabel/b.jpg")]
    [InlineData("/data/ana/nowhere/b.jpg", "~/nowhere/b.jpg")]
    [InlineData("/mnt/usb/b.jpg", "/mnt/usb/b.jpg")]
    [InlineData("/data/ana/now/-rf", "./-rf")]
    [InlineData("/data/ana/now/~/b", "./~/b")]
    [InlineData("catalog:attic/b.jpg", "catalog:attic/b.jpg")]
    [InlineData("/r/typed", "../r/typed")]
    public void Names_are_relative_to_the_working_folder_or_the_home_folder(string name, string shown)
    {
        Report report = Samples.Report(Samples.Group(5, Samples.Copy(name), Samples.Copy("/x")));
        string[] lines = Lines(report, s_home, labels: [new("../r")]);
        Assert.Equal("    " + shown, lines[1]);
    }

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1.0 KiB")]
    [InlineData(16_998, "16.6 KiB")]
    [InlineData(102_348, "99.9 KiB")]
    [InlineData(102_349, "100 KiB")]
    [InlineData(169_957, "166 KiB")]
    [InlineData(1_048_063, "1023 KiB")]
    [InlineData(1_048_064, "1.0 MiB")]
    [InlineData(long.MaxValue, "8.0 EiB")]
    public void Sizes_are_short(long size, string shown)
    {
        ReportGroup group = Samples.Group(size, Samples.Copy("/a"), Samples.Copy("/b")) with
        {
            RedundantBytes = 1,
            FreedBytes = 4096,
        };
        Assert.Equal($"2 × {shown}, 4.0 KiB redundant", Lines(Samples.Report(group))[0]);
    }

    [Fact]
    public void Totals_are_what_deleting_frees_and_have_no_part_that_is_zero()
    {
        Report report = Samples.Report() with
        {
            Summary = new ReportSummary
            {
                Complete = false,
                Groups = 1,
                RedundantFiles = 1234,
                RedundantBytes = 5,
                FreedBytes = 4096,
                Folders = new ReportFolderTotals { Contained = 1, RedundantBytes = 2048 },
                Media = new ReportMediaTotals { NotComparable = 2, LooseGroups = 1 },
            },
        };
        Assert.Equal(
            [
                "Total so far: 1 contained folder, 2.0 KiB redundant",
                "              1 group, 1,234 redundant files, 4.0 KiB redundant",
                "              2 files not comparable,",
                "              up to 1 more group with --media-policy loose", "",
            ],
            Lines(report));
    }

    [Theory]
    [InlineData(0, 32, "Total: no new duplicates (32 groups known)")]
    [InlineData(2, 32, "Total: 2 new groups (32 known), 3 redundant files, 5 B redundant")]
    public void Groups_that_were_known_are_counted(long groups, long known, string total)
    {
        ReportSummary summary = new()
        {
            Complete = true,
            Groups = groups,
            KnownGroups = known,
            RedundantFiles = 3,
            RedundantBytes = 5,
        };
        Assert.Equal(total, Lines(Samples.Report() with { Summary = summary })[0]);
    }

    [Theory]
    [InlineData(
        40, "Backup/2022/Pictures/Italy/Florence/IMG_1204.jpg", "Pictures/IMG_1204.jpg",
        "Backup/…/Italy/Florence/IMG_1204.jpg")]
    [InlineData(
        40, "one/a very long folder that all have/left/x.jpg", "one/a very long folder that all have/right/x.jpg",
        "one/…/left/x.jpg")]
    [InlineData(
        40, "left/a very long folder that all have/deeper/x.jpg",
        "right/a very long folder that all have/deeper/x.jpg",
        "left/…/deeper/x.jpg")]
    [InlineData(
        30, "f/the beginning is the same 1 and so is the end.jpg",
        "f/the beginning is the same 2 and so is the end.jpg",
        "f/the beginni…1…he end.jpg")]
    [InlineData(
        30, "a/the name is the same and too long.jpg", "b/the name is the same and too long.jpg",
        "a/the name is…too long.jpg")]
    [InlineData(30, "写真/写真写真写真写真写真写真写真/一.jpg", "写真/b/一.jpg", "…/写真写真…写真写真/一.jpg")]
    public void A_long_name_keeps_what_differs(int columns, string name, string other, string shown)
    {
        Report report = Samples.Report(Samples.Group(5, Samples.Copy("/w/" + name), Samples.Copy("/w/" + other)));
        var layout = new TerminalLayout { Columns = columns, WorkingDirectory = new("/w") };
        Assert.Equal("    " + shown, Lines(report, layout)[1]);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(80)]
    public void No_line_is_wider_than_the_terminal_and_none_can_mislead_it(int columns)
    {
        string wide = string.Concat(Enumerable.Repeat("写真", 30));
        Report nasty = Samples.Nasty();
        Report report = nasty with
        {
            Groups =
            [
                .. nasty.Groups,
                Samples.Group(5, Samples.Copy($"/{wide}/{wide}"), Samples.Copy($"/{wide}/x/{wide}e\u0301")),
                Samples.Group(5, Samples.Copy("/" + new string('a', 300)), Samples.Copy("/" + new string('b', 300))),
            ],
        };
        foreach (Report one in (Report[])[report, Samples.DocumentedFolders, Samples.DocumentedMedia])
        {
            string[] lines = Lines(one, new TerminalLayout { Columns = columns });
            Assert.All(
                lines.TakeWhile(static line => !line.StartsWith("Total", StringComparison.Ordinal))
                    .Where(static line => line.StartsWith("  ", StringComparison.Ordinal)),
                line => Assert.True(ColumnsOf(line) <= columns, line));
            Assert.All(lines, static line => Assert.DoesNotMatch(@"[\p{Cc}\p{Cf}\uFFFD]", line));
        }
    }

    [Fact]
    public void Colors_dim_the_folder_brighten_the_name_and_change_no_letter()
    {
        ReportWriteOptions options = new() { EscapeNames = true, Color = true, Terminal = s_home };
        Report report = Samples.Report(Samples.Group(5, Samples.Copy("/data/ana/a/b"), Samples.Copy("/c")));
        string colored = Forms.WriteText(report, options);
        Assert.Contains("    \e[2m~/a/\e[0m\e[1mb\e[0m\n", colored, StringComparison.Ordinal);
        Report[] all = [report, Samples.Documented, Samples.DocumentedFolders, Samples.DocumentedMedia];
        foreach (Report one in all)
        {
            Assert.Equal(
                Forms.WriteText(one, options with { Color = false }),
                Sequences().Replace(Forms.WriteText(one, options), ""));
        }
    }

    [Theory]
    [InlineData("mp3", "2 MP3 files with the same audio, different tags, 20 B redundant")]
    [InlineData("jpeg", "2 JPEG files with the same picture, different tags, 20 B redundant")]
    public void Media_are_named_by_what_they_share(string format, string head)
    {
        Report media = Samples.MediaReport(("title", "Lake"), ("title", new string('x', 150)));
        ReportMediaGroup group = media.MediaGroups.Single() with { Format = format };
        string[] lines = Lines(media with { MediaGroups = [group] });
        Assert.Equal(head, lines[0]);
        Assert.Contains($"  ~ title (2): {new string('x', 80 - 16)}…", lines);
    }

    [Fact]
    public void Options_that_do_not_go_with_a_terminal_are_refused()
    {
        var options = new ReportWriteOptions { Terminal = new TerminalLayout() };
        options.Validate();
        Assert.Throws<ArgumentException>(() => (options with { Format = ReportFormat.Json }).Validate());
        Assert.Throws<ArgumentException>(() => (options with { NulAfterNames = true }).Validate());
        Assert.Throws<ArgumentException>(() => (options with { DetailsZone = TimeZoneInfo.Utc }).Validate());
        Assert.Throws<ArgumentOutOfRangeException>(
            () => (options with { Terminal = new TerminalLayout { Columns = 19 } }).Validate());
    }

    [Theory]
    [InlineData("abc", 3)]
    [InlineData("Übersee", 7)]
    [InlineData("e\u0301", 1)]
    [InlineData("写真", 4)]
    [InlineData("ｶﾞ", 2)]
    [InlineData("한글", 4)]
    [InlineData("📱🌊", 4)]
    [InlineData("𠀋", 2)]
    [InlineData("√α…", 3)]
    public void Wide_characters_take_two_columns(string text, int columns) =>
        Assert.Equal(columns, TextColumns.Of(text));

    // Not the program's own count: what is neither narrow nor a mark is wide.
    private static int ColumnsOf(string line) => line.EnumerateRunes().Sum(static rune => rune.Value switch
    {
        0x301 => 0,
        >= 0x4E00 and <= 0x9FFF => 2,
        _ => 1,
    });

    private static string[] Lines(
        Report report, TerminalLayout? layout = null, IReadOnlyList<ReportName>? labels = null) =>
        Encoding.UTF8.GetString(Forms.Write(report, new ReportWriteOptions
        {
            EscapeNames = true,
            Terminal = layout ?? new TerminalLayout(),
            RootLabels = labels ?? [],
        })).Replace("\r\n", "\n", StringComparison.Ordinal).Split('\n');

    [GeneratedRegex("\e\\[[0-9;]*m")]
    private static partial Regex Sequences();
}
