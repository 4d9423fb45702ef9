using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>The commands that change files, from their flags to what they say.</summary>
public sealed class ActCommandTests
{
    [Theory]
    [InlineData("gone", "No such file or directory")]
    [InlineData("files/a", "it is not a folder")]
    [InlineData("loop", "Too many levels of symbolic links")]
    public void Moving_to_what_is_no_folder_is_refused_before_anything_is_done(string to, string why)
    {
        using TempTree tree = Twins();
        tree.AddSymbolicLink("loop", "loop");
        using var host = new TestHost();
        Assert.Equal(2, Run(host, tree, "move", "--yes", "--to", $"{tree.Folder}/{to}", tree.Folder + "/files"));
        Assert.Equal($"doppel: cannot move files to '{tree.Folder}/{to}': {why}\n", host.Errors);
        Assert.True(File.Exists(tree.Folder + "/files/b"));
        Assert.False(Directory.Exists(tree.Folder + "/state"));
    }

    [Fact]
    public void The_folder_to_move_to_may_be_named_by_a_link_and_with_dots()
    {
        using TempTree tree = Twins();
        tree.AddFolder("deep/moved");
        tree.AddSymbolicLink("way", "deep/moved");
        using var host = new TestHost();
        string to = $"{tree.Folder}/way/../../way";
        Assert.True(Run(host, tree, "move", "--yes", "--to", to, tree.Folder + "/files") == 0, host.Errors);
        Assert.Equal("same", File.ReadAllText($"{tree.Folder}/deep/moved{tree.Folder}/files/b"));
    }

