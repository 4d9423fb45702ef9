namespace Doppel.Finding;

/// <summary>An entry that is not one of the files searched but still belongs to its folder.</summary>
/// <param name="Folder">The folder's id.</param>
/// <param name="Name">The index of its name in the arena.</param>
/// <param name="Target">
/// The index of a symbolic link's target in the arena, or <see cref="NoTarget"/> for an empty file.
/// </param>
internal readonly record struct FolderExtra(int Folder, uint Name, uint Target)
{
    internal const uint NoTarget = uint.MaxValue;
}
