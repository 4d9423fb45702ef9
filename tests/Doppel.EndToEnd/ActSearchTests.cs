namespace Doppel.EndToEnd;

/// <summary>Commands that act search folders as find does: with progress, tuned widths and the same options.</summary>
public sealed class ActSearchTests
{
    public static TheoryData<string> Actions { get; } = ["find", "link", "reflink", "trash", "delete"];

    [Theory, MemberData(nameof(Actions))]
    public void A_slow_search_shows_its_progress(string action)
    {
        Needs.Program("strace", "strace");
        using var tree = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile("b", "same");
        ProcessStart start = DoppelProgram.Start();

        // Each listing takes 300 ms, and the line is drawn after 100.
        string[] slowly = ["-f", "-o", "/dev/null", "-e", "inject=getdents64:delay_enter=300000", DoppelProgram.Path];
        string[] dry = action == "find" ? [] : ["--dry-run"];
        ProcessEnd end = Tool.Run(start with
        {
            Program = Tool.Find("strace")!,
            Arguments = [.. slowly, action, "--progress=always", "--catalog", "none", .. dry, tree.Folder],
        });
        Assert.Contains("\r", end.ErrorText);
    }

    [Theory]
    [InlineData("--threads=0", "--threads: '0' is not a number from 1 to 256")]
    [InlineData("--device=/=fast", "--device: 'fast' is not rotating, solid, network or a number from 1 to 256")]
    [InlineData("--scan=fast", "--scan: 'fast' is not one of parallel, serial")]
    public void An_action_has_the_options_of_the_search(string option, string message)
    {
        using var tree = new TempTree();
        ProcessEnd end = DoppelProgram.Run("trash", option, "--dry-run", tree.Folder);
        Assert.Equal((2, $"doppel: {message}"), (end.ExitCode, end.ErrorText.Split('\n')[0]));
    }
}
