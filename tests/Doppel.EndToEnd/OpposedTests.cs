namespace Doppel.EndToEnd;

/// <summary>
/// Two runs at the same time, of two users who do not share a lock, each of which wants to remove what the other keeps:
/// at most one of them can, and no content is ever gone.
/// </summary>
public sealed class OpposedTests
{
    private const int Pairs = 24;

    [Theory]
    [InlineData("delete", "delete", 1000)]
    [InlineData("link", "delete", 1000)]
    [InlineData("link --symbolic", "delete", 400)]
    [InlineData("link --symbolic", "link --symbolic", 400)]
    [InlineData("link", "link", 400)]
    [InlineData("move", "delete", 400)]
    public void At_most_one_of_two_opposed_runs_removes_a_copy(string first, string second, int rounds)
    {
        using var tree = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        int wanted = TestRun.Count(rounds / 200, rounds);
        int met = 0;
        int round = 0;
        for (; round < wanted || (met == 0 && round < 100 * wanted); round++)
        {
            Fill(tree);
            ulong[] before = Inodes(tree);

            // Each keeps what stands in the root that it names first.
            using (ChildProcess one = ChildProcess.Start(Start(tree, first, "one", "a", "b")))
            using (ChildProcess other = ChildProcess.Start(Start(tree, second, "other", "b", "a")))
            {
                one.WaitForEnd();
                other.WaitForEnd();
            }

            ulong[] after = Inodes(tree);
            met += HaveMet(before, after) ? 1 : 0;
            for (int i = 0; i < Pairs; i++)
            {
                Assert.True(IsThere(tree, i), $"round {round}: content {i} is gone");
            }

            Assert.Empty(
                Directory.EnumerateFileSystemEntries($"{tree["m"]}", ".doppel-*", SearchOption.AllDirectories));
        }

        Assert.True(met > 0, $"In {round} rounds the two runs have never met.");
    }

    private static void Fill(TempTree tree)
    {
        foreach (string folder in (string[])["a", "b", "to"])
        {
            string path = Directory.CreateDirectory($"{tree["m"]}/{folder}").FullName;
            if (folder == "to")
            {
                Directory.Delete(path, recursive: true);
                Directory.CreateDirectory(path);
                continue;
            }

            for (int i = 0; i < Pairs; i++)
            {
                // Nothing of the last round may stay: the other name of a link would change with it.
                File.Delete($"{path}/{i}");
                File.WriteAllText($"{path}/{i}", Content(i));
            }
        }
    }

    // In one round each has replaced or removed something.
    private static bool HaveMet(ulong[] before, ulong[] after) =>
        Enumerable.Range(0, Pairs).Any(i => before[i] != after[i])
        && Enumerable.Range(Pairs, Pairs).Any(i => before[i] != after[i]);

    private static ulong[] Inodes(TempTree tree) =>
    [
        .. from folder in (string[])["a", "b"]
            from i in Enumerable.Range(0, Pairs)
            select FileLook.Inode(FileLook.Terminated(tree[$"m/{folder}/{i}"])),
    ];

    // Under either name, be it a link, or where it was moved to.
    private static bool IsThere(TempTree tree, int i)
    {
        ByteName[] names = [tree[$"m/a/{i}"], tree[$"m/b/{i}"]];
        return names.Concat(names.Select(name => tree["m/to"] + name))
            .Any(path => Read($"{path}") == Content(i));
    }

    private static string? Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (IOException)
        {
            return null; // nothing is there, or a link that leads nowhere or in a circle
        }
    }

    // Comparing takes far longer than what follows, and what is gone is passed over at once: so the run that is behind
    // catches up, and both are at the same pair.
    private static string Content(int i) => $"content {i:D3} " + new string('x', 200_000);

    private static ProcessStart Start(TempTree tree, string action, string user, string keep, string drop)
    {
        ByteName[] to = action == "move" ? ["--to", tree["m/to"]] : [];
        ByteName[] words = [.. action.Split(' ').Select(static word => (ByteName)word), .. to, "--yes", "--quiet"];
        return DoppelProgram.Start([.. words, tree["m"] / keep, tree["m"] / drop])
            .WithState($"{tree["m"]}/state of {user}");
    }
}
