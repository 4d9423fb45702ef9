namespace Doppel.Acting;

/// <summary>What came of one group of a report.</summary>
public sealed record PlanOutcome
{
    /// <summary>What is to be done; null where there is nothing, and then a refusal tells why.</summary>
    public PlanGroup? Group { get; init; }

    /// <summary>Whether all is planned already, with a media group: then nothing is told.</summary>
    public bool IsSuperseded { get; init; }

    /// <summary>Folders that go. Default: none.</summary>
    public IReadOnlyList<PlanFolder> Folders { get; init; } = [];

    /// <summary>Names that are left alone, and why there is nothing to do.</summary>
    public required IReadOnlyList<PlanRefusal> Refusals { get; init; }

    /// <summary>Every copy that was judged, the best keeper first.</summary>
    public required IReadOnlyList<CopyVerdict> Verdicts { get; init; }
}
