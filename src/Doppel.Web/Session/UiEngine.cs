using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Web;

/// <summary>
/// Searches, plans and acts as the request says, by the same jobs as the commands of <c>doppel</c>.
/// </summary>
internal sealed partial class UiEngine : IDisposable
{
    private readonly AppEnvironment _environment;
    private readonly SearchRequest _request;
    private readonly BucketClients _clients;
    private readonly OpenRoots? _open;
    private ResolvedRoots? _roots;
    private readonly byte[] _report = [];

    /// <summary>Opens what is reviewed.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="request">What is searched, or the report, and the rules.</param>
    /// <exception cref="UsageException">A root or a report cannot be opened, or an option has no effect.</exception>
    internal UiEngine(AppEnvironment environment, SearchRequest request)
    {
        (_environment, _request) = (environment, request);
        _clients = new BucketClients(environment, request.Connection);
        if (PlanSource.IsFile(environment, request.Roots))
        {
            string file = request.Roots[0];
            Title = ShownText.Of(ByteText.ToBytes(file));
            if (file == "-")
            {
                throw new UsageException(
                    "doppel ui cannot read a report from standard input", "give the name of a file");
            }

            RefuseSavedReferences();
            _report = environment.Paths.ToAbsolute(ByteText.ToBytes(file));
            using Stream stream = OpenReport();
            Begin = Read(stream).Begin;
        }
        else
        {
            _open = request.Open(environment, _clients);
            _allRoots = _open.Resolved;
            RootNames = [.. _allRoots.Names.Skip(_allRoots.References).Select(static root => ShownText.Of(root))];
            Search(_allRoots);
        }

        Basis = BasisOf(Begin);
        Reviews = ReviewFile.Of(environment.Environment, _allRoots?.Names ?? [new ReportName(_report)]);
    }

    /// <summary>Gets where choices are kept; null if there is no place for them.</summary>
    internal ReviewFile? Reviews { get; }

    /// <summary>Gets the only root on a disk, for people; empty if there are several, or a report is shown.</summary>
    internal string Root => !IsReport && RootsOnDisks is [ReportName root] ? ShownText.Of(root) : "";

    /// <summary>Gets the roots or the name of the report, for people.</summary>
    internal string Title { get; private set; } = "";

    /// <summary>Gets whether a report is shown instead of a search.</summary>
    internal bool IsReport => _roots is null;

    /// <summary>Gets whether the user sits in front of the desktop of this computer.</summary>
    internal bool HasDesktop => Desktop.IsHere(_environment.Environment);

    /// <summary>Gets the options of plans with the rules of the command line.</summary>
    internal PlanOptions Basis { get; private set; }

    /// <summary>Gets the volume with the files.</summary>
    internal IChangeableVolume Volume => _environment.ChangeableVolume;

    internal IReadOnlyList<ReportName> RootsOnDisks => OnDisks(Basis.Roots);

    private ReportBegin? Begin { get; set; }

    /// <summary>Closes the saved volumes and the connections to servers.</summary>
    public void Dispose()
    {
        _open?.Dispose();
        _clients.Dispose();
    }

    /// <summary>Searches, or reads the report.</summary>
    /// <exception cref="UsageException">The report cannot be read or is damaged.</exception>
    internal LoadedGroups Load(FindProgress progress, CancellationToken stop) =>
        IsReport ? LoadReport(stop) : Search(progress, stop);

    /// <summary>Finds the symbolic links to files below the roots, which would break if their targets went.</summary>
    internal IReadOnlyList<PlanLink> Links(CancellationToken stop) => NewSearch(new PageObserver()).LinksToFiles(
        _roots?.Roots.FindAll(static root => root.Volume is not SavedVolume)
            ?? ReportSource.FoldersOf(_environment.Volume, Basis with { Roots = RootsOnDisks }),
        out _, stop);

    /// <summary>Returns the sentence about rules of the command line that match nothing; null if all do.</summary>
    internal string? WhyUnmatched(Planner planner)
    {
        try
        {
            RuleCheck.RefuseUnmatchedPatterns(planner, Basis.Roots);
            return null;
        }
        catch (UsageException unmatched)
        {
            return unmatched.Message;
        }
    }

    // What is found, and what is planned, refers to these roots.
    private void Search(ResolvedRoots roots)
    {
        _roots = roots;
        Title = string.Join(", ", roots.Names.Select(static root => ShownText.Of(root)));
        Begin = ReportStart.Of(_environment, roots);
        Basis = BasisOf(Begin);
        Filters = FiltersOf(roots, _allRoots!);
    }

