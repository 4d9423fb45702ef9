namespace Doppel.Acting;

/// <summary>A folder whose files are acted on, and that is to be removed when they have left it.</summary>
/// <param name="Folder">What the plan says.</param>
/// <param name="Listing">The folder as it was before; null where an interrupted run goes on.</param>
/// <param name="Intents">What the journal says of it and of the folders in it, from below.</param>
internal sealed record FolderTask(PlanFolder Folder, FolderListing? Listing, IReadOnlyList<JournalIntent> Intents)
{
    /// <summary>What is about to be done with the symbolic links in it. Default: nothing.</summary>
    internal IReadOnlyList<NameTask> Links { get; init; } = [];
}
