using System.Text;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Cli.Tests.Output;

public sealed class OutputTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly PortableVolume _volume = new();

    public void Dispose() => _tree.Dispose();

    [Theory]
    [InlineData(80, "3 names on a file system will be skipped", "3 names on a file system will be skipped")]
    [InlineData(20, "3 names on a file system will be skipped", "3 names on a file|  system will be|  skipped")]
    [InlineData(20, "  keep  a long folder of a name", "  keep  a long|  folder of a name")]
    [InlineData(20, "cannot open 'a very long name in quotes': no", "cannot open|  'a very long name in quotes':|  no")]
    [InlineData(20, "the keeper's tags are not all the same", "the keeper's tags|  are not all the|  same")]
    public void Long_messages_are_broken_between_words_and_names_stay_whole(int columns, string text, string shown)
    {
        using var stream = new MemoryStream();
        new Messages(stream, color: false, columns).Line(text);
        Assert.Equal(shown.Replace('|', '\n') + "\n", Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Fact]
    public void A_file_gets_its_name_only_when_it_is_whole()
    {
        string path = Path.Combine(_tree.Folder, "out");
        using OutputTarget target = Target(path);
        Assert.Empty(Directory.GetFiles(_tree.Folder));
        target.Open().Write("abc"u8);
        Assert.False(File.Exists(path));
        target.Complete();
        Assert.Equal("abc", File.ReadAllText(path));
        Assert.Equal([path], Directory.GetFiles(_tree.Folder));
    }

    [Fact]
    public void Incomplete_output_leaves_nothing_behind()
    {
        string path = Path.Combine(_tree.Folder, "out");
        File.WriteAllText(path, "before");
        using (OutputTarget target = Target(path))
        {
            target.Open().Write("abc"u8);
        }

        Assert.Equal("before", File.ReadAllText(path));
        Assert.Equal([path], Directory.GetFiles(_tree.Folder));
    }

    [Fact]
    public void A_link_stays_a_link_and_its_file_keeps_its_mode()
    {
        string file = Path.Combine(_tree.Folder, "file");
        string link = Path.Combine(_tree.Folder, "link");
        File.WriteAllText(file, "before");
        File.CreateSymbolicLink(link, file);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        using OutputTarget target = Target(link);
        target.Open().Write("after"u8);
        target.Complete();
        Assert.Equal(file, new FileInfo(link).LinkTarget);
        Assert.Equal("after", File.ReadAllText(file));
        Assert.True(OperatingSystem.IsWindows()
            || File.GetUnixFileMode(file) == (UnixFileMode.UserRead | UnixFileMode.UserWrite));
    }

    // Below /dev as well: only what is no regular file is written in place.
    [Theory]
    [InlineData(null)]
    [InlineData("/dev/shm")]
    public void A_file_has_its_old_content_or_the_whole_new_one_wherever_it_is(string? above)
    {
        Assert.SkipUnless(above is null || Directory.Exists(above), $"there is no {above}");
        string folder = Directory.CreateDirectory(
            Path.Combine(above ?? _tree.Folder, $"doppel-output-{Environment.ProcessId}")).FullName;
        string path = Path.Combine(folder, "out");
        string link = Path.Combine(folder, "link");
        try
        {
            for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(200, 5_000); seed++)
            {
                var random = new Random(seed);
                string? old = random.Next(4) == 0 ? null : new string('o', random.Next(20_000));
                string report = new('n', random.Next(20_000));
                bool isLink = old is not null && random.Next(3) == 0;
                bool isWhole = random.Next(3) > 0;
                if (old is not null)
                {
                    File.WriteAllText(path, old);
                }

                if (isLink)
                {
                    File.CreateSymbolicLink(link, random.Next(2) == 0 ? "out" : path);
                }

                using (OutputTarget target = Target(isLink ? link : path))
                {
                    Stream stream = target.Open();
                    int first = random.Next(report.Length + 1);
                    stream.Write(Encoding.UTF8.GetBytes(report[..first]));
                    stream.Write(Encoding.UTF8.GetBytes(report[first..]));
                    if (isWhole)
                    {
                        target.Complete();
                    }
                }

                string? content = File.Exists(path) ? File.ReadAllText(path) : null;
                Assert.True(content == (isWhole ? report : old), $"seed {seed}");
                int links = isLink ? 1 : 0;
                Assert.Equal(
                    links + (content is null ? 0 : 1), Directory.GetFileSystemEntries(folder).Length);
                File.Delete(link);
                File.Delete(path);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void A_device_is_written_in_place()
    {
        using OutputTarget target = Target("/dev/null");
        target.Open().Write("abc"u8);
        target.Complete();
        Assert.True(File.Exists("/dev/null"));
        Assert.NotEqual(3, new FileInfo("/dev/null").Length);
    }

    [Theory]
    [InlineData("gone/x", "No such file or directory")]
    [InlineData("", "Is a directory")]
    public void Unwritable_targets_are_refused_at_once(string name, string expected)
    {
        string path = Path.Combine(_tree.Folder, name);
        UsageException reason = Assert.Throws<UsageException>(() => Target(path));
        Assert.EndsWith(": " + expected, reason.Message, StringComparison.Ordinal);
        Assert.StartsWith("cannot write to '", reason.Message, StringComparison.Ordinal);
    }

    // Not as InlineData: attributes hold text as UTF-8, which has no lone surrogates.
    [Fact]
    public void A_name_that_is_not_UTF8_is_shown_by_its_bytes_and_not_written_to()
    {
        Assert.Equal("'a\\xFFb'", Quote.Text("a\uDCFFb"));
        UsageException reason = Assert.Throws<UsageException>(() => Target(Path.Combine(_tree.Folder, "x\uDCFF")));
        Assert.EndsWith(
            "the name is not UTF-8; redirect standard output instead", reason.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Five_problems_of_a_kind_are_listed_and_the_rest_are_counted()
    {
        var stream = new MemoryStream();
        var printer = new ProblemPrinter(new Messages(stream, color: false, int.MaxValue), all: false);
        printer.Print(Enumerable.Range(1, 1234).Select(
            i => new ReportProblem(new ReportName($"/f{i}"), "open", "access-denied", "Permission denied")));
        printer.Print([new ReportProblem(new ReportName("/a\nb"), "list", "vanished", "No such file or directory")]);
        printer.PrintRest();
        Assert.Equal(
            """
            doppel: cannot open '/f1': Permission denied
            doppel: cannot open '/f2': Permission denied
            doppel: cannot open '/f3': Permission denied
            doppel: cannot open '/f4': Permission denied
            doppel: cannot open '/f5': Permission denied
            doppel: cannot list '/a\nb': No such file or directory
            doppel: cannot open 1,229 more (access denied)
            hint: -v lists all problems

            """,
            System.Text.Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Theory]
    [InlineData("plain é 漢", "'plain é 漢'")]
    [InlineData("a\nb\tc\rd", "'a\\nb\\tc\\rd'")]
    [InlineData("a\u001b[31m", "'a\\x1B[31m'")]
    [InlineData("a\u202Eb", "'a\\u{202E}b'")]
    [InlineData("a\\b", "'a\\\\b'")]
    public void Names_in_messages_cannot_fool_anyone(string name, string expected) =>
        Assert.Equal(expected, Quote.Text(name));

    [Theory]
    [InlineData(WhenToUse.Auto, true, "xterm", true)]
    [InlineData(WhenToUse.Auto, false, "xterm", false)]
    [InlineData(WhenToUse.Auto, true, "dumb", false)]
    [InlineData(WhenToUse.Auto, true, null, false)]
    [InlineData(WhenToUse.Auto, true, "", false)]
    [InlineData(WhenToUse.Always, false, "dumb", true)]
    [InlineData(WhenToUse.Never, true, "xterm", false)]
    internal void No_line_is_redrawn_on_a_terminal_that_cannot_or_is_unknown(
        WhenToUse when, bool isTerminal, string? term, bool expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows does not set TERM");
        var terminal = new Terminal(Stream.Null, isTerminal, name => name == "TERM" ? term : null);
        Assert.Equal(expected, terminal.ShowsProgress(when));
        Assert.Equal(expected, terminal.UsesColor(when));
    }

    [Theory]
    [InlineData(null, 80)]
    [InlineData("", 80)]
    [InlineData("40", 40)]
    [InlineData("0", 80)]
    [InlineData("-5", 80)]
    [InlineData("wide", 80)]
    [InlineData("99999999999", 80)]
    public void The_width_of_what_is_no_terminal_can_be_set(string? columns, int expected)
    {
        var terminal = new Terminal(Stream.Null, false, name => name == "COLUMNS" ? columns : null);
        Assert.Equal(expected, terminal.Columns);
    }

    [Theory]
    [InlineData("TERM", "dumb")]
    [InlineData("TERM", null)]
    public void Nothing_that_is_written_then_contains_an_escape_sequence(string name, string? value) =>
        AssertNothingHas("\e", name, value);

    // The progress line of a search that takes long is still erased.
    [Fact]
    public void Without_colors_only_progress_is_erased_by_escape_sequences() =>
        AssertNothingHas("\e[", "NO_COLOR", "1");

    private void AssertNothingHas(string sequence, string name, string? value)
    {
        _tree.AddFile("a", "hello");
        _tree.AddFile("b", "hello");
        foreach (string[] line in (string[][])
        [
            ["find", _tree.Folder], ["find", "--long", _tree.Folder], ["find", Path.Combine(_tree.Folder, "gone")],
            ["list-links", _tree.Folder], ["devices", _tree.Folder], ["plan", "--explain", _tree.Folder], ["bad"],
            ["-h"], ["--help"],
        ])
        {
            using var host = new TestHost { IsTerminal = true };
            host.Environment["TERM"] = "xterm";
            host.Environment["HOME"] = _tree.Folder;
            if (value is null)
            {
                host.Environment.Remove(name);
            }
            else
            {
                host.Environment[name] = value;
            }

            host.Run(line);
            Assert.NotEqual("", host.Output + host.Errors);
            string written = (host.Output + host.Errors).Replace("\r\e[2K", "", StringComparison.Ordinal);
            Assert.DoesNotContain(sequence, name == "TERM" ? host.Output + host.Errors : written);
        }
    }

    [Fact]
    public void Colors_are_used_where_nothing_speaks_against_them()
    {
        using var host = new TestHost { IsTerminal = true };
        host.Environment["TERM"] = "xterm";
        host.Run("find", Path.Combine(_tree.Folder, "gone"));
        Assert.Contains('\e', host.Errors);
    }

    [Theory]
    [InlineData(WhenToUse.Auto, true, "xterm", null, true)]
    [InlineData(WhenToUse.Auto, false, "xterm", null, false)]
    [InlineData(WhenToUse.Auto, true, "dumb", null, false)]
    [InlineData(WhenToUse.Auto, true, "xterm", "1", false)]
    [InlineData(WhenToUse.Auto, true, "xterm", "", true)]
    [InlineData(WhenToUse.Always, false, "dumb", "1", true)]
    [InlineData(WhenToUse.Never, true, "xterm", null, false)]
    internal void Colors_follow_the_terminal_and_NO_COLOR(
        WhenToUse when, bool isTerminal, string term, string? noColor, bool expected)
    {
        string? Variable(string name) => name switch
        {
            "TERM" => term,
            "NO_COLOR" => noColor,
            _ => null,
        };
        var terminal = new Terminal(Stream.Null, isTerminal, Variable);
        Assert.Equal(expected, terminal.UsesColor(when));
    }

    [Fact]
    public void The_progress_line_is_erased_at_the_end()
    {
        var stream = new MemoryStream();
        using (var pen = new ProgressPen(new Terminal(stream, true, static _ => null), color: false))
        {
            pen.Draw("1/6 Listing folders  12 files");
            pen.Draw(new string('x', 500));
        }

        string[] drawn = System.Text.Encoding.UTF8.GetString(stream.ToArray()).Split("\r\e[2K");
        Assert.Equal(["", "1/6 Listing folders  12 files"], drawn[..2]);
        Assert.EndsWith("…", drawn[2], StringComparison.Ordinal);
        Assert.Equal("", drawn[3]);
        Assert.DoesNotContain('\n', string.Concat(drawn));
    }

    [Fact]
    public void Progress_before_the_search_begins_is_the_first_stage() =>
        Assert.Equal("1/6 Listing folders  0 files", new ProgressText(new FindProgress(), new FixedClock()).Now());

    private OutputTarget Target(string path) => new(
        path, new Terminal(Stream.Null, false, _ => null), _volume, ByteText.ToBytes(path));
}
