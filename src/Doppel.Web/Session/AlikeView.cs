namespace Doppel.Web;

/// <summary>Folders with the same files, or one with many files of another one.</summary>
/// <param name="Number">Its number, by which it is chosen.</param>
/// <param name="Kind">What the first folder has in common with the others.</param>
/// <param name="ByHand">Whether all of its groups were decided by hand.</param>
/// <param name="Folders">The folders.</param>
internal sealed record AlikeView(int Number, AlikeKind Kind, bool ByHand, IReadOnlyList<AlikeSide> Folders);

/// <summary>One of the folders.</summary>
/// <param name="Path">Its path, for people.</param>
/// <param name="Shared">The number of files in it or below that the others have too.</param>
/// <param name="Going">How many of them go.</param>
/// <param name="Files">The number of all files in it that are not empty; -1 if they were not counted.</param>
/// <param name="FreedBytes">What removing the shared files from it frees.</param>
internal sealed record AlikeSide(string Path, int Shared, int Going, long Files, long FreedBytes);

/// <summary>The folders that are alike.</summary>
/// <param name="Version">The version of the state that it is of.</param>
/// <param name="Survey">The number of the survey: numbers and counts of files are valid for one.</param>
/// <param name="Found">The whole folders first.</param>
internal sealed record AlikeList(long Version, long Survey, IReadOnlyList<AlikeView> Found);
