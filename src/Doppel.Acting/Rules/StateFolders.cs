using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Specifies which folders hold the state of programs, such as repositories and caches.</summary>
/// <param name="IsNamed">Tests whether a folder is one by its path. Called with each folder on a path.</param>
/// <param name="Marks">
/// Sets of names: a folder that contains all names of a set is one. A name that ends with '/' must be a folder.
/// </param>
public sealed record StateFolders(NameTest IsNamed, IReadOnlyList<IReadOnlyList<ReportName>> Marks);
