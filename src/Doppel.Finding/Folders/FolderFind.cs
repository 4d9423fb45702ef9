namespace Doppel.Finding;

/// <summary>Folders of which all but one are redundant: equal folders, or one that another folder contains.</summary>
/// <param name="First">The index of the first folder among the members; this folder stays.</param>
/// <param name="Count">The number of folders.</param>
/// <param name="IsContained">
/// Whether this is a pair whose second folder is contained in the first, rather than a set of equal folders.
/// </param>
internal readonly record struct FolderFind(int First, int Count, bool IsContained);
