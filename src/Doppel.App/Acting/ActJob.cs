using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Carries out a plan.</summary>
/// <param name="environment">The environment.</param>
/// <param name="catalog">The catalog, in which results are kept.</param>
/// <param name="options">What to do, and how.</param>
internal sealed class ActJob(AppEnvironment environment, CatalogSettings catalog, ActOptions options)
{
    /// <summary>Gets or sets whether to count the folders that are left empty.</summary>
    internal bool CountsEmptyFolders { get; init; }

    /// <summary>Acts until everything is done or the token ends it.</summary>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="progress">Counters for another thread.</param>
    /// <param name="take">Takes the result for each name.</param>
    /// <param name="stop">Ends the run early.</param>
    /// <exception cref="UsageException">The journal cannot be written, or another run is in progress.</exception>
    internal ActEnd Run(
        IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups, ActProgress progress,
        Action<ActResult> take, CancellationToken stop) => Journals.Guard(() =>
    {
        using JournalFolder journals = Journals.Open(environment);

        // The search has closed the catalog. What is wrong with it was said then, or will be by the next search.
        using ContentCatalog? known = catalog.Open(environment);
        using var run = new ActRun(
            environment.ChangeableVolume, journals, options with { Catalog = known }, take, progress);
        run.Run(folders, groups, stop);
        return new ActEnd(
            run.Id,
            CountsEmptyFolders && !options.EmptyFolders && !stop.IsCancellationRequested
                ? run.CountEmptyFolders(folders, groups)
                : 0);
    });

    /// <summary>Returns the options that all runs have in common.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="action">What to do.</param>
    /// <param name="roots">The absolute paths of the roots.</param>
    /// <param name="rules">The rules that chose which copies stay.</param>
    internal static ActOptions OptionsOf(
        AppEnvironment environment, ActionKind action, IReadOnlyList<ReportName> roots, KeepRules rules) => new()
        {
            Action = action,
            Version = ProgramVersion.Text,
            Command = Journals.CommandOf(environment),
            Roots = roots,
            ProtectedFolders = [.. rules.Protected.Select(static folder => folder.RealPath)],
            KeepsFolder = folder => rules.Keeps(folder, roots),
            HomeTrash = UserFolders.TrashOf(environment.Environment),
            Time = environment.Clock,
        };
}

/// <summary>The end of a run.</summary>
/// <param name="Id">The ID of the run.</param>
/// <param name="EmptyFolders">The number of folders that were left empty, if they were counted.</param>
internal readonly record struct ActEnd(string Id, long EmptyFolders);
