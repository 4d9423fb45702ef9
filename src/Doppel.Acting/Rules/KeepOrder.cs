using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Compares copies by a single rule.</summary>
internal static class KeepOrder
{
    private static readonly FileTime s_first = new(long.MinValue, 0);
    private static readonly FileTime s_last = new(long.MaxValue, 0);

    /// <summary>Compares two copies. Returns less than 0 if the left one is the better keeper.</summary>
    public static int Compare(KeepRule rule, Candidate left, Candidate right) => rule switch
    {
        KeepRule.Newest => right.Copy.Facts.Modified.CompareTo(left.Copy.Facts.Modified),
        KeepRule.Oldest => left.Copy.Facts.Modified.CompareTo(right.Copy.Facts.Modified),
        KeepRule.NewestFolder => Compare(FolderTime(rule, right), FolderTime(rule, left), s_first),
        KeepRule.OldestFolder => Compare(FolderTime(rule, left), FolderTime(rule, right), s_last),
        KeepRule.MostTags => TagWorth.Of(right.Tags).CompareTo(TagWorth.Of(left.Tags)),
        KeepRule.FirstName => First(left).CompareTo(First(right)),
        _ => Rank(rule, left).CompareTo(Rank(rule, right)),
    };

    /// <summary>Returns the value that a numeric rule compares. The lowest value is the best keeper.</summary>
    public static long Rank(KeepRule rule, Candidate candidate) => rule switch
    {
        KeepRule.OutsideLinks => -candidate.Copy.OutsideNames,
        KeepRule.MostLinks => -(long)candidate.Copy.Facts.Links,
        KeepRule.RootOrder => candidate.Root,
        KeepRule.LargestCover => -(candidate.Tags?.CoverBytes ?? 0),
        KeepRule.OldestTaken => candidate.Tags?.Taken?.Ticks ?? long.MaxValue,
        KeepRule.MostCompanions => -candidate.Companions,
        KeepRule.SymbolicLinks => -candidate.Copy.SymbolicLinks.Count,
        _ => candidate.Copy.Names.Min(name => RankOfName(rule, name.Bytes)),
    };

    /// <summary>
    /// Returns the modification time of the folder of the name that the rule judges by, or null if unknown.
    /// </summary>
    public static FileTime? FolderTime(KeepRule rule, Candidate candidate)
    {
        if (candidate.FolderTimes.Count == 0)
        {
            return null;
        }

        return rule == KeepRule.NewestFolder ? candidate.FolderTimes.Max() : candidate.FolderTimes.Min();
    }

    private static int Compare(FileTime? left, FileTime? right, FileTime unknown) =>
        (left ?? unknown).CompareTo(right ?? unknown);

    private static long RankOfName(KeepRule rule, ReadOnlySpan<byte> path)
    {
        ReadOnlySpan<byte> name = path[(path.LastIndexOf((byte)'/') + 1)..];
        return rule switch
        {
            KeepRule.Shallowest => path.Count((byte)'/'),
            KeepRule.Deepest => -path.Count((byte)'/'),
            KeepRule.ShortestName => name.Length,
            KeepRule.LongestName => -name.Length,
            KeepRule.PlainName => CopyMarks.Has(name) ? 1 : 0,
            KeepRule.ShortestPath => path.Length,
            KeepRule.LongestPath => -path.Length,
            _ => throw new ArgumentOutOfRangeException(nameof(rule), rule, "The rule does not go by a number."),
        };
    }

    private static ReportName First(Candidate candidate) => candidate.Copy.Names.Min();
}
