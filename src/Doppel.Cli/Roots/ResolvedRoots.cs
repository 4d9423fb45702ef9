using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The roots of a search.</summary>
/// <param name="Roots">The roots for the engine.</param>
/// <param name="Names">The absolute path of each root, for the report.</param>
/// <param name="Labels">Each root as typed, for human-readable output.</param>
internal sealed record ResolvedRoots(List<FindRoot> Roots, List<ReportName> Names, List<ReportName> Labels);
