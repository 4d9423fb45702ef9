namespace Doppel.Release.Tests;

/// <summary>Scripts of this repository, run as a person would.</summary>
internal static class Script
{
    /// <summary>Runs a script of the tree to its end.</summary>
    public static ProcessEnd Run(string path, params ByteName[] arguments) =>
        Tool.Run(new ProcessStart(SourceTree.PathOf(path), arguments));

    /// <summary>Runs some lines of shell, which stop at the first that fails.</summary>
    public static ProcessEnd Shell(string lines, TimeSpan? limit = null) =>
        Tool.Run(new ProcessStart("bash", ["-euo", "pipefail", "-c", lines])
        {
            TimeLimit = limit ?? TimeSpan.FromMinutes(20),
        });

    /// <summary>A filter for lists of files that leaves one page of the manual for all commands.</summary>
    public const string OnePageOfCommands = "sed '/man1.doppel-/{/doppel-trash/!d}'";

    /// <summary>Fails a test that only root can run. Tests that are explicit do not skip.</summary>
    public static void NeedsRoot() => Assert.True(Environment.UserName == "root", "needs root");
}
