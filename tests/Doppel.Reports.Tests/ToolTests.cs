using Doppel.Reports.Tests.Support;
using Doppel.Testing;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>The finders themselves write the reports; SHA-256 of every file tells what must stand in them.</summary>
public sealed class ToolTests
{
    // What fits a line, what lines cannot hold, and what is no UTF-8.
    private static readonly string[] s_names =
    [
        "plain", "quote\"s'", "back\\slash\\n", "emoji😀", " lead", "trail ", "  ", "tab\there", "us\u001f", "del\u007f",
        "esc\u001b[31m", "bs\bff\fvt\u000b", "c1\u0085", "ls\u2028", "{x}", "[", "5 bytes each:", "\u0001\u0002", "#",
        "é",
    ];

    private static readonly ByteName[] s_broken = ["line\nfeed", "\n", "two\n\nlines", "carriage\rreturn"];

    private static readonly ByteName[] s_notUtf8 =
        [ByteName.Of([.. "ff"u8, 0xFF]), ByteName.Of([0xE2, 0x82]), ByteName.Of([.. "over"u8, 0xC0, 0xAF])];

    [Theory]
    [InlineData("fdupes -q -r .", "-- ff")]
    [InlineData("fdupes -q -r -H .", "-- ff")]
    [InlineData("fdupes -q -r -S .", "-- ff")]
    [InlineData("jdupes -q -r .", "-- ff")]
    [InlineData("jdupes -q -r -H -S .", "-- ff")]
    [InlineData("jdupes -q -r -0 .", "nl ff")]
    [InlineData("jdupes -q -r -0 -S .", "nl ff")]
    [InlineData("jdupes -q -r -j .", "nl --")]
    [InlineData("jdupes -q -r -H -j .", "nl --")]
    [InlineData("rmlint -o json:stdout .", "nl ff")]
    [InlineData("rmlint -o json:stdout -c json:oneline .", "nl ff")]
    [InlineData("rmlint -o json:stdout -c json:no_header -c json:no_footer .", "nl ff")]
    [InlineData("rmlint -o json:stdout --keep-hardlinked .", "nl ff")]
    [InlineData("rmlint -o json:stdout --no-hardlinked .", "nl ff")]
    [InlineData("rmlint -o json:stdout -k a // b", "nl ff")]
    [InlineData("rmlint -o json:stdout -m a // b", "nl ff")]
    public void Its_groups_are_those_of_the_tree(string command, string holds)
    {
        using var tree = new TempTree();
        IEnumerable<ByteName> names = [
            .. s_names.Select(name => (ByteName)name),
            .. holds.StartsWith("nl", StringComparison.Ordinal) ? s_broken : [],
            .. holds.EndsWith("ff", StringComparison.Ordinal) ? s_notUtf8 : []];
        Fill(tree, names);
        Report report = Read(tree, command, out byte[] written);
        Assert.Equal(Expected(tree), Found(tree, report, written));
        Assert.Empty(report.Problems);
        if (command.Contains("json:", StringComparison.Ordinal))
        {
            Assert.All(report.Groups.SelectMany(group => group.Copies), copy => Assert.NotEqual(0UL, copy.Inode));
        }
    }

    [Fact]
    public void Jdupes_bends_names_that_are_no_utf8_and_they_are_left_out()
    {
        using var tree = new TempTree();
        ByteName surrogate = ByteName.Of([0xED, 0xA0, 0x80]);
        Fill(tree, ["plain", surrogate]);
        Report report = Read(tree, "jdupes -q -r -j .", out byte[] written);
        Assert.Equal(
            ["name-not-exact", "name-not-exact", "group-left-out"], report.Problems.Select(problem => problem.Reason));
        Assert.Equal(Expected(tree).Count() - 1, Found(tree, report, written).Count());
    }

