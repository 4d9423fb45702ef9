using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Platform;

/// <summary>What only a process of its own can show.</summary>
public sealed class ExecutableTests
{
    private static readonly string s_doppel = Path.Combine(AppContext.BaseDirectory, "doppel.dll");

    [Fact]
    public void Roots_that_are_not_UTF8_are_searched()
    {
        using var tree = new TempTree();
        ByteName root = new([(byte)'r', 0xFF]);
        ByteName other = new([(byte)'r', 0xFE]);
        tree.AddFile(root / "a", "hello");
        tree.AddFile(root / "b", "hello");
        tree.AddFile(other / "c", "hello");
        ProcessEnd end = Tool.Run(Find("-q", "--format=fdupes", root) with { Folder = tree.Folder });
        Assert.Equal(0, end.ExitCode);
        Assert.Equal([(byte)'r', 0xFF, .. "/a\n"u8, (byte)'r', 0xFF, .. "/b\n\n"u8], end.Output);
    }

    [Fact]
    public void A_closed_output_pipe_is_no_failure()
    {
        using var tree = new TempTree();
        tree.AddFile("a", "hello");
        tree.AddFile("b", "hello");
        ProcessEnd end = Tool.Run(Find(tree.Folder) with { OutputBroken = true });
        Assert.Equal((0, ""), (end.ExitCode, end.ErrorText));
    }

    [Fact]
    public void A_full_disk_is_reported()
    {
        using var tree = new TempTree();
        tree.AddFile("a", "hello");
        tree.AddFile("b", "hello");
        ProcessEnd end = Tool.Run(Find(tree.Folder) with { OutputTo = "/dev/full" });
        Assert.Equal(
            (2, "doppel: cannot write to standard output: No space left on device\n"), (end.ExitCode, end.ErrorText));
    }

    [Fact]
    public void Results_and_messages_in_one_file_do_not_overwrite_each_other()
    {
        using var tree = new TempTree();
        tree.AddFile("d/a", "hello");
        tree.AddFile("d/b", "hello");
        ProcessEnd end = Tool.Run(new ProcessStart(
            "sh", ["-c", "dotnet \"$1\" find --catalog none --format fdupes d >log 2>&1", "sh", s_doppel])
        {
            Folder = tree.Folder,
        });
        Assert.Equal(0, end.ExitCode);
        string log = File.ReadAllText(Path.Combine(tree.Folder, "log"));
        Assert.StartsWith("d/a\nd/b\n\n1 group, ", log, StringComparison.Ordinal);
    }

    [Fact]
    public void Priority_can_be_lowered()
    {
        using var tree = new TempTree();
        ProcessEnd end = Tool.Run(Find("--idle", "-q", tree.Folder));
        Assert.Equal((0, ""), (end.ExitCode, end.ErrorText));
    }

    // Without a catalog, which would be that of whoever runs the tests.
    private static ProcessStart Find(params ByteName[] arguments) =>
        new("dotnet", [s_doppel, "find", "--catalog", "none", .. arguments]);
}