    private SearchJob NewSearch(PageObserver observer) => new(_environment, _request, observer);

    // Saved volumes are no folders to look up: what is on them stays without a rule.
    private PlanOptions BasisOf(ReportBegin? begin) => PlanJob.OptionsOf(
        _environment, _request, begin is null ? null : begin with { References = OnDisks(begin.References) });

    private LoadedGroups Search(FindProgress progress, CancellationToken stop)
    {
        var observer = new PageObserver();
        using FindResult result = NewSearch(observer).Find(
            SearchSource.OptionsOf(_request, _roots!), stop, progress);
        var loader = new GroupLoader(static name => name);
        foreach (ReportMediaGroup group in result.MediaGroups)
        {
            loader.Add(group);
        }

        foreach (ReportGroup group in result.Groups)
        {
            loader.Add(group);
        }

        return new LoadedGroups(loader.Complete())
        {
            FolderGroups =
            [
                .. result.FolderGroups.Select(FolderGroup.Of), .. result.ContainedFolders.Select(FolderGroup.Of),
            ],
            EmptyFolders = [.. result.EmptyFolders.Select(static folder => folder.Name)],
            Tunings = Tunings(),
            Files = result.Summary.Files,
            IsComplete = result.Summary.Complete,
            Problems = [.. _open!.Buckets.WithProblems(result.Problems).Take(LoadedGroups.ProblemsMax)],
            ProblemCount = _open.Buckets.ProblemCount + result.Problems.Count,
            Notices =
            [
                .. observer.Notices,
                .. new SearchNotices(result, _open, BucketPrices.Default, command: "doppel find ").All,
            ],
        };
    }

    private LoadedGroups LoadReport(CancellationToken stop)
    {
        var loader = new GroupLoader(name => ReportSavedVolume.Holds(name) ? name : Basis.ToAbsolute(name));

        // Media take precedence, but follow the other groups in a report.
        if (_request.Media.IsOn)
        {
            ReadAll(
                reader =>
                {
                    if (reader.Kind == ReportItemKind.MediaGroup)
                    {
                        loader.Add(reader.MediaGroup);
                    }
                },
                stop);
        }

        long media = 0;
        List<FolderGroup> folders = [];
        List<ReportName> empty = [];
        ReportReader end = ReadAll(
            reader =>
            {
                if (reader.Kind == ReportItemKind.Group)
                {
                    loader.Add(reader.Group);
                }

                media += reader.Kind == ReportItemKind.MediaGroup && !_request.Media.IsOn ? 1 : 0;
                AddFolders(reader, folders, empty);
            },
            stop);
        return new LoadedGroups(loader.Complete())
        {
            Files = end.Summary?.Files ?? 0,
            IsComplete = !end.EndedEarly && !stop.IsCancellationRequested && end.Summary is not { Complete: false },
            MediaNotShown = media,
            FolderGroups = [.. folders.Select(Absolute)],
            EmptyFolders = [.. empty.Select(Basis.ToAbsolute)],
        };
    }

    private static void AddFolders(ReportReader reader, List<FolderGroup> groups, List<ReportName> empty)
    {
        switch (reader.Kind)
        {
            case ReportItemKind.FolderGroup:
                groups.Add(FolderGroup.Of(reader.FolderGroup));
                break;
            case ReportItemKind.ContainedFolder:
                groups.Add(FolderGroup.Of(reader.ContainedFolder));
                break;
            case ReportItemKind.EmptyFolder:
                empty.Add(reader.EmptyFolder.Name);
                break;
        }
    }

    private FolderGroup Absolute(FolderGroup group) => group with
    {
        Folders = [.. group.Folders.Select(folder => folder with { Name = Basis.ToAbsolute(folder.Name) })],
    };

    private ReportReader ReadAll(Action<ReportReader> take, CancellationToken stop)
    {
        using Stream stream = OpenReport();
        ReportReader reader = Read(stream);
        try
        {
            while (!stop.IsCancellationRequested && reader.Read())
            {
                take(reader);
            }
        }
        catch (Exception failure) when (failure is ReportFormatException or IOException)
        {
            throw ReportSource.Unreadable(Title, failure.Message);
        }

        return reader;
    }

    private Stream OpenReport() => ReportSource.Open(ByteText.FromBytes(_report), Title);

    private ReportReader Read(Stream stream)
    {
        try
        {
            return ReportReader.Open(stream);
        }
        catch (Exception failure) when (failure is ReportFormatException or IOException)
        {
            throw ReportSource.Unreadable(Title, failure.Message);
        }
    }
}
