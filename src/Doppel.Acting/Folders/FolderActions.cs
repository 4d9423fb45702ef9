using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// Contains the actions that a <see cref="PlanFolder"/> expands to, entry by entry, based on its current content.
/// </summary>
public sealed record FolderActions
{
    internal FolderActions(FolderListing listing) => Listing = listing;

    /// <summary>Gets the files to act on, each paired with the file in the folder that is kept.</summary>
    public required IReadOnlyList<PlanGroup> Groups { get; init; }

    /// <summary>Gets the symbolic links to remove with the folder, if the action removes its files.</summary>
    public required IReadOnlyList<ReportName> Links { get; init; }

    /// <summary>
    /// Gets the folders to remove once they are empty, deepest first. The folder itself is the last one.
    /// </summary>
    public required IReadOnlyList<ReportName> Folders { get; init; }

    /// <summary>
    /// Gets a name that is a hard link to a file in the folder that is kept, and is therefore never removed. Empty if
    /// there is none.
    /// </summary>
    public required ReportName Linked { get; init; }

    internal FolderListing Listing { get; }
}
