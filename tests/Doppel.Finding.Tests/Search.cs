using System.Text;
using Doppel.Reports;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Runs a search on a test volume and shows its result in a form that tests can spell out.</summary>
internal static class Search
{
    /// <summary>Options for roots on one volume.</summary>
    internal static FindOptions Options(IVolume volume, params string[] roots) => new()
    {
        Roots = [.. roots.Select(root => new FindRoot(volume, Encoding.UTF8.GetBytes(root)))],
        Threads = 2,
    };

    internal static FindResult Run(FindOptions options) =>
        Finder.Find(options, null, TestContext.Current.CancellationToken);

    /// <summary>The groups, a line each: size, then copies parted by '|', names of a copy joined by '='.</summary>
    internal static string Groups(FindResult result) => string.Join('\n', result.Groups.Select(Line));

    internal static string Uniques(FindResult result) =>
        string.Join('\n', result.Uniques.Select(unique => $"{unique.Size}: {Names(unique.Copy)}"));

    /// <summary>The problems, a line each: path, step, reason.</summary>
    internal static string Problems(FindResult result) =>
        string.Join('\n', result.Problems.Select(problem => $"{problem.Path} {problem.Step} {problem.Reason}"));

    /// <summary>Searches and compares groups, and problems if they are given.</summary>
    internal static void Check(FindOptions options, string groups, string problems = "")
    {
        using FindResult result = Run(options);
        Assert.Equal(Lines(problems), Problems(result));
        Assert.Equal(Lines(groups), Groups(result));
        Assert.True(result.Summary.Complete);
        Assert.Equal(result.Groups.Count(), result.Summary.Groups);
        Assert.Equal(result.Groups.Sum(group => group.RedundantBytes), result.Summary.RedundantBytes);
        Assert.Equal(result.Groups.Sum(group => group.Copies.Count - 1), result.Summary.RedundantFiles);
        Assert.Equal(result.Problems.Count, result.Summary.Problems);
    }

    internal static byte[] Random(int seed, int bytes)
    {
        byte[] content = new byte[bytes];
        new Random(seed).NextBytes(content);
        return content;
    }

    /// <summary>A copy of content with one byte changed.</summary>
    internal static byte[] Flip(byte[] content, int at)
    {
        byte[] changed = [.. content];
        changed[at] ^= 1;
        return changed;
    }

    private static string Line(ReportGroup group) => $"{group.Size}: {string.Join(" | ", group.Copies.Select(Names))}";

    private static string Names(ReportCopy copy) => string.Join('=', copy.Names);

    private static string Lines(string text) => text.ReplaceLineEndings("\n").Trim('\n');
}
