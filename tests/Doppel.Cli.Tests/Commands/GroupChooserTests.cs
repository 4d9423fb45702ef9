using System.Globalization;
using System.Text;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary><c>--ask-each</c>: what the user keeps stays, group by group, and nothing else goes.</summary>
public sealed class GroupChooserTests
{
    [Theory]
    [InlineData("1 y", "a1 b1 c1")]
    [InlineData("1 1 1 y", "a1 b1 c1")]
    [InlineData("2 - 2,3 y", "a2 b1 c2 c3")]
    [InlineData("3 2-3 - y", "a3 b2 b3 c1")]
    [InlineData("a s 1 y", "a1 a2 a3 b1 b2 b3 c1")]
    [InlineData("2 u 3 r y", "a3 b1 c1")]
    [InlineData("u 1 2 u u 2 r y", "a2 b1 c1")]
    [InlineData("2 q y", "a2 b1 b2 b3 c1 c2 c3")]
    [InlineData("? x 0 4 3-2 1-9 2 q y", "a2 b1 b2 b3 c1 c2 c3")]
    [InlineData("r n", "a1 a2 a3 b1 b2 b3 c1 c2 c3")]
    [InlineData("a a a", "a1 a2 a3 b1 b2 b3 c1 c2 c3")]
    public void Chosen_copies_stay(string typed, string remaining)
    {
        using TempTree tree = Shelf();
        string[] answers = [.. typed.Split(' ').Select(static word => word == "-" ? "" : word)];

        // The first row keeps the marked copies of all groups with one answer.
        using TestHost host = Ask(tree, typed == "1 y" ? ["r", "y"] : answers);
        int code = host.Run("delete", "--ask-each", "--prefer", "first-name", "s");
        Assert.True(code == (answers[^1] == "n" ? 2 : 0), host.Errors);
        Assert.Equal(remaining, Files(tree));
    }

    [Fact]
    public void It_shows_each_copy_with_its_time_and_marks_what_the_rules_would_keep()
    {
        using TempTree tree = Shelf();
        File.SetLastWriteTimeUtc($"{tree["s/a2"]}", new DateTime(2024, 5, 1, 12, 30, 0, DateTimeKind.Utc));
        tree.AddHardLink("s/other name", "s/a3");
        using TestHost host = Ask(tree, "q");
        Assert.Equal(0, host.Run("trash", "--ask-each", "--prefer", "oldest", "--keep", "a1", "s"));
        string[] lines = host.Errors.Split('\n');
        Assert.Contains("Group 1 of 3: 3 copies of 29.3 KiB", lines);
        Assert.Contains(lines, line => line.EndsWith("  s/a1  (stays)", StringComparison.Ordinal));
        Assert.Contains("  2  2024-05-01 14:30  s/a2", lines);
        Assert.Contains("   =   s/other name", lines);
        Assert.Contains("\nWhich copies should stay? (numbers, a all, ", host.Errors, StringComparison.Ordinal);
        Assert.EndsWith("nothing to do\n", host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Copies_that_must_stay_do_so_whatever_is_typed()
    {
        using TempTree tree = Shelf();
        tree.AddFile("ref/a", Content(0));
        using TestHost host = Ask(tree, "2", "y");
        Assert.Equal(0, host.Run("delete", "--ask-each", "--reference", "ref", "--prefer", "first-name", "s"));
        Assert.Equal("a1 b1 b2 b3 c1 c2 c3", Files(tree));
        Assert.True(File.Exists($"{tree["ref/a"]}"));
    }

    [Fact]
    public void A_plan_can_be_chosen_from_too()
    {
        using TempTree tree = Shelf();
        using TestHost planning = Ask(tree);
        Assert.Equal(0, planning.Run("plan", "--prefer", "first-name", "s"));
        tree.AddFile("plan", planning.OutputBytes);
        using TestHost host = Ask(tree, "2", "q", "y");
        Assert.Equal(0, host.Run("delete", "--ask-each", $"{tree["plan"]}"));
        Assert.Equal("a2 b1 b2 b3 c1 c2 c3", Files(tree));
    }

    [Fact]
    public void Random_answers_never_remove_a_last_copy_or_one_that_was_kept()
    {
        for (int i = 0; i < TestRun.Count(30, 500); i++)
        {
            var random = new Random(i + TestRun.SeedOffset);
            using TempTree tree = Shelf();
            string[] answers = [.. Enumerable.Range(0, 12).Select(_ => Answer(random)), "r", "y", "y"];
            using TestHost host = Ask(tree, answers);
            host.Run("delete", "--ask-each", "s");
            string files = Files(tree);
            Assert.All("abc", group => Assert.Contains(group, files));
        }

        static string Answer(Random random) => random.Next(8) switch
        {
            0 => "",
            1 => "a",
            2 => "s",
            3 => "u",
            4 => "?",
            5 => "1-2",
            _ => random.Next(5).ToString(CultureInfo.InvariantCulture),
        };
    }

    [Fact]
    public void Without_a_terminal_and_with_folders_it_is_refused()
    {
        using TempTree tree = Shelf();
        using TestHost alone = Ask(tree);
        Assert.Equal(2, alone.Run("delete", "--ask-each", "s"));
        Assert.Contains("--ask-each needs a terminal\nhint: ", alone.Errors);
        using TestHost folders = Ask(tree, "y");
        Assert.Equal(2, folders.Run("delete", "--ask-each", "--folders", "s"));
        Assert.Contains("--ask-each cannot be used with --folders", folders.Errors);
        using TestHost ended = Ask(tree, "1");
        Assert.Equal(2, ended.Run("delete", "--ask-each", "s"));
        Assert.Contains("the input ended before all groups were chosen; nothing was done", ended.Errors);
        Assert.Equal("a1 a2 a3 b1 b2 b3 c1 c2 c3", Files(tree));
    }

    // Three groups of three copies, the largest first.
    private static TempTree Shelf()
    {
        var tree = new TempTree();
        for (int group = 0; group < 3; group++)
        {
            for (int copy = 1; copy <= 3; copy++)
            {
                tree.AddFile($"s/{"abc"[group]}{copy}", Content(group));
            }
        }

        return tree;
    }

    private static string Content(int group) => new((char)('x' + group), 30_000 - (10_000 * group));

    private static TestHost Ask(TempTree tree, params string[] answers)
    {
        var host = new TestHost { Paths = new RootPaths(Encoding.UTF8.GetBytes($"{tree.Folder}")) };
        host.Environment["XDG_STATE_HOME"] = $"{tree.Folder}/state";
        host.Environment["HOME"] = $"{tree.Folder}/home";
        answers.ToList().ForEach(host.Answers.Enqueue);
        return host;
    }

    private static string Files(TempTree tree) => string.Join(' ', Directory.EnumerateFiles($"{tree["s"]}")
        .Select(Path.GetFileName).Where(static name => name!.Length == 2).Order(StringComparer.Ordinal));
}
