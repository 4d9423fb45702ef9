using System.Diagnostics;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd;

/// <summary>
/// Another program opens, rewrites and closes files at the very moment in which they are joined or removed: nothing
/// that it wrote is lost.
/// </summary>
/// <remarks>
/// <para>
/// The tree holds pairs of a keeper and a duplicate, in the order of the run. Of each two pairs the first is left to
/// the executable: when its duplicate's name has changed, the writer waits for a random part of the time of a pair,
/// then opens the keeper or the duplicate of the second pair for writing, empties it, writes a token that no other
/// write has, and closes it. So its opening falls anywhere before, into and after the swap of that pair.
/// </para>
/// <para>
/// The law. A write whose open returned a file is found afterwards, alone and whole,
/// (1) written through the keeper's name: under that name, whatever the action;
/// (2) written through the duplicate's name: under that name, be it a file of its own, a link to the keeper, or the
/// place that the file was moved to. Or, where the names are exchanged and exchanged back since somebody waits to
/// write, under the keeper's name: in the moment between the two the duplicate's name was the keeper's.
/// (3) Where the two are not one file afterwards and both are there, the one that was not written to has the content
/// that both had: a write into one never reaches the other but through a link that stays.
/// (4) No temporary name is left.
/// </para>
/// <para>
/// Without the looks at the leases every tenth write is lost. With them, but with the old file removed at once, two of
/// 100,000 were on a busy machine: an open had found the old file, did not count as its writer yet, and an interrupt or
/// another machine took the processor away right there. So the old file is removed only some copies later.
/// </para>
/// </remarks>
public sealed class WriterTests
{
    private const int RoundsAtOnce = 1000;

    [Theory]
    [InlineData("link", "tmpfs", 20_000)]
    [InlineData("link", "ext4", 20_000)]
    [InlineData("link --symbolic", "tmpfs", 8000)]
    [InlineData("delete", "tmpfs", 8000)]
    [InlineData("delete", "ext4", 8000)]
    [InlineData("move", "tmpfs", 8000)]
    public void No_write_is_lost_whose_open_began_before_the_swap_ended(string action, string fileSystem, int all)
    {
        int rounds = TestRun.Count(all / 40, all);
        using var tree = new TempTree();
        using Mount mount = MountOf(fileSystem, tree);
        var random = new Random(TestRun.SeedOffset + action.Length);
        int met = 0;
        int done = 0;
        List<string> lost = [];
        for (int atOnce = Math.Min(RoundsAtOnce, rounds); done < rounds; done += atOnce)
        {
            met += Race(tree, action, atOnce, random, done, lost);
        }

        // How often the two meet is a matter of chance, so it is only noted. That a waiting writer is seen at every
        // step is a law of its own: WaitingWriterTests.
        TestContext.Current.SendDiagnosticMessage($"{action} on {fileSystem}: met {met} times in {done} rounds");
        Assert.True(lost.Count == 0, $"{lost.Count} of {done}: {lost.FirstOrDefault()}");
    }

    private static int Race(TempTree tree, string action, int rounds, Random random, int firstToken, List<string> lost)
    {
        Tool.Run("rm", "-rf", tree["m/k"], tree["m/d"], tree["m/to"]).MustSucceed();
        tree.AddFolder("m/to");
        Pair[] pairs = [.. Enumerable.Range(0, 2 * rounds).Select(i => Pair.Make(tree, i))];
        ByteName[] to = action == "move" ? ["--to", tree["m/to"]] : [];
        ByteName[] words = [.. action.Split(' ').Select(static word => (ByteName)word), .. to, "--yes", "-v"];
        using ChildProcess child = ChildProcess.Start(
            DoppelProgram.Start([.. words, tree["m/k"], tree["m/d"]]).WithState($"{tree["m"]}/state"));
        bool[] onKeeper = [.. Enumerable.Range(0, rounds).Select(_ => random.Next(3) == 0)];
        bool[] isWritten = [];
        var writer = new Thread(() => isWritten = Write(child, pairs, onKeeper, random, firstToken));
        writer.Start();
        writer.Join();
        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode is 0 or 1, end.ErrorText);
        Assert.DoesNotContain("unfinished", end.ErrorText);
        for (int i = 0; i < rounds; i++)
        {
            if (isWritten[i] && pairs[(2 * i) + 1].FindLost(tree, Token(firstToken + i), onKeeper[i]) is { } write)
            {
                lost.Add($"seed {TestRun.SeedOffset}, {write}");
            }
        }

