namespace Doppel.Acting;

/// <summary>Represents a folder whose files are acted on, and which is removed once it is empty.</summary>
/// <param name="Folder">The planned folder.</param>
/// <param name="Listing">The folder as it was before the run, or null if an interrupted run is continued.</param>
/// <param name="Intents">The journal intents for the folder and its subfolders, deepest first.</param>
internal sealed record FolderTask(PlanFolder Folder, FolderListing? Listing, IReadOnlyList<JournalIntent> Intents)
{
    /// <summary>Gets the tasks for the symbolic links in it. Default: none.</summary>
    internal IReadOnlyList<NameTask> Links { get; init; } = [];
}
