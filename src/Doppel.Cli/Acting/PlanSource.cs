using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>The groups and folders to plan, from a report or a search.</summary>
internal abstract class PlanSource : IDisposable
{
    private long _mediaLeft;

    /// <summary>Gets the start of the report or search; null if the report does not have one.</summary>
    internal abstract ReportBegin? Begin { get; }

    /// <summary>
    /// Gets the warning for a report or search that ended early, once it is at its end; null if it is complete.
    /// </summary>
    internal abstract string? LeftOut { get; }

    /// <summary>Gets the problems of the search, or none.</summary>
    internal virtual IReadOnlyList<ReportProblem> Problems => [];

    /// <summary>Gets what the search has left open, or nothing.</summary>
    internal virtual IEnumerable<string> Warnings => [];

    /// <summary>Gets the message about media groups skipped for lack of --media; null if there are none.</summary>
    internal string? MediaLeft => MediaText.Left(_mediaLeft);

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

    /// <summary>Returns whether operands name a report or plan rather than folders to search.</summary>
    internal static bool IsFile(CommandHost host, IReadOnlyList<string> operands) => operands.Count == 1
        && !SavedRoots.IsNamedBy(operands[0])
        && (operands[0] == "-"
            || host.Volume.Stat(
                FolderHandle.None, host.Paths.ToAbsolute(ByteText.ToBytes(operands[0])), LinkPolicy.Follow,
                FactFields.None, out FileFacts facts).Failed
            || facts.Kind != EntryKind.Folder);

    /// <summary>Counts a media group that is left out.</summary>
    protected void LeaveMedia() => _mediaLeft++;
}
