namespace Doppel.EndToEnd;

/// <summary>While files change under it a search tells no lie about those that do not.</summary>
/// <remarks>What happens at which call is tested with faulty volumes in the engine's own suite.</remarks>
public sealed class ChangeTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Files_that_change_under_a_search_never_make_a_false_group(VolumeKind volume)
    {
        using var tree = new TempTree();
        CorpusGenerator.Small(tree, 1_000, TestRun.SeedOffset);
        CorpusGenerator.Mid(tree, 60, TestRun.SeedOffset);
        IReadOnlyList<ContentGroup> untouched = Oracle.Find(tree.Folder);
        tree.AddFolder("moving");
        using var stop = new CancellationTokenSource();
        var mutator = new Thread(() => Mutate(tree, TestRun.SeedOffset, stop.Token));
        mutator.Start();
        try
        {
            for (int i = 0; i < TestRun.Count(3, 60); i++)
            {
                ProcessEnd end = Tool.Run(DoppelProgram.Start("find", "--json", tree.Folder).Through(volume));
                Assert.True(end.ExitCode is 0 or 1, $"exit code {end.ExitCode}: {end.ErrorText}");
                FindReport report = DoppelProgram.ReadOutput(end);
                Assert.Equal(report.Problems.Count > 0 ? 1 : 0, end.ExitCode);
                Assert.All(report.Problems, problem => Assert.True(IsMoving(tree, problem.Path), $"{problem}"));
                string difference = Comparer.Difference(untouched, [.. WithoutMoving(tree, report)]);
                Assert.True(difference.Length == 0, difference);
            }
        }
        finally
        {
            stop.Cancel();
            mutator.Join();
        }
    }

    // The moving files are of sizes of their own, so that they stand in no group with the others.
    private static IEnumerable<ContentGroup> WithoutMoving(TempTree tree, FindReport report) =>
        report.Groups.Where(group => !group.Copies.Any(copy => copy.Names.Any(name => IsMoving(tree, name))));

    private static bool IsMoving(TempTree tree, ByteName name) => name.StartsWith(tree["moving"]);

    private static void Mutate(TempTree tree, int seed, CancellationToken stop)
    {
        var random = new Random(seed);
        string folder = $"{tree["moving"]}";
        while (!stop.IsCancellationRequested)
        {
            string file = Path.Combine(folder, $"f{random.Next(40)}");
            switch (random.Next(6))
            {
                case 0:
                    File.Delete(file);
                    break;
                case 1:
                    File.Delete(file);
                    File.CreateSymbolicLink(file, "/etc/passwd");
                    break;
                case 2 when new FileInfo(file) is { Exists: true, LinkTarget: null } shrinking:
                    using (FileStream stream = shrinking.OpenWrite())
                    {
                        stream.SetLength(stream.Length / 2);
                    }

                    break;
                case 3 when new FileInfo(file) is { Exists: true, LinkTarget: null, Length: < 1 << 20 } growing:
                    using (FileStream stream = growing.OpenWrite())
                    {
                        stream.Position = stream.Length;
                        stream.Write(new byte[70_001]);
                    }

                    break;
                default:
                    File.Delete(file);
                    File.WriteAllBytes(file, new byte[90_001 + random.Next(2)]);
                    break;
            }
        }
    }
}
