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
            decided by: reference Archive (2)
            Permanently delete 3 files? [y/N, l: list all, p: save the plan] nothing was done

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
    public void It_shows_the_five_folders_of_a_single_root_that_lose_most_and_the_rules_that_decided()
    {
        using var tree = new TempTree();
        for (int i = 0; i < 7; i++)
        {
            string content = new((char)('a' + i), 5000 * (8 - i));
            tree.AddFile($"home/keep/{i}", content);
            tree.AddFile($"home/below/{(i < 6 ? i : 0)} 写真/{i}", content);
        }

        tree.AddHardLink("home/below/5 写真/again", "home/below/5 写真/5");
        using TestHost host = Ask(tree, "n");
        Assert.Equal(2, host.Run("trash", "--prefer", "shortest-path", "home"));
        const string Expected = """
            7 groups, 7 files to act on (8 names), emptying the trash would free 184 KiB
              folder             trash      size  keep
              home/below/0 写真      2  52.0 KiB     0
              home/below/1 写真      1  36.0 KiB     0
              home/below/2 写真      1  32.0 KiB     0
              home/below/3 写真      1  28.0 KiB     0
              home/below/4 写真      1  20.0 KiB     0
              and 1 folder more
            largest:
              keep   home/keep/0
              trash  home/below/0 写真/0 (40.0 KiB)
              keep   home/keep/1
              trash  home/below/1 写真/1 (36.0 KiB)
              keep   home/keep/2
              trash  home/below/2 写真/2 (32.0 KiB)
            decided by: shortest-path 7
            Move 7 files (8 names) to the trash? [y/N, l: list all, p: save the plan] nothing was done

            """;
        Assert.Equal(Expected, host.Errors);
    }

    [Fact]
    public void Two_rules_that_decided_together_are_called_both()
    {
        using var tree = new TempTree();
        for (int i = 0; i < 6; i++)
        {
            var old = new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc);
            tree.AddFile($"home/{i}", "content " + i);
            tree.AddFile(i is 3 or 4 ? $"home/more/{i}" : $"home/{i} again", "content " + i);
            File.SetLastWriteTimeUtc($"{tree.Folder}/home/{i}", old);
            if (i == 5)
            {
                tree.AddFile($"home/more/{i}", "content " + i);
            }
        }

        using TestHost host = Ask(tree, "n");
        host.Run("trash", "--prefer", "shallowest", "--prefer", "oldest", "home");
        Assert.Contains("decided by: oldest 3, shallowest 2, both 1\n", host.Errors, StringComparison.Ordinal);
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
