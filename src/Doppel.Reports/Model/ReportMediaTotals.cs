namespace Doppel.Reports;

/// <summary>Totals for media files.</summary>
public sealed record ReportMediaTotals
{
    /// <summary>Gets the number of media groups.</summary>
    public long Groups { get; init; }

    /// <summary>Gets the number of copies in all media groups.</summary>
    public long Copies { get; init; }

    /// <summary>Gets the total redundant bytes of all media groups.</summary>
    public long RedundantBytes { get; init; }

    /// <summary>Gets the number of contents that look like media but could not be compared.</summary>
    public long NotComparable { get; init; }
}
