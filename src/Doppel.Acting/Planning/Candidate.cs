using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>A copy that may stay or go, with what the rules ask for.</summary>
internal sealed record Candidate
{
    public required PlanCopy Copy { get; init; }

    /// <summary>
    /// The first root of the report that holds one of its names; <see cref="int.MaxValue"/> if not told.
    /// </summary>
    public int Root { get; init; } = int.MaxValue;

    /// <summary>The root's path by name, where known, else empty: as long as the copy's names.</summary>
    public IReadOnlyList<ReportName> RootPaths { get; init; } = [];

    /// <summary>The pattern to keep that something in it matches, where it is a folder; its names are asked apart.
    /// </summary>
    public KeepPattern? KeptBy { get; init; }

    /// <summary>What its tags say, where it is media of a media group.</summary>
    public MediaTags? Tags { get; init; }

    /// <summary>The reference folder above one of its names.</summary>
    public ReferenceFolder? Reference { get; init; }
}
