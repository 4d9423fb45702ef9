using System.Text.RegularExpressions;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Tests;

public sealed class SuiteTests
{
    private static readonly string[] s_asked =
    [
        "buffers", "digests", "hashes", "paths", "lists", "opening", "pools", "arrays", "upload",
        "stack", "text", "xml", "signing", "s3", "scanning", "collisions", "finders", "finders-cold",
        "catalog", "scale", "comparing", "gains", "reading", "scenarios", "acting", "media", "s3-memory",
        "s3-tools",
    ];

    private static string Claims => File.ReadAllText(Path.Combine(SourceTree.Root, "docs", "claims.md"));

    [Fact]
    public void Every_suite_that_was_asked_for_is_there_in_its_order() =>
        Assert.Equal(s_asked, Suites.All.Select(suite => suite.Name));

    [Fact]
    public void Every_suite_asks_a_question() =>
        Assert.All(Suites.All, suite => Assert.EndsWith("?", suite.Question, StringComparison.Ordinal));

    // Rows of docs/claims.md: | 0.1 | claim | published | suite | verdict |
    [Fact]
    public void Every_claim_names_a_suite_that_is_there_or_says_why_none()
    {
        HashSet<string> known = [.. Suites.All.Select(suite => $"`{suite.Name}`"), "-"];
        string[][] claims = [.. ClaimRows()];
        Assert.NotEmpty(claims);
        Assert.All(claims, claim =>
            Assert.All(claim[3].Split(", "), suite => Assert.Contains(suite, known)));
    }

    [Fact]
    public void Claims_of_each_source_are_numbered_without_a_gap()
    {
        IGrouping<int, int>[] sources = [.. ClaimRows().Select(claim => claim[0].Split('.'))
            .GroupBy(number => int.Parse(number[0]), number => int.Parse(number[1]))];
        Assert.Equal([0, 1, 2, 3, 4], sources.Select(source => source.Key));
        Assert.All(sources, source => Assert.Equal(Enumerable.Range(1, source.Count()), source));
    }

    [Fact]
    public void Every_claim_has_a_verdict_of_the_three() => Assert.All(ClaimRows(), claim => Assert.Matches(
        @"^\*\*((Holds|Holds in part|No longer holds|Never held)\.\*\* \S.*\.$|To be measured\.\*\*)", claim[4]));

    private static IEnumerable<string[]> ClaimRows() => Claims.Split('\n')
        .Where(line => Regex.IsMatch(line, @"^\| \d\.\d"))
        .Select(line => line.Trim('|', ' ').Split(" | "));
}