        foreach (string folder in (string[])["k", "d"])
        {
            Assert.Empty(Directory.EnumerateFiles($"{tree["m"]}/{folder}", ".doppel-*"));
        }

        return end.ErrorText.Split("about to write").Length - 1
            + end.ErrorText.Split("changed while").Length - 1;
    }

    private static bool[] Write(ChildProcess child, Pair[] pairs, bool[] onKeeper, Random random, int firstToken)
    {
        FileLook.RunFirst();
        bool[] isWritten = new bool[onKeeper.Length];
        long last = Stopwatch.GetTimestamp();
        long usual = Stopwatch.Frequency / 10_000;
        for (int i = 0; i < onKeeper.Length; i++)
        {
            Pair before = pairs[2 * i];
            Pair pair = pairs[(2 * i) + 1];
            for (int look = 0; !before.HasChanged && (look % 256 != 0 || child.Runs); look++)
            {
                // The pair before is still to be acted on.
            }

            // Half of it is spent on the pair that was waited for.
            long now = Stopwatch.GetTimestamp();
            usual += (Math.Min(now - last, 4 * usual) - usual) / 16;
            long moment = now + (long)(usual * random.NextDouble());
            while (Stopwatch.GetTimestamp() < moment)
            {
                Thread.SpinWait(8);
            }

            using SafeFileHandle? file = FileLook.OpenEmptied(onKeeper[i] ? pair.Keeper : pair.Duplicate);
            if (file is not null)
            {
                RandomAccess.Write(file, Encoding.ASCII.GetBytes(Token(firstToken + i)), 0);
                isWritten[i] = true;
            }

            last = Stopwatch.GetTimestamp();
        }

        return isWritten;
    }

    private static string Token(int number) => $"token {number}";

    private static Mount MountOf(string fileSystem, TempTree tree)
    {
        if (fileSystem == "tmpfs")
        {
            return Mount.Make(tree, "m", "-t", "tmpfs", "none");
        }

        Needs.Root();
        Needs.Program("mkfs.ext4", "e2fsprogs");
        tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs.ext4", "-q", tree["image"]).MustSucceed();
        return Mount.Make(tree, "m", "-o", "loop", tree["image"]);
    }

    private sealed record Pair(int Number, string Name, byte[] Keeper, byte[] Duplicate, ulong Inode)
    {
        // As long as comparing it takes a while, in which a writer has to wait.
        private string Content { get; } = $"content {Number:D6} " + new string('x', 16_000);

        /// <summary>Whether the run has come to the duplicate.</summary>
        public bool HasChanged => FileLook.Inode(Duplicate) != Inode;

        public static Pair Make(TempTree tree, int number)
        {
            string name = number.ToString("D6", System.Globalization.CultureInfo.InvariantCulture);
            ByteName keeper = tree["m/k"] / name;
            ByteName duplicate = tree["m/d"] / name;
            var pair = new Pair(
                number, name, FileLook.Terminated(keeper), FileLook.Terminated(duplicate), 0);
            tree.AddFile("m/k/" + name, pair.Content);
            tree.AddFile("m/d/" + name, pair.Content);
            return pair with { Inode = FileLook.Inode(pair.Duplicate) };
        }

        // Null if what was written through the duplicate is there; all else has to hold.
        public string? FindLost(TempTree tree, string token, bool onKeeper)
        {
            string keeper = $"{tree["m/k"]}/{Name}";
            string duplicate = $"{tree["m/d"]}/{Name}";
            string moved = $"{tree["m/to"]}{duplicate}";
            string? kept = Read(keeper);
            string? other = Read(duplicate) ?? Read(moved);
            string found = $"pair {Name}, written through the {(onKeeper ? "keeper" : "duplicate")}: "
                + $"keeper '{Shown(kept)}', duplicate '{Shown(other)}'";
            Assert.True(!onKeeper || kept == token, found);
            bool areOne = FileLook.Inode(Keeper) == FileLook.Inode(Duplicate)
                || new FileInfo(duplicate).LinkTarget is not null;
            Assert.True(kept is not null, found);
            Assert.True(areOne ? kept == other : other is null || other == Content || kept == Content, found);
            return onKeeper || other == token || kept == token ? null : found;
        }

        private static string? Shown(string? content) => content?[..Math.Min(content.Length, 20)];

        private static string? Read(string path) => File.Exists(path) ? File.ReadAllText(path) : null;
    }
}