    [Fact]
    public void Symbolic_links_that_would_lead_to_nothing_are_named_in_a_dry_run_and_counted_in_the_totals()
    {
        using TempTree tree = Linked();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "delete", "--dry-run", tree.Folder));
        Assert.Contains("2 symbolic links would break; --retarget-links prevents that\n", host.Errors);
        Assert.Equal(
            $"""
            delete '{tree.Folder}/b'  keeper '{tree.Folder}/a'
            dangling '{tree.Folder}/c/d/l'  pointed to '{tree.Folder}/b'
            dangling '{tree.Folder}/l'  pointed to '{tree.Folder}/b'

            """,
            host.Output);
        using var retargeting = new TestHost();
        Assert.Equal(0, Run(retargeting, tree, "delete", "--dry-run", "--retarget-links", tree.Folder));
        Assert.Contains("2 symbolic links would be pointed at the keepers\n", retargeting.Errors);
        Assert.StartsWith($"retarget '{tree.Folder}/c/d/l'  keeper '{tree.Folder}/a'\n", retargeting.Output);
    }

    [Fact]
    public void Symbolic_links_are_retargeted_to_the_keeper_on_request_and_restored_by_undo()
    {
        using TempTree tree = Linked();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "delete", "--yes", "--retarget-links", tree.Folder));
        Assert.Contains("1 file deleted, 2 symbolic links retargeted\n", host.Errors);
        Assert.Equal("same", File.ReadAllText(tree.Folder + "/c/d/l"));
        Assert.Equal("../../a", new FileInfo(tree.Folder + "/c/d/l").LinkTarget);
        using var undoing = new TestHost();
        Assert.True(Run(undoing, tree, "undo", "--yes") == 0, undoing.Errors);
        Assert.Equal("../../b", new FileInfo(tree.Folder + "/c/d/l").LinkTarget);
        Assert.Equal("same", File.ReadAllText(tree.Folder + "/b"));
    }

    [Fact]
    public void A_plan_carries_the_links_of_the_roots_of_its_report_to_the_action()
    {
        using TempTree tree = Linked();
        using var finding = new TestHost();
        finding.Run("find", "--json", "-o", tree.Folder + "/report", tree.Folder);
        using var planning = new TestHost();
        Assert.Equal(0, Run(planning, tree, "plan", "-o", tree.Folder + "/plan", tree.Folder + "/report"));
        Assert.Contains("2 symbolic links would break if these are removed\n", planning.Errors);
        using var explaining = new TestHost();
        Assert.Equal(0, Run(explaining, tree, "plan", "--explain", tree.Folder + "/report"));
        Assert.Contains($"     <- '{tree.Folder}/l'\n", explaining.Output);
        using var acting = new TestHost();
        Assert.Equal(0, Run(acting, tree, "delete", "--yes", "--retarget-links", tree.Folder + "/plan"));
        Assert.Equal("a", new FileInfo(tree.Folder + "/l").LinkTarget);
    }

    // The older copy has fewer links to it, and one that nobody may touch.
    [Fact]
    public void Link_targets_stay_rather_than_older_copies_where_names_are_removed()
    {
        using TempTree tree = Linked();
        tree.AddFile("a2", "other");
        tree.AddFile("b2", "other");
        File.SetLastWriteTimeUtc(tree.Folder + "/a2", DateTime.UnixEpoch);
        tree.AddSymbolicLink("l2", "b2");
        foreach ((string action, string goes) in ((string, string)[])[("delete", "a2"), ("link", "b2")])
        {
            using var host = new TestHost();
            Assert.Equal(0, Run(host, tree, action, "--dry-run", "--include", "?2", tree.Folder));
            Assert.StartsWith($"{action} '{tree.Folder}/{goes}'", host.Output);
        }
    }

    [Fact]
    public void A_dry_run_shows_what_a_hard_link_changes_of_each_copy()
    {
        using TempTree tree = Twins();
        File.SetLastWriteTimeUtc(tree.Folder + "/files/a", DateTime.UnixEpoch);
        File.SetLastWriteTimeUtc(tree.Folder + "/files/b", DateTime.UnixEpoch.AddDays(1));
        tree.ChangeMode("files/a", 0x1A4);
        tree.ChangeMode("files/b", 0x180);
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "link", "--dry-run", "--ignore-mode", tree.Folder + "/files"));
        Assert.Equal(
            $"link '{tree.Folder}/files/b'  keeper '{tree.Folder}/files/a'  changes mode 0600 -> 0644, "
                + "modified 1970-01-02T00:00:00.000000000Z -> 1970-01-01T00:00:00.000000000Z\n",
            host.Output);
        Assert.Contains("1 file would get the owner, group, permissions or flags of the keeper;", host.Errors);
        using var refusing = new TestHost();
        Assert.Equal(1, Run(refusing, tree, "link", "--dry-run", tree.Folder + "/files"));
        Assert.Equal("", refusing.Output);
        Assert.Contains("skipped: ", refusing.Errors);
    }

    [Fact]
    public void Folders_left_empty_are_counted_and_an_option_removes_them_too()
    {
        using TempTree tree = Nested();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "delete", "--yes", tree.Folder + "/files"));
        Assert.EndsWith("\n2 folders are empty now; --empty-folders removes them too\n", host.Errors);
        using var undoing = new TestHost();
        Assert.Equal(0, Run(undoing, tree, "undo", "--yes"));
        using var showing = new TestHost();
        Assert.Equal(0, Run(showing, tree, "trash", "--dry-run", "--empty-folders", tree.Folder + "/files"));
        Assert.EndsWith(
            $"rmdir '{tree.Folder}/files/b/c'\nrmdir '{tree.Folder}/files/b'\nrmdir '{tree.Folder}/files/d'\n",
            showing.Output);
        using var removing = new TestHost();
        Assert.Equal(0, Run(removing, tree, "delete", "--yes", "--empty-folders", tree.Folder + "/files"));
        Assert.Contains("2 files deleted, 3 empty folders removed\n", removing.Errors);
        Assert.DoesNotContain("empty now", removing.Errors);
        Assert.Equal([tree.Folder + "/files/a"], Directory.GetDirectories(tree.Folder + "/files"));
    }

    [Theory]
    [InlineData("--keep", "files/b/c", "b/c")]
    [InlineData("--keep", "c", "b/c")]
    [InlineData("--never", "files/b", "b/c")]
    [InlineData("--reference", "files/a", "")]
    public void Options_that_keep_copies_keep_folders_too(string option, string value, string staying)
    {
        using TempTree tree = Nested();
        tree.AddFile("files/b/c/guard", "guard");
        tree.AddFile("files/a/guard", "guard");
        tree.AddFile("files/a/c", "same");
        using var host = new TestHost();
        string shown = value.Length == 1 ? value : $"{tree.Folder}/{value}";
        Run(host, tree, "delete", "--yes", "--empty-folders", option, shown, tree.Folder + "/files");
        Assert.Equal(staying.Length > 0, Directory.Exists($"{tree.Folder}/files/b/c"));
        Assert.False(Directory.Exists($"{tree.Folder}/files/d"));
    }

    [Fact]
    public void One_folder_left_empty_is_named_in_the_singular_and_a_plan_accepts_the_option()
    {
        using TempTree tree = Nested();
        tree.Remove("files/d/same");
        using var planning = new TestHost();
        Assert.Equal(0, Run(planning, tree, "plan", "-o", tree.Folder + "/plan", tree.Folder + "/files"));
        using var moving = new TestHost();
        tree.AddFolder("moved");
        Assert.Equal(0, Run(moving, tree, "move", "--yes", "--to", tree.Folder + "/moved", tree.Folder + "/plan"));
        Assert.EndsWith("\n1 folder is empty now; --empty-folders removes it too\n", moving.Errors);
        using var undoing = new TestHost();
        Assert.Equal(0, Run(undoing, tree, "undo", "--yes"));
        using var removing = new TestHost();
        Assert.Equal(0, Run(
            removing, tree, "move", "--yes", "--empty-folders", "--to", tree.Folder + "/moved", tree.Folder + "/plan"));
        Assert.False(Directory.Exists($"{tree.Folder}/files/b"));
        Assert.True(Directory.Exists($"{tree.Folder}/files"));
    }

    [Fact]
    public void A_script_removes_no_folders()
    {
        using TempTree tree = Nested();
        using var host = new TestHost();
        Assert.Equal(2, Run(host, tree, "delete", "--script", "--empty-folders", tree.Folder + "/files"));
        Assert.Contains("--script cannot be used with --empty-folders", host.Errors);
    }

    [Theory]
    [InlineData("trash")]
    [InlineData("delete")]
    [InlineData("move")]
    public void Folders_that_were_empty_already_are_removed_with_the_folders_of_a_search(string action)
    {
        using TempTree tree = Nested();
        tree.AddFolder("files/none");
        tree.AddFolder("moved");
        using var host = new TestHost();
        host.Environment["XDG_DATA_HOME"] = tree.Folder + "/data";
        string[] to = action == "move" ? ["--to", tree.Folder + "/moved"] : [];
        Assert.True(
            Run(host, tree, [action, "--yes", "--folders", "--empty-folders", .. to, tree.Folder + "/files"]) == 0,
            host.Errors);
        Assert.False(Directory.Exists($"{tree.Folder}/files/none"));
    }

    [Fact]
    public void Json_has_the_totals_of_an_action_and_of_its_undo()
    {
        using TempTree tree = Nested();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "delete", "-q", "--yes", "--json", "--empty-folders", tree.Folder + "/files"));
        Assert.Equal("", host.Errors);
        string id = Path.GetFileNameWithoutExtension(
            Directory.GetFiles(tree.Folder + "/state/doppel/journal", "*.jsonl").Single());
        Assert.Matches(
            $"^{{'type':'result','action':'delete','run':'{id}','done':2,'skipped':0,'idle':0,'links':0,'folders':3,"
                + "'freed_bytes':\\d+,'interrupted':false}\n$",
            host.Output.Replace('"', '\''));
        using var undoing = new TestHost();
        Assert.Equal(0, Run(undoing, tree, "undo", "--yes", "--json"));
        Assert.Equal(
            $"{{'type':'result','action':'undo','run':'{id}','done':2,'skipped':0,'idle':0,'links':0,'folders':3,"
                + "'freed_bytes':0,'interrupted':false}\n",
            undoing.Output.Replace('"', '\''));
    }

    [Fact]
    public void Json_is_written_even_if_there_is_nothing_to_do_but_not_beside_other_output()
    {
        using TempTree tree = Nested();
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "trash", "--yes", "--json", tree.Folder + "/files/a"));
        Assert.Equal(
            "{'type':'result','action':'trash','done':0,'skipped':0,'idle':0,'links':0,'folders':0,'freed_bytes':0,"
                + "'interrupted':false}\n",
            host.Output.Replace('"', '\''));
        foreach (string option in (string[])["--dry-run", "--script"])
        {
            using var refusing = new TestHost();
            Assert.Equal(2, Run(refusing, tree, "delete", "--json", option, tree.Folder + "/files"));
            Assert.Contains($"--json cannot be used with {option}", refusing.Errors);
        }
    }

    // One copy and two duplicates, each of them in a folder of its own.
    private static TempTree Nested()
    {
        var tree = new TempTree();
        tree.AddFile("files/a/same", "same");
        tree.AddFile("files/b/c/same", "same");
        tree.AddFile("files/d/same", "same");
        File.SetLastWriteTimeUtc(tree.Folder + "/files/a/same", DateTime.UnixEpoch);
        return tree;
    }

    private static TempTree Linked()
    {
        var tree = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile("b", "same");
        foreach (string name in (string[])["a", "b"])
        {
            File.SetLastWriteTimeUtc($"{tree.Folder}/{name}", DateTime.UnixEpoch.AddDays(name[0]));
        }

        tree.AddSymbolicLink("l", "b");
        tree.AddSymbolicLink("c/d/l", "../../b");
        tree.AddSymbolicLink("c/1", "../a");
        tree.AddSymbolicLink("c/2", "../a");
        tree.AddSymbolicLink("c/3", "../a");
        return tree;
    }

    private static TempTree Twins()
    {
        var tree = new TempTree();
        tree.AddFile("files/a", "same");
        tree.AddFile("files/b", "same");
        return tree;
    }

    private static int Run(TestHost host, TempTree tree, params string[] arguments)
    {
        host.Environment["XDG_STATE_HOME"] = tree.Folder + "/state";
        return host.Run(arguments);
    }
}
