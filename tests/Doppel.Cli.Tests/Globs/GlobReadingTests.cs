using System.Text;
using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Globs;

/// <summary>All options and commands read a GLOB as the help of --include says.</summary>
public sealed class GlobReadingTests
{
    [Fact]
    public void A_search_reads_patterns_as_the_help_says()
    {
        (int refused, int less) = (0, 0);
        int cases = TestRun.Count(400, 10_000);
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + cases; seed++)
        {
            var one = new GlobCase(seed);
            string[]? searched = Search(one);
            Assert.True(one.IsRefused() == searched is null, $"seed {seed}: {one} refused: {searched is null}");
            refused += searched is null ? 1 : 0;
            if (searched is not null)
            {
                string[] expected = [.. one.Searched().Order(StringComparer.Ordinal)];
                less += expected.Length < one.Files.Count ? 1 : 0;
                Assert.True(
                    expected.SequenceEqual(searched),
                    $"seed {seed}: {one} of {string.Join(' ', one.Files)}: {string.Join(' ', searched)} "
                        + $"instead of {string.Join(' ', expected)}");
            }
        }

        // Otherwise the generator no longer tests anything.
        Assert.InRange(refused, cases / 50, cases / 2);
        Assert.InRange(less, cases / 5, cases);
    }

    [Fact]
    public void Keep_and_drop_read_patterns_as_exclude_does()
    {
        int cases = TestRun.Count(2_000, 50_000);
        int matched = 0;
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + cases; seed++)
        {
            var one = new GlobCase(seed);
            if (one.Pattern.EndsWith('/'))
            {
                continue;
            }

            KeepPattern pattern = ContextOf(one).ParsePattern((PatternEffect)(seed % 2), one.Pattern);
            foreach (string root in one.Roots.Where(one.Folders.Contains))
            {
                foreach (string file in one.Files.Where(file => GlobCase.IsIn(file, root)))
                {
                    bool expected = one.Matches(file, root, isFolder: false);
                    matched += expected ? 1 : 0;
                    Assert.True(
                        expected == pattern.Test(
                            Encoding.UTF8.GetBytes(GlobCase.BelowOf(file, root)), Encoding.UTF8.GetBytes(file)),
                        $"seed {seed}: --keep '{one.Pattern}' in {one.WorkingDirectory} on {file} in {root}");
                }
            }
        }

        Assert.InRange(matched, cases / 5, int.MaxValue);
    }

    [Theory]
    [InlineData("find")]
    [InlineData("list-links")]
    [InlineData("delete --dry-run")]
    [InlineData("plan")]
    [InlineData("watch")]
    [InlineData("catalog verify")]
    public void Every_command_that_searches_refuses_a_pattern_that_leads_outside_the_roots(string command)
    {
        using TempTree tree = new();
        tree.AddFile("in/a", "same");
        foreach (string pattern in (string[])[$"{tree.Folder}/out/**", "/nowhere", "../out/*"])
        {
            using var host = new TestHost { Environment = { ["XDG_CACHE_HOME"] = $"{tree.Folder}/cache" } };
            host.Paths = new RootPaths(Encoding.UTF8.GetBytes($"{tree.Folder}/in"));
            int code = host.Run([.. command.Split(' '), "--exclude", pattern, $"{tree.Folder}/in"]);
            Assert.Equal(2, code);
            Assert.Contains("leads outside of everything", host.Errors, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_pattern_with_a_path_that_matched_nothing_is_named()
    {
        using TempTree tree = new();
        tree.AddFile("in/a", "same");
        using var host = new TestHost();
        host.Run("find", "--no-catalog", "--exclude", "b/**", "--exclude", "*.b", $"{tree.Folder}/in");
        Assert.Contains("doppel: --exclude 'b/**' matched nothing\n", host.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("*.b", host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Objects_and_saved_volumes_match_by_the_names_that_reports_show()
    {
        var place = new GlobPlace("/w"u8.ToArray());
        Assert.True(Glob.Parse("s3://b/p/**"u8, place).Matches("x"u8, "s3://b/p/x"u8, isFolder: false));
        Assert.True(Glob.Parse("catalog:usb/a/*"u8, place).Matches("x"u8, "catalog:usb/a/x"u8, isFolder: false));
        Assert.False(Glob.Parse("/a/*"u8, place).Matches("x"u8, "catalog:usb/a/x"u8, isFolder: false));
        Assert.False(Glob.Parse("s3://b/p/**"u8, place).MayMatchIn("s3://b/q"u8));
        Assert.True(Glob.Parse("s3://b/p/**"u8, place).MayMatchIn("s3://b"u8));
        Assert.False(Glob.Parse("s3://b/p/**"u8, place).MayMatchIn("/b"u8));
    }

    [Fact]
    public void Special_characters_of_the_working_directory_are_taken_literally()
    {
        var place = new GlobPlace("/w/[a]*"u8.ToArray());
        Assert.True(Glob.Parse("./x"u8, place).Matches("x"u8, "/w/[a]*/x"u8, isFolder: false));
        Assert.False(Glob.Parse("./x"u8, place).Matches("x"u8, "/w/aa/x"u8, isFolder: false));
    }

    private static ValueParser ContextOf(GlobCase one) =>
        new(new FixedClock(), one.Volume, new RootPaths(Encoding.UTF8.GetBytes(one.WorkingDirectory)));

    // Returns null if the pattern is refused.
    private static string[]? Search(GlobCase one)
    {
        var paths = new RootPaths(Encoding.UTF8.GetBytes(one.WorkingDirectory));
        var settings = new FilterSettings();
        List<Glob> globs = [ContextOf(one).ParseGlob(one.Pattern)];
        (settings.Include, settings.Exclude) = one.IsInclude ? (globs, settings.Exclude) : (settings.Include, globs);
        var resolver = new RootResolver(one.Volume, paths, new SavedRoots(folder: null));
        ResolvedRoots roots = resolver.Resolve([.. one.Roots], [], [], []);
        try
        {
            GlobCheck.Refuse(settings, one.Volume, paths, roots);
        }
        catch (UsageException)
        {
            return null;
        }

        var options = new FindOptions
        {
            Roots = roots.Roots,
            Filter = settings.ToFilter(),
            Uniques = true,
            Threads = 1,
        };
        using FindResult result = Finder.Find(options, null, CancellationToken.None);
        Assert.Empty(result.Problems);
        IEnumerable<ReportCopy> copies =
        [
            .. result.Groups.SelectMany(static group => group.Copies), .. result.Uniques.Select(static one => one.Copy),
        ];
        return [.. copies.SelectMany(static copy => copy.Names).Select(static name => name.ToString())
            .Order(StringComparer.Ordinal)];
    }
}
