using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An object that is acted on.</summary>
/// <param name="group">The group.</param>
/// <param name="copy">The copy.</param>
internal sealed class ObjectTask(PlanGroup group, PlanCopy copy)
{
    internal PlanGroup Group => group;

    internal PlanCopy Copy => copy;

    internal ReportName Name => copy.Names[0];

    /// <summary>Gets or sets what the server said about it.</summary>
    internal ObjectState? State { get; set; }

    /// <summary>Gets or sets the content that the journal keeps, or null if it keeps none.</summary>
    internal byte[]? Content { get; set; }

    /// <summary>Gets or sets the keeper that it was proved equal to.</summary>
    internal ObjectKeeper? Keeper { get; set; }

    /// <summary>Gets or sets the SHA-256 of the content in hex, or empty if it is not known.</summary>
    internal string Digest { get; set; } = "";

    /// <summary>Gets or sets whether another content would certainly have another ETag.</summary>
    internal bool HasETagOfContent { get; set; }

    /// <summary>Gets or sets the intent, or null if it is not acted on.</summary>
    internal JournalIntent? Intent { get; set; }

    /// <summary>Gets or sets the outcome, or null as long as there is none.</summary>
    internal Step? Outcome { get; set; }

    /// <summary>Gets or sets the bytes that acting on it frees.</summary>
    internal long FreedBytes { get; set; }

    /// <summary>
    /// Gets the name of the keeper for messages and the journal, or an empty name if none has to stay.
    /// </summary>
    internal ReportName KeeperName => Keeper?.Name ?? (group.IsAlone ? default : group.Keep[0].Names[0]);
}

/// <summary>A copy that stays: a file, or an object.</summary>
/// <param name="Name">The name.</param>
/// <param name="File">The file, or null.</param>
/// <param name="State">The state of the object, or null.</param>
internal sealed record ObjectKeeper(ReportName Name, HashedFile? File, ObjectState? State)
{
    /// <summary>Gets the facts by which it is recognized.</summary>
    internal FileFacts Facts => File?.Facts ?? State!.FactsOf(Name);
}
