namespace Doppel.Finding;

/// <summary>What one thread records about folders while listing them.</summary>
internal sealed class FolderNotes(PathTree tree) : IDisposable
{
    private readonly NameArena.Writer _names = new(tree.Arena);

    /// <summary>Gets the symbolic links and empty files that are not among the files searched.</summary>
    internal NativeList<FolderExtra> Extras { get; } = new();

    /// <summary>
    /// Gets the folders that were not listed because a root that is the same folder had already been.
    /// </summary>
    internal List<(PathId Folder, PathId Root)> Nested { get; } = [];

    public void Dispose() => Extras.Dispose();

    internal void AddMarks(PathId folder, FolderMarks marks) => tree.AddMarks(folder, marks);

    internal void AddLink(PathId folder, ReadOnlySpan<byte> name, ReadOnlySpan<byte> target) =>
        Extras.Add(new FolderExtra(folder.Value, _names.Add(name), _names.Add(target)));

    internal void AddEmptyFile(PathId folder, ReadOnlySpan<byte> name) =>
        Extras.Add(new FolderExtra(folder.Value, _names.Add(name), FolderExtra.NoTarget));

    internal void AddNested(PathId folder, PathId root) => Nested.Add((folder, root));
}

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