    [Fact]
    public void Rmlint_reports_the_folder_and_every_name_of_an_inode()
    {
        using var tree = new TempTree();
        ByteName odd = "q\"u\\n, \"x\": ";
        tree.AddFolder(odd);
        tree.AddFile(odd / "one", "1");
        tree.AddHardLink(odd / "two", odd / "one");
        tree.AddFile(odd / "three", "1");
        Report report = Read(tree, "rmlint -o json:stdout .", out _, odd);
        Assert.Equal(tree[odd] + "/", new ByteName(report.Begin.WorkingDirectory.Bytes));
        Assert.Equal([1, 2], report.Groups.Single().Copies.Select(copy => copy.Names.Count).Order());
        Assert.True(report.Summary.Complete);
    }

    /// <summary>Each name in two folders with a content of its own, and files with more than one name.</summary>
    private static void Fill(TempTree tree, IEnumerable<ByteName> names)
    {
        int size = 3;
        foreach (ByteName name in names)
        {
            size++;
            tree.AddFile("a" / name, new string((char)('0' + (size % 10)), size / 2));
            tree.AddFile("b" / name, new string((char)('0' + (size % 10)), size / 2));
        }

        tree.AddFile("a/alone", "only one has this");
        tree.AddFile("a/linked", "linked content");
        tree.AddHardLink("b/linked", "a/linked");
        tree.AddFile("b/not linked", "linked content");
        tree.AddFile("b/linked only", "of one inode");
        tree.AddHardLink("b/linked only too", "b/linked only");
    }

    private static Report Read(TempTree tree, string command, out byte[] written, ByteName? folder = null)
    {
        string[] words = command.Split(' ');
        if (Tool.Find(words[0]) is not { } program)
        {
            Assert.False(TestRun.IsBuildServer, $"needs {words[0]}");
            Assert.Skip($"needs {words[0]}: apt install {words[0]}");
            throw new InvalidOperationException("not reached");
        }

        ByteName[] arguments = words[1..].Select(word => (ByteName)word).ToArray();
        var start = new ProcessStart(program, arguments) { Folder = folder is { } name ? tree[name] : tree.Folder };
        written = Tool.Run(start).MustSucceed().Output;
        return Forms.Read(written);
    }

    /// <summary>For each group its inodes.</summary>
    private static IEnumerable<string> Expected(TempTree tree) => Oracle.Find(tree.Folder)
        .Select(group => Show(group.Copies.Select(copy => copy.Inode))).Order(StringComparer.Ordinal);

    /// <summary>The same, where each name leads to its inode; one that leads nowhere fails the test.</summary>
    private static IEnumerable<string> Found(TempTree tree, Report report, byte[] written)
    {
        Dictionary<ByteName, string> inodes = Oracle.Inodes([tree.Folder])
            .SelectMany(inode => inode.Copy.Names.Select(name => (name, inode.Copy.Inode)))
            .ToDictionary(pair => pair.name, pair => pair.Inode);
        List<string> groups = [];
        foreach (ReportGroup group in report.Groups)
        {
            List<string> found = [];
            foreach (ReportCopy copy in group.Copies)
            {
                IEnumerable<string> ofCopy = copy.Names.Select(name => inodes[Absolute(tree, name)]).Distinct();
                found.Add(Assert.Single(ofCopy));
            }

            // Lists and jdupes tell nothing of inodes, so there a file with two names may be a group of its own.
            if (found.Distinct().Count() > 1)
            {
                groups.Add(Show(found));
            }
        }

        Assert.True(groups.Count > 0, System.Text.Encoding.Latin1.GetString(written));
        return groups.Order(StringComparer.Ordinal);
    }

    private static ByteName Absolute(TempTree tree, ReportName name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        if (bytes[0] == '/')
        {
            return new ByteName(bytes);
        }

        return tree.Folder / new ByteName(bytes.StartsWith("./"u8) ? bytes[2..] : bytes);
    }

    private static string Show(IEnumerable<string> inodes) =>
        string.Join(' ', inodes.Distinct().Order(StringComparer.Ordinal));
}
