using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>What a <see cref="PlanFolder"/> comes to, entry by entry, as its folders are now.</summary>
public sealed record FolderActions
{
    internal FolderActions(FolderListing listing) => Listing = listing;

    /// <summary>The files to act on, each against the file of the folder that stays.</summary>
    public required IReadOnlyList<PlanGroup> Groups { get; init; }

    /// <summary>Symbolic links that go with the folder where its files leave it.</summary>
    public required IReadOnlyList<ReportName> Links { get; init; }

    /// <summary>The folders to remove once they are empty, from below; the folder itself is the last.</summary>
    public required IReadOnlyList<ReportName> Folders { get; init; }

    /// <summary>
    /// A name that is a hard link of a file in the folder that stays, and so is never removed; empty if there is none.
    /// </summary>
    public required ReportName Linked { get; init; }

    /// <summary>The folder as it was listed.</summary>
    internal FolderListing Listing { get; }
}
