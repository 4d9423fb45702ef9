namespace Doppel.Web;

/// <summary>A folder, and those in it with the most redundant bytes.</summary>
/// <param name="Version">The version of the state that it is of.</param>
/// <param name="Here">The folder.</param>
/// <param name="Above">The folders above it up to the only root, or to the topmost folder; that one first.</param>
/// <param name="Inside">The folders directly in it, the most bytes first.</param>
/// <param name="Others">The number of further folders in it.</param>
/// <param name="OtherBytes">Their redundant bytes.</param>
internal sealed record FolderMapView(
    long Version, FolderShare Here, IReadOnlyList<FolderShare> Above, IReadOnlyList<FolderShare> Inside, int Others,
    long OtherBytes);

/// <summary>What lies in a folder and below.</summary>
/// <param name="Folder">The number of the folder.</param>
/// <param name="Path">Its path, for people.</param>
/// <param name="Copies">The number of copies.</param>
/// <param name="Bytes">The redundant bytes.</param>
/// <param name="Use">The rule for this very folder; null if it has none.</param>
internal sealed record FolderShare(int Folder, string Path, int Copies, long Bytes, FolderUse? Use);
