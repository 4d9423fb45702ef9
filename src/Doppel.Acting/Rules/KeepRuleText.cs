using System.Globalization;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Provides the words for rules and describes what a rule sees in a copy.</summary>
public static class KeepRuleText
{
    private static readonly string[] s_words =
    [
        "outside-links", "most-links", "root-order", "symbolic-links", "newest", "oldest", "shallowest", "deepest",
        "shortest-name", "longest-name", "plain-name", "most-companions", "most-tags", "largest-cover",
        "oldest-taken", "shortest-path", "longest-path", "newest-folder", "oldest-folder", "first-name",
    ];

    /// <summary>Gets the words of all rules, in the order of <see cref="KeepRule"/>.</summary>
    public static IReadOnlyList<string> Words => s_words;

    /// <summary>Returns the name of the option that protects a folder.</summary>
    internal static string WordOf(ProtectedFolder folder) => folder.IsReference ? "reference" : "never";

    /// <summary>Returns the word of a rule, such as <c>outside-links</c>.</summary>
    public static string WordOf(KeepRule rule) => s_words[(int)rule];

    /// <summary>
    /// Returns the value that the rule compares, such as <c>2 names outside</c>, or an empty string if that is the name
    /// itself.
    /// </summary>
    internal static string See(KeepRule rule, Candidate candidate) => rule switch
    {
        KeepRule.OutsideLinks => Count(candidate.Copy.OutsideNames, "name") + " outside",
        KeepRule.MostLinks => Count(candidate.Copy.Facts.Links, "name"),
        KeepRule.RootOrder => candidate.Root == int.MaxValue ? "no root" : $"root {candidate.Root + 1L}",
        KeepRule.SymbolicLinks => Count(candidate.Copy.SymbolicLinks.Count, "symbolic link"),
        KeepRule.MostCompanions => Count(candidate.Companions, "companion"),
        KeepRule.MostTags => TagWorth.Of(candidate.Tags).ToString(),
        KeepRule.LargestCover => candidate.Tags is { CoverBytes: > 0 } tags
            ? $"a cover of {Count(tags.CoverBytes, "byte")}" : "no cover",
        KeepRule.OldestTaken => candidate.Tags?.Taken is { } taken
            ? taken.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) : "no date",
        KeepRule.Newest or KeepRule.Oldest => Time(candidate.Copy.Facts.Modified),
        KeepRule.Shallowest or KeepRule.Deepest =>
            $"level {Math.Abs(KeepOrder.Rank(rule, candidate)).ToString(CultureInfo.InvariantCulture)}",
        KeepRule.NewestFolder or KeepRule.OldestFolder => Time(KeepOrder.FolderTime(rule, candidate)),
        KeepRule.ShortestName or KeepRule.LongestName or KeepRule.ShortestPath or KeepRule.LongestPath =>
            Count(Math.Abs(KeepOrder.Rank(rule, candidate)), "byte"),
        KeepRule.PlainName => KeepOrder.Rank(rule, candidate) == 0 ? "plain" : "marked as a copy",
        _ => "",
    };

    private static string Count(long number, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{number} {noun}{(number == 1 ? "" : "s")}");

    private static string Time(FileTime? modified) =>
        modified is { } seen ? new ReportTime(seen.Seconds, seen.Nanoseconds).ToString() : "no time";
}
