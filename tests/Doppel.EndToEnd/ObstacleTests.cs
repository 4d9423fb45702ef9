namespace Doppel.EndToEnd;

/// <summary>What an action cannot do on a file system is said before the question, with what would work.</summary>
public sealed class ObstacleTests
{
    [Theory]
    [InlineData("link", "1 name on '{0}/m' (tmpfs) will be skipped: the copies that stay are on another file system")]
    [InlineData("reflink", "1 name on '{0}/m' (tmpfs) will be skipped: it does not support reflinks; use doppel link")]
    public void An_action_that_can_do_nothing_ends_before_it_asks(string action, string message)
    {
        using var tree = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        tree.AddFile("a", "same");
        tree.AddFile("m/b", "same");
        ProcessEnd end = DoppelProgram.Run(action, "--keep", tree["a"], tree.Folder);
        Assert.Equal((1, ""), (end.ExitCode, end.OutputText));
        Assert.Contains(string.Format(null, message, tree.Folder), end.ErrorText, StringComparison.Ordinal);
        Assert.EndsWith("\nnothing can be done\n", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void Names_that_can_be_acted_on_are_and_the_others_are_counted_first()
    {
        using var tree = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        tree.AddFile("a", "same");
        tree.AddFile("c", "same");
        tree.AddFile("m/b", "same");
        tree.AddFile("m/d", "same");
        using var state = new TempTree();
        ProcessEnd end = StateFolder.Run(state.Folder, "link", "--yes", "--keep", tree["a"], tree.Folder);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("2 names on ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("use doppel link --symbolic or doppel trash", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("2", Tool.Run("stat", "-c", "%h", tree["c"]).MustSucceed().OutputText.Trim());
        Assert.Equal("1", Tool.Run("stat", "-c", "%h", tree["m/b"]).MustSucceed().OutputText.Trim());
    }

    [Fact]
    public void A_user_who_can_make_no_trash_on_a_file_system_hears_it_first()
    {
        Needs.Program("setpriv", "util-linux");
        using var tree = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "-o", "mode=755", "none");
        Tool.Run("chmod", "755", tree.Folder).MustSucceed();
        tree.AddFolder("m/own");
        tree.AddFile("m/own/a", "same");
        tree.AddFile("m/own/b", "same");
        tree.AddFolder("home");
        Tool.Run("chown", "-R", "65534:65534", tree["m/own"], tree["home"]).MustSucceed();
        ProcessStart start = DoppelProgram.Start("trash", tree["m"]);
        ProcessEnd end = Tool.Run(start with
        {
            Program = "setpriv",
            Arguments =
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", DoppelProgram.Path, .. start.Arguments,
            ],
            Environment = new Dictionary<string, string?>
            {
                ["HOME"] = $"{tree["home"]}",
                ["XDG_STATE_HOME"] = $"{tree["home"]}/state",
            },
        });
        Assert.Contains(
            $"1 name on '{tree["m"]}' (tmpfs) will be skipped: there is no trash, and you cannot create one there; "
                + "use doppel move or doppel delete\nnothing can be done\n", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(1, end.ExitCode);
    }
}
