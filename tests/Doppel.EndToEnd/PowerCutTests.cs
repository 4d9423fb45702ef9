using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd;

/// <summary>The power fails while files are joined, removed or moved: each content still has a name.</summary>
/// <remarks>
/// <para>
/// Half of the pairs are on the disk when a run begins; the others, keeper and duplicate, were just written, and nobody
/// has synced them. That is how a copy came to be empty: copied, the old file removed, another file synced, which
/// brings the removal to the disk and not the copy's content, and the power fails.
/// </para>
/// <para>
/// The law. A content counts if it could be read before the run. What was synced is there after every cut. What was not
/// is there after every cut before which the run had changed the duplicate's name: its keeper has to be on the disk
/// before. Until then a cut may take what nobody has synced, as it may without Doppel.
/// </para>
/// <para>After the cut the run is undone, or begun again, by what its journal on the same disk tells.</para>
/// </remarks>
public sealed class PowerCutTests
{
    private const int CutsOfRun = 5;

    [Theory]
    [InlineData("link", "ext4", "xfs")]
    [InlineData("link", "xfs", "btrfs")]
    [InlineData("link --symbolic", "ext4", "btrfs")]
    [InlineData("link --symbolic", "xfs", "xfs")]
    [InlineData("delete", "ext4", "xfs")]
    [InlineData("delete", "xfs", "btrfs")]
    [InlineData("move", "ext4", "btrfs")]
    [InlineData("move", "xfs", "xfs")]
    public void After_a_power_cut_each_content_has_a_name_and_the_run_is_finished(
        string action, string fileSystem, string host)
    {
        int pairs = TestRun.Count(60, 400);
        int wanted = TestRun.Count(2, 25);
        var random = new Random(TestRun.SeedOffset + action.Length + fileSystem.Length);
        using var disk = new CutDisk(fileSystem, host);
        for (int done = 0; done < wanted;)
        {
            Fill(disk, pairs);
            List<PowerCut> cuts = CutDuringRun(disk, action, Math.Min(CutsOfRun, wanted - done), pairs, random);
            foreach (PowerCut cut in cuts)
            {
                string about = $"seed {TestRun.SeedOffset}, cut {done}, {cut}";
                disk.StartFrom(cut.Number);
                disk.Forget(cut.Number);
                int[] safe = [.. Enumerable.Range(0, pairs).Where(i => IsSynced(i) || cut.Changed.Contains(i))];
                AssertThere(disk, safe, about);
                if (cut.Changed.Count > 0)
                {
                    Finish(disk, action, safe, isUndone: done % 3 != 2, about);
                }

                done++;
            }
        }
    }

