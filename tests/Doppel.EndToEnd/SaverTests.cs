using System.Globalization;
using System.Runtime.Versioning;

namespace Doppel.EndToEnd;

/// <summary>
/// Another program saves by rename, or changes modes, as fast as it can while the executable acts: what it did last
/// stands under the name.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class SaverTests
{
    private const int Files = 3000;
    private const int Contents = 1000;

    public static TheoryData<string, string> Actions { get; } = new(
        from action in (string[])["link", "link --symbolic", "delete", "trash", "move"]
        from fileSystem in (string[])["tmpfs", "ext4"]
        where fileSystem == "tmpfs" || action is "link" or "delete"
        select (action, fileSystem));

    [Theory]
    [MemberData(nameof(Actions))]
    public void A_save_by_rename_is_never_displaced(string action, string fileSystem)
    {
        int rounds = TestRun.Count(250, 20_000);
        var random = new Random(TestRun.SeedOffset + action.Length);
        using var tree = new TempTree();
        using Mount mount = MountOf(fileSystem, tree);
        for (int done = 0; done < rounds;)
        {
            Fill(tree);
            Dictionary<string, string> saved = [];
            HashSet<string> earlier = [];
            int number = 0;
            string told = Act(tree, action, () =>
            {
                // Every other save is over the first file with the content of the one before it, its keeper.
                number = done % 2 == 0 ? random.Next(Files) : number % Contents;
                string path = $"{tree["m/f"]}/{number:D4}";
                string temporary = $"{tree["m"]}/edited";
                string content = $"saved {done++}";
                File.WriteAllText(temporary, content);
                File.Move(temporary, path, overwrite: true);
                if (saved.Remove(path, out string? before))
                {
                    earlier.Add(before);
                }

                saved.Add(path, content);
            });
            Assert.All(saved, one => Assert.Equal(one.Value, File.ReadAllText(one.Key)));
            AssertNoSaveIsLeftAside(tree, action, earlier, told);
        }
    }

    [Theory]
    [InlineData("link", "tmpfs")]
    [InlineData("link", "ext4")]
    public void A_change_of_mode_is_never_lost(string action, string fileSystem)
    {
        int rounds = TestRun.Count(250, 20_000);
        var random = new Random(TestRun.SeedOffset + 1);
        using var tree = new TempTree();
        using Mount mount = MountOf(fileSystem, tree);
        for (int done = 0; done < rounds;)
        {
            Fill(tree);
            HashSet<string> changed = [];
            Act(tree, action, () =>
            {
                string path = $"{tree["m/f"]}/{random.Next(Files):D4}";
                if (changed.Add(path))
                {
                    File.SetUnixFileMode(path, UnixFileMode.UserRead);
                    done++;
                }
            });
            Assert.All(
                changed, static path => Assert.Equal(UnixFileMode.UserRead, File.GetUnixFileMode(path)));
        }
    }

    // Where names are moved aside, and the keeper was saved over at the same moment, the old file may hold the last
    // copy of its content, and is kept. So is a save that another one followed within microseconds. Both are named.
    private static void AssertNoSaveIsLeftAside(TempTree tree, string action, HashSet<string> earlier, string told) =>
        Assert.All(Directory.GetFiles($"{tree["m/f"]}", ".doppel-*"), path =>
        {
            string content = File.ReadAllText(path);
            Assert.True(
                content.StartsWith("saved", StringComparison.Ordinal)
                    ? earlier.Contains(content)
                    : !action.StartsWith("link", StringComparison.Ordinal),
                content);
            Assert.True(
                told.Contains(Path.GetFileName(path), StringComparison.Ordinal),
                $"{path} is not named: {content[..Math.Min(content.Length, 20)]}\n{Unusual(told)}");
        });

    // What is told of names that were not just replaced.
    private static string Unusual(string told) => string.Join('\n', told.Split('\n').Where(
        static line => !line.EndsWith("another program replaced it", StringComparison.Ordinal)));

    // Returns what the command has printed on standard error.
    private static string Act(TempTree tree, string action, Action disturb)
    {
        ByteName[] to = action == "move" ? ["--to", tree["m/to"]] : [];
        ByteName[] words = [.. action.Split(' ').Select(static word => (ByteName)word), .. to, "--yes", "-v"];
        using ChildProcess child = ChildProcess.Start(
            DoppelProgram.Start([.. words, tree["m/f"]]).WithState($"{tree["m"]}/state"));
        do
        {
            disturb();
        }
        while (child.Runs);

        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode is 0 or 1, end.ErrorText);
        return end.ErrorText;
    }

    private static void Fill(TempTree tree)
    {
        Tool.Run("rm", "-rf", tree["m/f"], tree["m/to"]).MustSucceed();
        tree.AddFolder("m/to");
        for (int i = 0; i < Files; i++)
        {
            tree.AddFile(
                $"m/f/{i.ToString("D4", CultureInfo.InvariantCulture)}", $"{i % Contents} {new string('x', 1000)}");
        }
    }

    private static Mount MountOf(string fileSystem, TempTree tree)
    {
        Needs.Root();
        if (fileSystem == "tmpfs")
        {
            return Mount.Make(tree, "m", "-t", "tmpfs", "none");
        }

        Needs.Program("mkfs.ext4", "e2fsprogs");
        tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs.ext4", "-q", tree["image"]).MustSucceed();
        return Mount.Make(tree, "m", "-o", "loop", tree["image"]);
    }
}
