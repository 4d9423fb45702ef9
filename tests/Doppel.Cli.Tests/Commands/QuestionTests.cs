using System.Text;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>The question before an action says what it is about and can show and save all of it.</summary>
public sealed class QuestionTests
{
    [Fact]
    public void It_shows_what_is_removed_and_what_stays_in_each_folder_the_largest_groups_and_why()
    {
        using TempTree tree = Shelf();
        using TestHost host = Ask(tree, "no");
        Assert.Equal(2, host.Run("delete", "--reference", "Archive", "Downloads"));
        const string Expected = """
            2 groups, 3 files to act on, 16.0 KiB would be freed
              folder     delete     freed  keep
              Downloads       3  16.0 KiB     0
              Archive         0       0 B     2
            largest:
              keep    Archive/large
              delete  Downloads/in/large (8.0 KiB)
              keep    Archive/small
              delete  Downloads/small and 1 more (8.0 KiB)
            decided by: reference Archive (2 groups)
            Permanently delete 3 names? [y/N, l: list all, p: save the plan] nothing was done

            """;
        Assert.Equal(Expected, host.Errors);
        Assert.True(File.Exists($"{tree.Folder}/Downloads/small"));
    }

    [Fact]
    public void L_lists_every_name_and_the_question_is_asked_again()
    {
        using TempTree tree = Shelf();
        using TestHost host = Ask(tree, "l", "y");
        Assert.Equal(0, host.Run("delete", "--reference", "Archive", "Downloads"));
        Assert.Contains(
            $"5.9 KiB, reference {tree.Folder}/Archive\n  keep  '{tree.Folder}/Archive/large'\n"
                + $"  drop  '{tree.Folder}/Downloads/in/large'\n",
            host.Errors, StringComparison.Ordinal);
        Assert.Equal(3, host.Errors.Split("\n  drop  ").Length - 1);
        Assert.Equal(2, host.Errors.Split("[y/N").Length - 1);
        Assert.False(File.Exists($"{tree.Folder}/Downloads/small"));
    }

    [Fact]
    public void A_table_of_many_folders_is_cut_and_a_long_path_loses_its_start()
    {
        using var tree = new TempTree();
        string deep = string.Join('/', Enumerable.Repeat("a long folder name", 6));
        for (int i = 0; i < 12; i++)
        {
            tree.AddFile($"{i:D2}/a", "content " + i);
            tree.AddFile($"{i:D2}/{deep}/b", "content " + i);
        }

        using TestHost host = Ask(tree, "n");
        string[] roots = [.. Enumerable.Range(0, 12).SelectMany(i => (string[])[$"{i:D2}", $"{i:D2}/{deep}"])];
        Assert.Equal(2, host.Run(["trash", .. roots]));
        string[] lines = host.Errors.Split('\n');
        Assert.Contains("  and 16 folders more", lines);
        Assert.All(lines.Skip(2).Take(8), line => Assert.Equal(80, line.Length));
        Assert.Contains(lines, line => line.StartsWith("  …", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_anyone_to_ask_it_names_the_option()
    {
        using TempTree tree = Shelf();
        using TestHost host = Ask(tree);
        Assert.Equal(2, host.Run("delete", "--reference", "Archive", "Downloads"));
        Assert.Contains("cannot ask for confirmation: no terminal\nhint: use --yes\n", host.Errors);
    }

    private static TempTree Shelf()
    {
        var tree = new TempTree();
        string large = new('l', 6000);
        tree.AddFile("Archive/large", large);
        tree.AddFile("Downloads/in/large", large);
        tree.AddFile("Archive/small", "small");
        tree.AddFile("Downloads/small", "small");
        tree.AddFile("Downloads/small again", "small");
        tree.AddFile("Downloads/other", "other");
        return tree;
    }

    private static TestHost Ask(TempTree tree, params string[] answers)
    {
        var host = new TestHost { Paths = new RootPaths(Encoding.UTF8.GetBytes($"{tree.Folder}")) };
        host.Environment["XDG_STATE_HOME"] = $"{tree.Folder}/.state";
        host.Environment["HOME"] = $"{tree.Folder}/.home";
        answers.ToList().ForEach(host.Answers.Enqueue);
        return host;
    }
}
