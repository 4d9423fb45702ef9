namespace Doppel.Web;

/// <summary>Two folders with files in common.</summary>
/// <param name="Pair">The number of the pair.</param>
/// <param name="Groups">The number of contents that are in both.</param>
/// <param name="Bytes">Their size.</param>
/// <param name="First">The first folder.</param>
/// <param name="Second">The second folder.</param>
internal sealed record PairView(int Pair, int Groups, long Bytes, PairSide First, PairSide Second);

/// <summary>One folder of a pair.</summary>
/// <param name="Path">Its path, for people.</param>
/// <param name="Copies">The number of files in it or below that are also in the other one.</param>
/// <param name="Going">How many of them go.</param>
/// <param name="Files">The number of all files in it; -1 if they were not counted.</param>
internal sealed record PairSide(string Path, int Copies, int Going, long Files);

/// <summary>The pairs of folders with files in common.</summary>
/// <param name="Version">The version of the state that it is of.</param>
/// <param name="Survey">The number of the survey: numbers of pairs and counts of files are valid for one.</param>
/// <param name="Pairs">The pairs.</param>
internal sealed record PairsView(long Version, long Survey, IReadOnlyList<PairView> Pairs);
