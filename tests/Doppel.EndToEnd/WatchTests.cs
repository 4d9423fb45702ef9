using System.Globalization;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary><c>doppel watch</c>: its lines say at every moment what a search would find.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
public sealed class WatchTests : IDisposable
{
    private const int Interrupt = 2;
    private const int Terminate = 15;

    private readonly TempTree _tree = new();
    private readonly TempTree _catalog = new();

    public void Dispose()
    {
        _tree.Dispose();
        _catalog.Dispose();
    }

    [Theory]
    [InlineData("tmpfs")]
    [InlineData("ext4")]
    public void Whatever_programs_do_the_lines_add_up_to_a_fresh_search(string fileSystem)
    {
        using Mount mount = MountOf(fileSystem);
        string[] roots = [$"{_tree["m/one"]}", $"{_tree["m/two"]}"];
        foreach (string name in (string[])["one", "two", "out"])
        {
            _tree.AddFolder("m/" + name);
        }

        int seed = TestRun.SeedOffset + fileSystem.Length;
        var writer = new RandomWriter(_tree, "m", seed);
        writer.Write(40);
        using var run = new WatchRun(_catalog.Folder, [.. roots.Select(static root => (ByteName)root)]);
        run.WaitForFirst();
        for (int round = 0; round < TestRun.Count(8, 500); round++)
        {
            writer.Write(TestRun.IsFull && round % 10 == 0 ? 200 : 12);
            run.CatchUp(roots[round % 2]);
            string expected = WatchRun.GroupsOf(
                DoppelProgram.Find(["--catalog", "none", .. roots.Select(static root => (ByteName)root)]));
            Assert.True(
                expected == run.Groups, $"{fileSystem}, round {round}, {writer}\n{expected}\nbut\n{run.Groups}");
        }

        Assert.Equal(0, run.Stop(Terminate).ExitCode);
    }

    private Mount MountOf(string fileSystem)
    {
        if (fileSystem == "tmpfs")
        {
            return Mount.Make(_tree, "m", "-t", "tmpfs", "none");
        }

        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        _tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs.ext4", "-q", _tree["image"]).MustSucceed();
        return Mount.Make(_tree, "m", "-o", "loop", _tree["image"]);
    }
}
