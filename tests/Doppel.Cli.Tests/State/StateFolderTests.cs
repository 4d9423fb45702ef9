using Doppel.Acting;
using Doppel.Reports;
using Doppel.Testing;

namespace Doppel.Cli.Tests.State;

/// <summary>Plans leave out files in repositories, caches and the state of applications.</summary>
public sealed class StateFolderTests
{
    private const string Homes = "/home/";

    private static readonly string[] s_named =
        [".git", ".hg", ".cache", ".config", ".local", "__pycache__", ".mozilla"];

    [Fact]
    public void Plans_leave_out_what_is_in_a_state_folder_below_the_roots()
    {
        int cases = TestRun.Count(2_000, 50_000);
        (int left, int planned) = (0, 0);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + cases; seed++)
        {
            var random = new Random(seed);
            MemoryVolume volume = Grow(random, out List<string> files, out List<string> roots);
            PlanOutcome outcome = Plan(volume, files, roots, includesState: false, out long groups);
            string[] seen = [.. outcome.Verdicts.SelectMany(static one => one.Copy.Names)
                .Select(static name => name.ToString()).Order(StringComparer.Ordinal)];
            string[] expected = [.. files.Where(file => !IsState(file, roots, files)).Order(StringComparer.Ordinal)];
            string told = $"seed {seed}, roots {string.Join(' ', roots)}: {string.Join(' ', files)}";
            Assert.True(seen.SequenceEqual(expected), $"{told}: {string.Join(' ', seen)}");
            Assert.True(groups == (expected.Length < files.Count ? 1 : 0), told);
            Assert.Equal(
                files.Count, Plan(volume, files, roots, includesState: true, out groups).Verdicts.Count);
            Assert.Equal(0, groups);
            (left, planned) = (left + files.Count - expected.Length, planned + expected.Length);
        }

        // Otherwise the generator no longer tests anything.
        Assert.InRange(left, cases, int.MaxValue);
        Assert.InRange(planned, cases, int.MaxValue);
    }

    [Theory]
    [InlineData(Homes + "ana/.thunderbird/x/a", true)]
    [InlineData(Homes + "ana/.anything/a", true)]
    [InlineData(Homes + "ana/.profile", false)]
    [InlineData(Homes + "ana/work/.hidden/a", false)]
    [InlineData("/w/me/.own/a", true)]
    [InlineData(Homes + "ana/Library/Caches/a", true)]
    public void Hidden_folders_in_a_home_are_the_state_of_applications(string file, bool isLeft)
    {
        var volume = new MemoryVolume();
        volume.AddFile(file, "same");
        volume.AddFile("/w/other", "same");
        PlanOutcome outcome = Plan(volume, [file, "/w/other"], ["/"], includesState: false, out _);
        Assert.Equal(isLeft ? 1 : 2, outcome.Verdicts.Count);
    }

    [Fact]
    public void Another_list_replaces_the_usual_one()
    {
        var volume = new MemoryVolume();
        string[] files = ["/w/.git/a", "/w/mine/a", "/w/odd/a", "/w/odd/mark"];
        files.ToList().ForEach(file => volume.AddFile(file, "same"));
        PlanOutcome outcome = Plan(volume, files, ["/w"], "# a list\n\nmine/\nhas: a mark\n", out _);
        Assert.Equal("/w/.git/a", Assert.Single(outcome.Verdicts).Copy.Names[0].ToString());
    }

    [Fact]
    public void The_page_about_state_shows_the_list()
    {
        string page = File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "state.md"));
        Assert.Contains($"```\n{StateList.Default}\n```\n", page, StringComparison.Ordinal);
    }

    private static PlanOutcome Plan(
        MemoryVolume volume, IReadOnlyList<string> files, IReadOnlyList<string> roots, bool includesState,
        out long groups) => Plan(volume, files, roots, includesState ? null : StateList.Default, out groups);

    private static PlanOutcome Plan(
        MemoryVolume volume, IReadOnlyList<string> files, IReadOnlyList<string> roots, string? list, out long groups)
    {
        var context = new ValueParser(new FixedClock(), volume, new RootPaths("/"u8.ToArray()));
        using var planner = new Planner(volume, new PlanOptions
        {
            Roots = [.. roots.Select(static root => new ReportName(root))],
            WorkingDirectory = new ReportName("/"),
            State = list is null ? null : StateList.Parse(list, context, "/w/me"),
        });
        PlanOutcome outcome = planner.Plan(new ReportGroup
        {
            Size = 4,
            Proof = Proof.Bytes,
            RedundantBytes = 0,
            Copies = [.. files.Select(file => new ReportCopy { Names = [new ReportName(file)], Roots = [0] })],
        });
        groups = planner.StateGroups;
        return outcome;
    }

    // By the list in docs/state.md, as far as the generator uses it.
    private static bool IsState(string file, List<string> roots, List<string> files)
    {
        string? root = roots
            .Where(one => file.StartsWith(one + "/", StringComparison.Ordinal)).MaxBy(one => one.Length);
        string[] parts = file.Split('/');
        for (int i = (root?.Count(c => c == '/') ?? 0) + 1; i < parts.Length - 1; i++)
        {
            string folder = string.Join('/', parts[..(i + 1)]);
            bool Has(string name) => files.Contains($"{folder}/{name}");
            bool HasFolder(string name) =>
                files.Exists(one => one.StartsWith($"{folder}/{name}/", StringComparison.Ordinal));
            if (s_named.Contains(parts[i]) || (Has("HEAD") && HasFolder("objects") && HasFolder("refs"))
                || Has("CACHEDIR.TAG"))
            {
                return true;
            }
        }

        return false;
    }

    private static MemoryVolume Grow(Random random, out List<string> files, out List<string> roots)
    {
        var volume = new MemoryVolume();
        files = [];
        string[] folders = ["a", "b", "p.git", .. s_named];
        string[] names = ["f", "g", "HEAD", "objects/o", "refs/r", "CACHEDIR.TAG"];
        var made = new List<string> { "/w" };
        for (int i = random.Next(3, 12); i > 0; i--)
        {
            string above = made[random.Next(made.Count)];
            string folder = random.Next(2) == 0 ? above : $"{above}/{folders[random.Next(folders.Length)]}";
            bool isBare = folder.EndsWith("p.git", StringComparison.Ordinal) && random.Next(2) == 0;
            made.Add(folder);
            foreach (string name in isBare ? names[2..5] : [names[random.Next(names.Length)]])
            {
                if (!files.Contains($"{folder}/{name}"))
                {
                    volume.AddFile($"{folder}/{name}", "same");
                    files.Add($"{folder}/{name}");
                }
            }
        }

        roots = random.Next(6) == 0 ? [] : [.. made.Where(_ => random.Next(4) == 0).Append("/w").Distinct()];
        return volume;
    }
}
