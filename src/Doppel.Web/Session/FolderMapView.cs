namespace Doppel.Web;

/// <summary>A folder, and those in it with the most redundant bytes.</summary>
/// <param name="Version">The version of the state that it is of.</param>
/// <param name="Here">The folder, and what is in it down to the third level.</param>
/// <param name="Above">The folders above it up to the only root, or to the topmost folder; that one first.</param>
internal sealed record FolderMapView(long Version, FolderShare Here, IReadOnlyList<FolderShare> Above);

/// <summary>What lies in a folder and below.</summary>
/// <param name="Folder">The number of the folder.</param>
/// <param name="Path">Its path, for people.</param>
/// <param name="Copies">The number of copies.</param>
/// <param name="Going">How many of them are to be removed.</param>
/// <param name="Bytes">The redundant bytes: what deleting copies here frees, if those elsewhere stay.</param>
/// <param name="OwnBytes">Those of the copies directly in it.</param>
/// <param name="Use">The rule for this very folder; null if it has none.</param>
/// <param name="Inside">The folders directly in it, as far as they are shown, the most bytes first.</param>
/// <param name="Others">The number of further folders in it.</param>
internal sealed record FolderShare(
    int Folder, string Path, int Copies, int Going, long Bytes, long OwnBytes, FolderUse? Use,
    IReadOnlyList<FolderShare> Inside, int Others);
