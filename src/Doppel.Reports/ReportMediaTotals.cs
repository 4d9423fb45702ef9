namespace Doppel.Reports;

/// <summary>Totals about media.</summary>
public sealed record ReportMediaTotals
{
    /// <summary>Media groups.</summary>
    public long Groups { get; init; }

    /// <summary>Copies in all of them.</summary>
    public long Copies { get; init; }

    /// <summary>Sum of the redundant bytes of media groups.</summary>
    public long RedundantBytes { get; init; }

    /// <summary>Contents that look like media and were not comparable.</summary>
    public long NotComparable { get; init; }
}
