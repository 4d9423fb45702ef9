using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Configures how a plan is created.</summary>
public sealed record PlanOptions
{
    /// <summary>
    /// Gets the rules that choose the copies to keep. Default: keep one copy, chosen by the default order.
    /// </summary>
    public KeepRules Rules { get; init; } = new();

    /// <summary>Gets the roots of the report, which its copies refer to. Default: none are known.</summary>
    public IReadOnlyList<ReportName> Roots { get; init; } = [];

    /// <summary>Gets the base of relative names in the report. An absolute path.</summary>
    public required ReportName WorkingDirectory { get; init; }

    /// <summary>
    /// Gets the symbolic links whose <see cref="PlanLink.Final"/> may be a name of a copy. Default: none are known.
    /// </summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>
    /// Gets whether <see cref="PlanCopy.Changes"/> also compares attributes and flags. This opens each copy and
    /// requires an <see cref="Doppel.Volumes.IChangeableVolume"/>. Default: false.
    /// </summary>
    public bool ComparesExtras { get; init; }

    /// <summary>
    /// Gets whether to plan a group only if, after refusals, it has names in at least two roots. Default: false.
    /// </summary>
    public bool Isolate { get; init; }

    /// <summary>
    /// Gets whether a media file stays if it has tags that its keeper lacks, other than byproducts of programs
    /// (<see cref="Media.TagKinds.IsByproduct"/>). Default: false, and the plan lists these tags.
    /// </summary>
    public bool KeepsTags { get; init; }

    /// <summary>
    /// Gets what happens to the companions of files to act on. Default: they go along if equal ones stay. Use
    /// <see cref="CompanionChoice.Ignore"/> for actions that leave every name in place.
    /// </summary>
    public CompanionChoice Companions { get; init; }

    /// <summary>
    /// Gets where the tags of media files that go are added. A file stays if that is not possible, and
    /// <see cref="KeepsTags"/> applies to media of other formats. Default: nowhere.
    /// </summary>
    public TagTarget TagsTo { get; init; }

    /// <summary>
    /// Gets whether objects in buckets may be removed, in groups of objects alone and where a reference says which
    /// copies stay. Otherwise they are left out. Default: false.
    /// </summary>
    public bool TakesObjects { get; init; }

    /// <summary>
    /// Gets the absolute paths of folders that are already planned to be removed. Names in them are refused, as after
    /// <see cref="Planner.Plan(ReportFolderGroup)"/>. Default: none.
    /// </summary>
    public IReadOnlyList<ReportName> RemovedFolders { get; init; } = [];

    /// <summary>
    /// Gets the folders with the state of programs. Nothing in them is changed, except below a root in one of them.
    /// Default: none.
    /// </summary>
    public StateFolders? State { get; init; }

    /// <summary>
    /// Gets the absolute names of files that are already planned to go although their folders stay. Default: none.
    /// </summary>
    public IReadOnlyList<ReportName> RemovedFiles { get; init; } = [];

    /// <summary>Returns the absolute form of a name in the report.</summary>
    public ReportName ToAbsolute(ReportName name) => PlanPaths.ToPlain(name, WorkingDirectory, out _);

    /// <summary>
    /// Gets the absolute paths of Doppel's own folders. Nothing below them is changed. They need not exist.
    /// </summary>
    public IReadOnlyList<ReportName> OwnFolders { get; init; } = [];
}
