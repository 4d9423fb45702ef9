namespace Doppel.Finding;

/// <summary>Folders of which all but one could go: equal ones, or one that another holds all of.</summary>
/// <param name="First">Where the first of them stands among the members; it stays.</param>
/// <param name="Count">How many they are.</param>
/// <param name="IsContained">
/// Whether there are two, and the second is contained in the first, rather than equal to it.
/// </param>
internal readonly record struct FolderFind(int First, int Count, bool IsContained);
