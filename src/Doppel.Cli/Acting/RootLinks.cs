using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Finds the symbolic links to files below roots, for plans.</summary>
internal static class RootLinks
{
    /// <summary>Returns the links after a single walk of the roots.</summary>
    /// <param name="runner">The runner for the walk.</param>
    /// <param name="settings">The settings, which say which folders to exclude and how to list folders.</param>
    /// <param name="roots">The roots to walk; if empty, nothing is walked.</param>
    /// <param name="problems">The problems found while listing.</param>
    /// <param name="stop">Cancels the operation.</param>
    internal static IReadOnlyList<PlanLink> Search(
        SearchRunner runner, ISearchSettings settings, IReadOnlyList<FindRoot> roots,
        out IReadOnlyList<ReportProblem> problems, CancellationToken stop)
    {
        problems = [];
        if (roots.Count == 0)
        {
            return [];
        }

        // Filters for files do not apply to links to them, but excluded folders stay excluded.
        FindOptions options = SearchRunner.OptionsOf(settings, roots) with
        {
            Filter = new EntryFilter { Exclude = settings.Filter.Exclude },
        };
        using LinkResult found = runner.ListLinks(options, LinkKinds.Symbolic, stop);
        problems = found.Problems;
        return
        [
            .. found.SymbolicLinks
                .Where(static link => link.State == LinkState.File && !link.Final.IsEmpty && !link.Target.IsEmpty)
                .Select(static link => new PlanLink { Name = link.Name, Target = link.Target, Final = link.Final }),
        ];
    }
}
