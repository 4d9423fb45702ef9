using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>The groups and folders to plan, from a report, a search or a server.</summary>
internal abstract class PlanSource : IDisposable
{
    /// <summary>Gets the start of the report or search; null if the report does not have one.</summary>
    internal abstract ReportBegin? Begin { get; }

    /// <summary>Gets the problems of the search, or none.</summary>
    internal virtual IReadOnlyList<ReportProblem> Problems => [];

    /// <summary>Gets what the report or search has left out, once everything is planned.</summary>
    internal virtual IEnumerable<Notice> Notices => [];

    public abstract void Dispose();

    /// <summary>Returns the folders below which there may be symbolic links to the files in groups.</summary>
    /// <param name="options">The options of the plan.</param>
    internal abstract IReadOnlyList<FindRoot> RootsOf(PlanOptions options);

    /// <summary>Plans the next group of files or folders.</summary>
    /// <param name="planner">The planner.</param>
    /// <returns>The result for the group; null at the end.</returns>
    /// <exception cref="UsageException">The report cannot be read or is damaged.</exception>
    internal abstract PlanOutcome? PlanNext(Planner planner);

    /// <summary>Rejects rules that match no name, once everything is planned.</summary>
    /// <exception cref="UsageException">A rule matches nothing.</exception>
    internal abstract void RefuseUnmatched(Planner planner, PlanOptions options);

    /// <summary>Returns whether a rule might still turn out to match no name.</summary>
    internal abstract bool IsAnyUnmatched(Planner planner);

    /// <summary>Returns whether roots name a report or plan rather than folders to search.</summary>
    internal static bool IsFile(AppEnvironment environment, IReadOnlyList<string> roots) => roots.Count == 1
        && !SavedRoots.IsNamedBy(roots[0])
        && (roots[0] == "-"
            || environment.Volume.Stat(
                FolderHandle.None, environment.Paths.ToAbsolute(ByteText.ToBytes(roots[0])), LinkPolicy.Follow,
                FactFields.None, out FileFacts facts).Failed
            || facts.Kind != EntryKind.Folder);

    /// <summary>Returns the notice that media groups were left out for lack of --media.</summary>
    internal static IEnumerable<Notice> LeftOut(long mediaGroups) => mediaGroups == 0
        ? []
        :
        [
            new Notice(
                NoticeKind.Media, $"{Count.Of(mediaGroups, "media group")} skipped: use --media to include them"),
        ];
}
