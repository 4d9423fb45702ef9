namespace Doppel.Web;

/// <summary>Folders with the same files, or one with many files of another one.</summary>
/// <param name="Kind">What they have in common.</param>
/// <param name="Folders">
/// The folders. What <see cref="Kind"/> says is about the first one; the second one, if any, is the other one.
/// </param>
/// <param name="Contents">The contents that they share, by their numbers.</param>
/// <param name="FreedBytes">For each folder, the bytes that removing its copies of these contents frees.</param>
internal sealed record AlikeFolders(
    AlikeKind Kind, IReadOnlyList<int> Folders, IReadOnlyList<int> Contents, IReadOnlyList<long> FreedBytes)
{
    /// <summary>Returns whether the copies in a folder can be removed, as the others have them.</summary>
    internal bool CanClear(int place) =>
        place == 0 || (place > 0 && place < Folders.Count && Kind is AlikeKind.Same or AlikeKind.Shares);

    /// <summary>Returns whether the copies in all of these folders can be removed.</summary>
    internal bool CanClearAll(IReadOnlyList<int> places) => places.All(CanClear)
        && (Kind == AlikeKind.Elsewhere || places.Distinct().Count() < Folders.Count);
}

/// <summary>What folders have in common.</summary>
internal enum AlikeKind
{
    /// <summary>Each has every content of the others.</summary>
    Same,

    /// <summary>The second one has every content of the first one.</summary>
    Contained,

    /// <summary>Every content of the only one is also elsewhere, but in no folder beside it all of them.</summary>
    Elsewhere,

    /// <summary>At least half of the files of the first one are in the second one.</summary>
    Shares,
}
