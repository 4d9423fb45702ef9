using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli.Roots;

/// <summary>Where to search.</summary>
/// <param name="Roots">The roots for the engine.</param>
/// <param name="Names">Their absolute paths, for the report.</param>
/// <param name="Labels">How each was typed, for output that people read.</param>
internal sealed record ResolvedRoots(List<FindRoot> Roots, List<ReportName> Names, List<ReportName> Labels);
