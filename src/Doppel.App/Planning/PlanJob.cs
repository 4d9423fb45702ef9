using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Plans the groups of a report or search one by one.</summary>
internal sealed class PlanJob : IDisposable
{
    private readonly PlanSource _source;
    private readonly PlanOptions _options;
    private readonly IReadOnlyList<ReportProblem> _ofLinks = [];

    /// <summary>Prepares to plan. With links, the roots are walked for symbolic links to files.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="source">What is planned. Remains owned by the caller.</param>
    /// <param name="options">The options of the plan.</param>
    /// <param name="links">Finds links to files that go; null if no name goes.</param>
    /// <param name="stop">Ends the walk early.</param>
    internal PlanJob(
        AppEnvironment environment, PlanSource source, PlanOptions options, SearchJob? links, CancellationToken stop)
    {
        (_source, _options) = (source, options);
        if (links is not null)
        {
            _options = options with { SymbolicLinks = links.LinksToFiles(source.RootsOf(options), out _ofLinks, stop) };
        }

        Planner = new Planner(environment.ChangeableVolume, _options);
    }

    /// <summary>Gets the planner.</summary>
    internal Planner Planner { get; }

    /// <summary>Gets the problems of the search and of the walk for links, each once.</summary>
    internal IEnumerable<ReportProblem> Problems => _source.Problems.Concat(_ofLinks).Distinct();

    /// <summary>Gets what was left out, once everything is planned.</summary>
    internal IEnumerable<Notice> Notices =>
    [
        .. _source.Notices,
        .. StateList.LeftOut(Planner.StateGroups),
    ];

    /// <summary>Gets whether names, folders that cannot be listed, or the end of the source were left out.</summary>
    internal bool IsPartial => Planner.Summary.Refusals > 0 || Problems.Any()
        || _source.Notices.Any(static notice => notice.Kind == NoticeKind.Incomplete);

    public void Dispose() => Planner.Dispose();

    /// <summary>Plans everything.</summary>
    /// <remarks>
    /// If a rule matches nothing, no part of the plan may be acted on. Therefore nothing is returned until all rules
    /// have matched. This keeps the whole plan in memory, as acting on it also does.
    /// </remarks>
    /// <exception cref="UsageException">The source cannot be read, or a rule matches nothing.</exception>
    internal IEnumerable<PlanOutcome> Outcomes()
    {
        Queue<PlanOutcome> held = [];
        while (_source.PlanNext(Planner) is { } outcome)
        {
            held.Enqueue(outcome);
            while (!_source.IsAnyUnmatched(Planner) && held.TryDequeue(out PlanOutcome? next))
            {
                yield return next;
            }
        }

        _source.RefuseUnmatched(Planner, _options);
        while (held.TryDequeue(out PlanOutcome? rest))
        {
            yield return rest;
        }
    }

    /// <summary>Returns the options of a plan by the rules of a request.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="request">The request.</param>
    /// <param name="begin">The start of the report or search; null if there is none.</param>
    /// <exception cref="UsageException">A reference folder of the report cannot be opened.</exception>
    internal static PlanOptions OptionsOf(AppEnvironment environment, SearchRequest request, ReportBegin? begin) =>
        new()
        {
            Rules = request.Keeping.ToRules(ReferencesOf(environment, request, begin)),
            Isolate = request.Groups.Isolate,
            Companions = request.Keeping.Companions,
            KeepsTags = request.Keeping.KeepsTags,
            TagsTo = request.Keeping.TagsTo,
            Roots = begin?.Roots ?? [],
            WorkingDirectory = begin is { WorkingDirectory.IsEmpty: false }
                ? begin.WorkingDirectory
                : new ReportName(environment.Paths.WorkingDirectory),
            State = request.Keeping.IncludeState
                ? null
                : StateList.Parse(
                    request.Keeping.StateText ?? StateList.Default, environment.Values,
                    environment.Environment("HOME")),
            OwnFolders = UserFolders.StateOf(environment.Environment) is { } state ? [new ReportName(state)] : [],
        };

    // A report of a search with reference folders lists groups that were found by them, so they keep protecting.
    private static IEnumerable<ProtectedFolder> ReferencesOf(
        AppEnvironment environment, SearchRequest request, ReportBegin? begin) => request.References
        .Select(static typed => typed.Folder)
        .Concat(request.SavedReferences.Where(S3Location.Is).Select(static typed =>
            ProtectedFolder.OfObjects(S3Location.Parse(typed.TrimEnd('/')).ToName())))
        .Concat((begin?.References ?? []).Select(name => ReferenceOf(environment, begin!, name)))
        .Select(static folder => folder with { IsReference = true })
        .DistinctBy(static folder => (folder.Device, folder.Inode));

    private static ProtectedFolder ReferenceOf(AppEnvironment environment, ReportBegin begin, ReportName name)
    {
        string text = name.ToString();
        if (S3Location.Is(text))
        {
            return ProtectedFolder.OfObjects(name);
        }

        if (text.StartsWith(ReportSavedVolume.HostPrefix, StringComparison.Ordinal))
        {
            return ProtectedFolder.OfHost(name);
        }

        if (begin.SavedVolumes.Count > 0 && SavedRoots.IsNamedBy(text))
        {
            throw new UsageException(
                $"the report compares with {Quote.Name(name.Bytes)}, a saved volume, whose files cannot be read",
                "connect the disk, and search again with its folder as reference");
        }

        VolumeError error = ProtectedFolder.Look(environment.Volume, name.Bytes, out ProtectedFolder? folder);
        return error.Failed
            ? throw new UsageException(
                $"cannot open {Quote.Name(name.Bytes)}, a reference folder of the report: "
                    + environment.Volume.Describe(error), "mount it, or search again")
            : folder!;
    }
}
