using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Whatever the tree, the groups are those that SHA-256 of every file gives.</summary>
public sealed class OracleTests
{
    private static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    public static TheoryData<VolumeKind> Volumes => [VolumeKind.Native, VolumeKind.Portable];

    [Theory, MemberData(nameof(Volumes))]
    public void Random_trees_give_the_groups_of_the_oracle(VolumeKind volume)
    {
        for (int i = 0; i < TestRun.Count(12, 500); i++)
        {
            int seed = TestRun.SeedOffset + i;
            using var tree = new TempTree();
            TreeGenerator.Fill(tree, seed);
            ByteName[] arguments = [.. FlagsOf(seed), tree.Folder];
            IReadOnlyList<ContentGroup> expected = Expressible(volume, Oracle.Find(tree.Folder));
            Expect.Groups(expected, Run(volume, arguments), $"seed {seed}: {string.Join(' ', arguments)}");
        }
    }

    [Theory, MemberData(nameof(Volumes))]
    public void The_systems_own_files_give_the_groups_of_the_oracle(VolumeKind volume)
    {
        string[] roots = TestRun.IsFull ? ["/usr"] : ["/usr/include", "/usr/lib/python3", "/usr/share/doc"];
        ByteName[] present = [.. roots.Where(Directory.Exists).Select(root => (ByteName)root)];
        Expect.Groups(Expressible(volume, Oracle.Find(present)), Run(volume, present));
    }

    [Theory, MemberData(nameof(Volumes))]
    public void Many_small_files_give_the_groups_of_the_oracle(VolumeKind volume) =>
        CheckCorpus(volume, tree => CorpusGenerator.Small(tree, TestRun.Count(2_000, 150_000), TestRun.SeedOffset));

    [Theory, MemberData(nameof(Volumes))]
    public void Large_files_give_the_groups_of_the_oracle(VolumeKind volume) =>
        CheckCorpus(volume, tree => CorpusGenerator.Large(tree, TestRun.Count(2 << 20, 128 << 20), TestRun.SeedOffset));

    [Theory, MemberData(nameof(Volumes))]
    public void Files_of_one_size_give_the_groups_of_the_oracle(VolumeKind volume) =>
        CheckCorpus(volume, tree => CorpusGenerator.Same(tree, TestRun.Count(600, 30_000), TestRun.SeedOffset));

    [Theory, MemberData(nameof(Volumes))]
    public void Files_that_differ_in_the_middle_give_the_groups_of_the_oracle(VolumeKind volume) =>
        CheckCorpus(volume, tree => CorpusGenerator.Mid(tree, TestRun.Count(80, 2_000), TestRun.SeedOffset));

    [Fact]
    public void Digests_are_those_of_xxhsum()
    {
        Needs.Program("xxhsum", "xxhash");
        using var tree = new TempTree();
        CorpusGenerator.Same(tree, 400, TestRun.SeedOffset);
        CorpusGenerator.Mid(tree, 100, TestRun.SeedOffset);
        FindReport report = DoppelProgram.Find(tree.Folder);
        int checkedDigests = 0;
        foreach ((var element, ContentGroup group) in report.GroupElements.Zip(report.Groups))
        {
            if (element.TryGetProperty("digest", out var digest))
            {
                string judged = Tool.Run("xxhsum", "-H2", group.Copies[0].Names[0]).MustSucceed().OutputText;
                Assert.Equal(judged[..32], digest.GetString());
                checkedDigests++;
            }
        }

        Assert.NotEqual(0, checkedDigests);
    }

    [Fact]
    public void Exact_search_proves_every_group_by_bytes()
    {
        using var tree = new TempTree();
        CorpusGenerator.Same(tree, 400, TestRun.SeedOffset);
        CorpusGenerator.Small(tree, 400, TestRun.SeedOffset);
        FindReport report = DoppelProgram.Find("--exact", tree.Folder);
        Assert.NotEmpty(report.Groups);
        Assert.All(report.GroupElements, group => Assert.Equal("bytes", group.GetProperty("proof").GetString()));
        Expect.Groups(Oracle.Find(tree.Folder), report);
    }

    private static void CheckCorpus(VolumeKind volume, Action<TempTree> fill)
    {
        using var tree = new TempTree();
        fill(tree);
        Expect.Groups(Oracle.Find(tree.Folder), DoppelProgram.Find(volume, tree.Folder));
    }

    // What a flag asks for changes the way, never the result.
    private static ByteName[] FlagsOf(int seed) => (seed % 6) switch
    {
        1 => ["--threads", "1"],
        2 => ["--threads=3"],
        3 => ["--scan=serial"],
        4 => ["--exact"],
        5 => ["--idle"],
        _ => [],
    };

    // The portable volume meets names that it cannot express and tells of them.
    private static FindReport Run(VolumeKind volume, ByteName[] arguments)
    {
        ProcessEnd end = Tool.Run(DoppelProgram.Start(["find", "--json", .. arguments]).Through(volume));
        FindReport report = DoppelProgram.ReadOutput(end);
        Assert.Equal(report.Problems.Count == 0 ? 0 : 1, end.ExitCode);
        Assert.All(report.Problems, problem => Assert.Equal(VolumeKind.Portable, volume));
        Assert.All(report.Problems, problem => Assert.Equal("bad-name", problem.Reason));
        return report;
    }

    private static IReadOnlyList<ContentGroup> Expressible(VolumeKind volume, IReadOnlyList<ContentGroup> groups) =>
        volume == VolumeKind.Native ? groups : [.. groups
            .Select(Expressible).Where(group => group.Copies.Count > 1)
            .OrderByDescending(group => group.Size * (group.Copies.Count - 1))
            .ThenBy(group => group.Copies[0].Names[0])];

    private static ContentGroup Expressible(ContentGroup group) => group with
    {
        Copies = [.. group.Copies.Select(Expressible).Where(c => c.Names.Count > 0).OrderBy(c => c.Names[0])],
    };

    private static ContentCopy Expressible(ContentCopy copy) => copy with { Names = [.. copy.Names.Where(IsText)] };

    private static bool IsText(ByteName name)
    {
        try
        {
            s_strict.GetString(name.Bytes);
            return true;
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }
}