    private static List<PowerCut> CutDuringRun(CutDisk disk, string action, int count, int pairs, Random random)
    {
        List<PowerCut> cuts = [];
        int[] moments = [.. Enumerable.Range(0, count).Select(_ => random.Next(pairs)).Order()];
        ulong[] before = [.. Enumerable.Range(0, pairs).Select(i => Inode(disk, i))];
        using ChildProcess child = ChildProcess.Start(Start(disk, action));
        for (int i = 0; i < count; i++)
        {
            // One cut of a whole run falls before its first change, or just after it.
            bool isEarly = count == CutsOfRun && i == 0;
            while (!isEarly && child.Runs && Inode(disk, moments[i]) == before[moments[i]])
            {
                // The run has not come as far.
            }

            // Another program syncs a file of its own, and with it what the run has done to folders.
            bool isSynced = random.Next(4) != 0;
            if (isSynced)
            {
                using SafeFileHandle other = File.OpenHandle(
                    $"{disk["other"]}", FileMode.OpenOrCreate, FileAccess.Write);
                RandomAccess.Write(other, Encoding.ASCII.GetBytes($"{i}"), 0);
                RandomAccess.FlushToDisk(other);
            }

            HashSet<int> changed = [.. Enumerable.Range(0, pairs).Where(pair => Inode(disk, pair) != before[pair])];
            cuts.Add(new PowerCut(disk.Cut(), changed, isSynced));
        }

        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode == 0, end.ErrorText);
        return cuts;
    }

    private static void Finish(CutDisk disk, string action, int[] safe, bool isUndone, string about)
    {
        ProcessStart start = isUndone ? Doppel(disk, "undo", "--yes") : Start(disk, action);
        ProcessEnd end = Tool.Run(start);
        string leftOver = Tool.Run("find", disk.Folder, "-name", ".doppel-*").OutputText;
        about = $"{about}: {end.ErrorText}";

        // What an interrupted run has left is said by the next, and taken away by undo.
        Assert.True(end.ExitCode == 0 || (leftOver.Length > 0 && !isUndone), about);
        Assert.True(leftOver.Length == 0 || !isUndone, $"{about}{leftOver}");
        AssertThere(disk, safe, about);
        foreach (string path in safe.SelectMany(i => (string[])[$"{disk["k"]}/{i}", $"{disk["d"]}/{i}"]))
        {
            var file = new FileInfo(path);
            Assert.True(!isUndone || (file.Exists && file.LinkTarget is null), $"{about}, {path}");
            Assert.True(
                !isUndone || File.ReadAllText(path) == Content(int.Parse(file.Name, CultureInfo.InvariantCulture)),
                $"{about}, {path}");
        }
    }

    private static void Fill(CutDisk disk, int pairs)
    {
        Tool.Run("rm", "-rf", disk["k"], disk["d"], disk["to"], disk["state"], disk["other"]).MustSucceed();
        foreach (string folder in (string[])["k", "d", "to", "state"])
        {
            Directory.CreateDirectory($"{disk[folder]}");
        }

        foreach (bool isSynced in (bool[])[true, false])
        {
            for (int i = 0; i < pairs; i++)
            {
                if (IsSynced(i) == isSynced)
                {
                    int pair = i;
                    ChildProcess.WhileNoneStarts(() =>
                    {
                        File.WriteAllText($"{disk["k"]}/{pair}", Content(pair));
                        File.WriteAllText($"{disk["d"]}/{pair}", Content(pair));
                    });
                }
            }

            if (isSynced)
            {
                Tool.Run("sync", "-f", disk.Folder).MustSucceed();
            }
        }
    }

    private static void AssertThere(CutDisk disk, int[] numbers, string about)
    {
        HashSet<string> there =
        [
            .. Directory.EnumerateFiles($"{disk.Folder}", "*", SearchOption.AllDirectories)
                .Where(static path => new FileInfo(path).LinkTarget is null)
                .Select(static path => Digest(File.ReadAllBytes(path))),
        ];
        int[] lost = [.. numbers.Where(i => !there.Contains(Digest(Encoding.ASCII.GetBytes(Content(i)))))];
        Assert.True(lost.Length == 0, $"{about}: lost {string.Join(' ', lost)}");
    }

    private static string Digest(byte[] content) => Convert.ToHexString(SHA256.HashData(content));

    // Of three lengths: within an inode, a block, many blocks.
    private static string Content(int number) => $"{number} " + new string('x', (number % 3) switch
    {
        0 => 20,
        1 => 3000,
        _ => 70_000,
    });

    private static bool IsSynced(int number) => number % 2 == 0;

    private static ulong Inode(CutDisk disk, int pair) => FileLook.Inode(FileLook.Terminated(disk["d"] / $"{pair}"));

    private static ProcessStart Start(CutDisk disk, string action)
    {
        ByteName[] to = action == "move" ? ["--to", disk["to"]] : [];
        return Doppel(
            disk, [.. action.Split(' ').Select(static word => (ByteName)word), .. to, "--yes", disk["k"], disk["d"]]);
    }

    private static ProcessStart Doppel(CutDisk disk, params ByteName[] arguments) =>
        DoppelProgram.Start(arguments).WithState($"{disk["state"]}");

    private sealed record PowerCut(int Number, HashSet<int> Changed, bool FollowsSync)
    {
        public override string ToString() => $"after {Changed.Count} changes{(FollowsSync ? " and a sync" : "")}";
    }
}
