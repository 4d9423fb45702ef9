namespace Doppel.Release.Tests;

/// <summary>The scripts of a release are free of what shellcheck knows to go wrong.</summary>
public sealed class ScriptTests
{
    [Fact]
    public void Shellcheck_has_nothing_to_say()
    {
        if (Tool.Find("shellcheck") is null)
        {
            const string Missing = "needs shellcheck: apt install shellcheck";
            Assert.SkipUnless(TestRun.IsBuildServer, Missing);
            Assert.Fail(Missing);
        }

        string[] scripts = [.. Directory.GetFiles(Path.Combine(SourceTree.Root, "eng/packaging"))
            .Where(path => !Path.GetFileName(path).Contains('.')).Append(Path.Combine(SourceTree.Root, "eng/release"))];
        ByteName[] paths = [.. scripts.Select(path => (ByteName)path)];
        ProcessEnd end = Tool.Run(new ProcessStart("shellcheck", ["--external-sources", .. paths])
        {
            Folder = SourceTree.Root,
        });
        Assert.True(end.ExitCode == 0, end.OutputText);
    }

    [Fact]
    public void Each_package_that_only_a_release_needs_says_what_for()
    {
        string[] lines = File.ReadAllLines(Path.Combine(SourceTree.Root, "eng/debian-packages-release.txt"));
        Assert.All(lines.Where(line => !line.StartsWith('#')), line => Assert.True(
            line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length > 3, line));
    }
}
