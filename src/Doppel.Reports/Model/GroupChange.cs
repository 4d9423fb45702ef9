namespace Doppel.Reports;

/// <summary>What has become of a group of duplicates.</summary>
public sealed record GroupChange
{
    /// <summary>Gets what has happened.</summary>
    public required GroupChangeKind Kind { get; init; }

    /// <summary>
    /// Gets the number of the group. It keeps its number while files of it stay together, and no other group ever gets
    /// that number.
    /// </summary>
    public required long Id { get; init; }

    /// <summary>Gets the group as it is now, or null if it is gone.</summary>
    public ReportGroup? Group { get; init; }

    /// <summary>Gets the group as it was, or null if it is new.</summary>
    public ReportGroup? Before { get; init; }
}

/// <summary>The totals of the groups at a time.</summary>
public sealed record ChangeTotals
{
    /// <summary>Gets the totals of the search that has just ended.</summary>
    public required ReportSummary Summary { get; init; }

    /// <summary>Gets whether nothing has changed since that search began.</summary>
    public required bool IsCurrent { get; init; }

    /// <summary>Gets the time.</summary>
    public required ReportTime Time { get; init; }
}

/// <summary>Specifies what has happened to a group of duplicates.</summary>
public enum GroupChangeKind
{
    /// <summary>The group was not there before.</summary>
    New,

    /// <summary>The group has other copies, or their names or metadata have changed.</summary>
    Changed,

    /// <summary>The group is no longer there: fewer than two of its files are still equal.</summary>
    Gone,
}
