namespace Doppel.Finding;

/// <summary>An entry that is no file of the search, and yet belongs to its folder.</summary>
/// <param name="Folder">The folder's id.</param>
/// <param name="Name">Its name in the arena.</param>
/// <param name="Target">The target of a symbolic link in the arena; <see cref="NoTarget"/> for an empty file.</param>
internal readonly record struct FolderExtra(int Folder, uint Name, uint Target)
{
    internal const uint NoTarget = uint.MaxValue;
}
