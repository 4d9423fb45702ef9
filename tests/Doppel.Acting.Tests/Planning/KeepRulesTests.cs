using System.Globalization;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

public sealed class KeepRulesTests
{
    [Fact]
    public void Random_rules_on_random_groups_decide_as_a_naive_oracle_does()
    {
        for (int i = 0; i < TestRun.Count(5_000, 200_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var random = new RandomCandidates(seed);
            Candidate[] group = random.NextGroup();
            KeepRules rules = random.NextRules();
            IReadOnlyList<string> expected = KeepOracle.Staying(rules, group);
            IReadOnlyList<string> actual = Staying(rules.Choose(group));
            Assert.True(
                expected.SequenceEqual(actual),
                $"seed {seed}, {string.Join("; ", rules.Describe())}: {string.Join(", ", actual)} stay "
                + $"rather than {string.Join(", ", expected)}");
        }
    }

    [Fact]
    public void At_least_one_copy_and_all_required_ones_stay_whatever_the_rules()
    {
        for (int i = 0; i < TestRun.Count(5_000, 200_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var random = new RandomCandidates(seed);
            Candidate[] group = random.NextGroup();
            KeepRules rules = random.NextRules();
            IReadOnlyList<CopyVerdict> verdicts = rules.Choose(group).Verdicts;
            int staying = verdicts.Count(verdict => verdict.Stays);
            Assert.True(staying >= Math.Min(rules.Copies, group.Length), $"seed {seed}");
            Assert.True(verdicts.Count == group.Length && verdicts[0].Stays, $"seed {seed}");
            Assert.True(
                group.All(one => one.ProtectedBy is null || verdicts.Single(v => v.Copy == one.Copy).Stays),
                $"seed {seed}: a copy below a protected folder goes");
        }
    }

    [Fact]
    public void The_order_of_the_copies_does_not_matter()
    {
        for (int i = 0; i < TestRun.Count(2_000, 50_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var random = new RandomCandidates(seed);
            Candidate[] group = random.NextGroup();
            KeepRules rules = random.NextRules();
            KeepChoice first = rules.Choose(group);
            KeepChoice second = rules.Choose(random.Shuffle(group));
            Assert.True(
                first.Reason == second.Reason && first.Verdicts.SequenceEqual(second.Verdicts), $"seed {seed}");
        }
    }

    // A copy is written as its path, then +N names outside, @N its root, ~N symbolic links to it, tN its time.
    [Theory]
    [InlineData("/a/1@0 /b/2@1+1 /c/3@0t-5", "/b/2", "outside-links")]
    [InlineData("/a/1@1t0 /b/2@0t9", "/b/2", "root-order")]
    [InlineData("/a/1 /b/2@7", "/b/2", "root-order")]
    [InlineData("/a/1@0t1 /b/2@0~1t5", "/b/2", "symbolic-links")]
    [InlineData("/a/1@0 /b/2@1~1", "/a/1", "root-order")]
    [InlineData("/a/1@0t5 /b/2/long@0t-3", "/b/2/long", "oldest")]
    [InlineData("/a/12 /b/1", "/b/1", "shortest-path")]
    [InlineData("/b/1 /a/2", "/a/2", "first-name")]
    public void The_default_is_most_outside_links_then_root_then_symbolic_links_then_age_then_length_then_bytes(
        string copies, string keeper, string reason) => Check(new KeepRules(), copies, keeper, reason);

    [Theory]
    [InlineData(KeepRule.MostLinks, "/a /b+2", "/b", "most-links")]
    [InlineData(KeepRule.Newest, "/a@0t1 /b@1t2", "/b", "newest")]
    [InlineData(KeepRule.Shallowest, "/a/b/c@0 /dddddddd@1", "/dddddddd", "shallowest")]
    [InlineData(KeepRule.Deepest, "/x /a/b/c", "/a/b/c", "deepest")]
    [InlineData(KeepRule.ShortestName, "/a/bb /long/x", "/long/x", "shortest-name")]
    [InlineData(KeepRule.LongestName, "/a/x /a/yy", "/a/yy", "longest-name")]
    [InlineData(KeepRule.LongestPath, "/a/b@0 /a/bb@1", "/a/bb", "longest-path")]
    [InlineData(KeepRule.PlainName, "/a/x_(1) /a/xxxxxxxx", "/a/xxxxxxxx", "plain-name")]
    public void A_preferred_rule_takes_precedence_over_the_default(
        KeepRule rule, string copies, string keeper, string reason) =>
        Check(new KeepRules { Prefer = [rule] }, copies, keeper, reason);

    [Fact]
    public void Rules_stack_in_the_order_given() => Check(
        new KeepRules { Prefer = [KeepRule.Shallowest, KeepRule.Newest] }, "/a/b/1t9 /c/2t1 /d/3t5", "/d/3",
        "newest, shallowest");

    [Fact]
    public void The_reason_for_dropping_a_copy_shows_the_values_of_both()
    {
        KeepChoice choice = new KeepRules().Choose([Parse("/a/1@0t5"), Parse("/b/2@0t0")]);
        Assert.Equal(
            "oldest (1970-01-01T00:00:05.000000000Z against 1970-01-01T00:00:00.000000000Z)", choice.Verdicts[1].Why);
    }

    [Fact]
    public void Keeping_is_stronger_than_dropping_and_dropping_spares_the_last_copy()
    {
        var all = new KeepPattern(PatternEffect.Drop, "*", (_, _) => true);
        var one = new KeepPattern(PatternEffect.Keep, "b", (_, path) => path.EndsWith("b"u8));
        Candidate[] group = [Parse("/a"), Parse("/b"), Parse("/c")];
        Assert.Equal(["/a"], Staying(new KeepRules { Patterns = [all] }.Choose(group)));
        Assert.Equal(["/b"], Staying(new KeepRules { Patterns = [all, one] }.Choose(group)));
    }

    [Fact]
    public void Without_a_copy_in_a_reference_folder_every_copy_stays()
    {
        var reference = new ProtectedFolder(new ReportName("/ref"), 1, 1) { IsReference = true };
        var rules = new KeepRules
        {
            Protected = [reference, reference with { IsReference = false, Inode = 2 }],
            Patterns = [new KeepPattern(PatternEffect.Drop, "*", (_, _) => true)],
        };
        Candidate guarded = Parse("/never/a") with { ProtectedBy = rules.Protected[1] };
        KeepChoice without = rules.Choose([guarded, Parse("/b"), Parse("/c")]);
        Assert.Equal(
            (3, "no copy is in a reference folder"), (without.Verdicts.Count(one => one.Stays), without.Reason));
        KeepChoice with = rules.Choose(
            [guarded, Parse("/b"), Parse("/ref/a") with { ProtectedBy = reference }, Parse("/c")]);
        Assert.Equal(["/ref/a", "/never/a"], Staying(with));
        Assert.Equal("the others match drop *", with.Reason);
    }

    [Theory]
    [InlineData("/a/1 /a/2 /b/1 /b/2 /c/1", "/a/1 /b/1 /c/1")]
    [InlineData("/a/1 /a/b/1 /a/b/2", "/a/1 /a/b/1")]
    public void Per_folder_the_best_copy_of_each_folder_stays(string copies, string staying)
    {
        var rules = new KeepRules { PerFolder = true, Prefer = [KeepRule.FirstName] };
        KeepChoice choice = rules.Choose([.. copies.Split(' ').Select(Parse)]);
        Assert.Equal(staying, string.Join(' ', Staying(choice)));
        Assert.All(choice.Verdicts.Skip(1), verdict => Assert.Equal(
            verdict.Stays ? "the best in its folder" : "first-name", verdict.Why));
    }

    [Fact]
    public void A_pattern_is_asked_for_the_path_below_the_root_and_for_the_absolute_one()
    {
        var asked = new List<string>();
        var pattern = new KeepPattern(PatternEffect.Keep, "p", (below, path) =>
        {
            asked.Add(System.Text.Encoding.UTF8.GetString(below));
            asked.Add(System.Text.Encoding.UTF8.GetString(path));
            return false;
        });
        Candidate below = Parse("/data/ana/x/y") with { RootPaths = [new ReportName("/data/ana")] };
        Candidate beside = Parse("/data/anabel/y") with { RootPaths = [new ReportName("/data/ana/")] };
        new KeepRules { Patterns = [pattern] }.Choose([below, beside]);
        Assert.Equal(["x/y", "/data/ana/x/y", "", "/data/anabel/y"], asked);
    }

    [Fact]
    public void Rules_out_of_their_range_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new KeepRules { Copies = 0 }.Validate());
        Assert.Throws<ArgumentException>(() => new KeepRules { Prefer = [(KeepRule)99] }.Validate());
    }

    private static void Check(KeepRules rules, string copies, string keeper, string reason)
    {
        KeepChoice choice = rules.Choose([.. copies.Split(' ').Select(Parse)]);
        Assert.Equal((keeper, reason), (choice.Verdicts[0].Copy.Names[0].ToString(), choice.Reason));
    }

    private static Candidate Parse(string text)
    {
        int time = Number(ref text, 't', 0);
        int links = Number(ref text, '~', 0);
        int outside = Number(ref text, '+', 0);
        int root = Number(ref text, '@', int.MaxValue);
        outside = Math.Max(outside, Number(ref text, '+', 0));
        var facts = new FileFacts { Links = (uint)(1 + outside), Modified = new FileTime(time, 0) };
        return new Candidate
        {
            Copy = new PlanCopy
            {
                Names = [new ReportName(text.Replace('_', ' '))],
                Facts = facts,
                SymbolicLinks = [.. Enumerable.Range(0, links).Select(i => new PlanLink
                {
                    Name = new ReportName($"/link{i}"),
                    Target = new ReportName(text),
                    Final = new ReportName(text),
                })],
            },
            Root = root,
        };
    }

    private static int Number(ref string text, char mark, int otherwise)
    {
        int at = text.LastIndexOf(mark);
        if (at < 0 || !int.TryParse(text.AsSpan(at + 1), CultureInfo.InvariantCulture, out int number))
        {
            return otherwise;
        }

        text = text[..at];
        return number;
    }

    private static string[] Staying(KeepChoice choice) =>
        [.. choice.Verdicts.Where(verdict => verdict.Stays).Select(verdict => verdict.Copy.Names[0].ToString())];
}
