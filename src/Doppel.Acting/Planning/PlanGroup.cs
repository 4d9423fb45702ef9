using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>What is to become of the copies of one content, or of files of one sound or picture.</summary>
/// <remarks>A claim, and no proof: whoever acts compares every byte again. Immutable, so thread-safe.</remarks>
public sealed record PlanGroup
{
    /// <summary>Length of the content in bytes; of media that of the payload.</summary>
    public required long Size { get; init; }

    /// <summary>What makes the files one where they are no copies; null where they are.</summary>
    public PlanMedia? Media { get; init; }

    /// <summary>How the report says that equality was shown; null where it was not told.</summary>
    public Proof? Proof { get; init; }

    /// <summary>XXH3-128 of the content, or the payload, as the report gives it, where it does.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>The copies that stay, at least one; the first is the keeper that others are joined with.</summary>
    public required IReadOnlyList<PlanCopy> Keep { get; init; }

    /// <summary>Why the keeper was chosen, as people read it.</summary>
    public required string Reason { get; init; }

    /// <summary>The copies to act on, in order.</summary>
    public required IReadOnlyList<PlanCopy> Drop { get; init; }
}
