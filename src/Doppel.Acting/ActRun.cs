using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Carries out plans: acts on each name of each dropped copy in turn, in batches.</summary>
/// <remarks>
/// <para>
/// Every content that existed before has a name at every instant. Before the first step of a batch, its intents are in
/// the journal.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
public sealed partial class ActRun : IDisposable
{
    /// <summary>
    /// The size in bytes up to which the journal keeps the content of an object, if the bucket keeps no versions.
    /// </summary>
    public const int ObjectBytesKept = ObjectState.ContentBytesMax;

    private readonly IChangeableVolume _volume;
    private readonly JournalFolder _journals;
    private readonly ActOptions _options;
    private readonly Action<ActResult> _onResult;
    private readonly JournalWriter _journal;
    private readonly PlanKeeper _plan;
    private readonly ActLog _log;
    private readonly TrashBin _bin;
    private readonly FolderRemoval _removal;
    private readonly EmptiedRemoval _emptied;

    /// <summary>Creates a run. Its journal is on disk when the constructor returns.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="journals">The folder for the journal. Must not be disposed before the run.</param>
    /// <param name="options">Configures the run.</param>
    /// <param name="onResult">Receives the result for each name, in plan order.</param>
    /// <param name="progress">Counts what is finished. Optional.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public ActRun(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, Action<ActResult> onResult,
        ActProgress? progress = null)
        : this(volume, journals, options, onResult, Begin(journals, options), progress)
    {
    }

    private ActRun(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, Action<ActResult> onResult,
        JournalWriter journal, ActProgress? progress)
    {
        ArgumentNullException.ThrowIfNull(volume);
        (_volume, _journals, _options, _onResult, _journal) = (volume, journals, options, onResult, journal);
        _plan = new PlanKeeper(volume, journals, journal, options.Version);
        _log = new ActLog(journal, options, onResult, progress ?? new ActProgress());
        _bin = new TrashBin(volume, options);
        _removal = new FolderRemoval(volume, _bin, options, _log);
        _emptied = new EmptiedRemoval(volume, options, _log, _removal);
    }

    /// <summary>Gets the id of the run.</summary>
    public string Id => _journal.Id;

    /// <summary>Gets the action performed on the duplicates.</summary>
    public ActionKind Action => _options.Action;

    /// <summary>Carries out a plan for files.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Run(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation) => Run([], groups, cancellation);

    /// <summary>Carries out a plan.</summary>
    /// <param name="folders">The folders of the plan, which are handled first.</param>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Run(
        IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        groups = Action.RemovesNames() ? groups : [.. groups.Where(static group => !group.IsOfCompanions)];
        NoteDevices(groups);
        _emptied.Expect(folders, groups);
        _plan.Begin(folders, groups);
        if (groups.Any(static group => group.IsMerging))
        {
            // Keepers get their tags before the first batch is in the journal.
            _plan.Sync();
        }

        _journal.Commit();
        _log.Expect(folders.Sum(static folder => folder.Names), groups);
        CarryOut(folders, new Dictionary<ReportName, FolderTask>(), groups, cancellation);
        _emptied.Remove(cancellation);
        End(cancellation);
    }

    /// <summary>
    /// Removes files or objects because the user wants them to go, even if nothing else has their content. Each is
    /// removed only if nothing about it has changed since it was listed.
    /// </summary>
    /// <remarks>
    /// The action is <see cref="ActionKind.Trash"/> for files that can come back, otherwise
    /// <see cref="ActionKind.Delete"/>. There is no plan to resume: after an interruption, the run is undone, or the
    /// command repeated.
    /// </remarks>
    /// <param name="copies">
    /// The files, with all their names that are to go, or the objects. Their facts are those of the list.
    /// </param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Remove(IReadOnlyList<PlanCopy> copies, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(copies);
        PlanGroup[] groups = [.. copies.Select(PlanGroup.Alone)];
        _log.Expect(0, groups);
        CarryOut([], new Dictionary<ReportName, FolderTask>(), groups, cancellation);
        End(CancellationToken.None);
    }

    /// <summary>Counts the folders from which the plan removes names and which are empty now.</summary>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="groups">The groups of the plan.</param>
    /// <returns>The number of folders that <see cref="ActOptions.EmptyFolders"/> would have removed.</returns>
    public long CountEmptyFolders(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        return _emptied.Count(folders, groups);
    }

    /// <summary>Closes the journal.</summary>
    public void Dispose()
    {
        _plan.Dispose();
        _journal.Dispose();
        _removal.Dispose();
        _bin.Dispose();
    }

    // One kind of place after the other. What is in buckets or on other machines comes last, since it takes longest.
    private void CarryOut(
        IReadOnlyList<PlanFolder> folders, IReadOnlyDictionary<ReportName, FolderTask> begun,
        IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        foreach (IGroupActor actor in Actors(folders, begun))
        {
            using (actor)
            {
                foreach (ActBatch batch in actor.Prepare(groups, cancellation))
                {
                    foreach (JournalIntent intent in batch.Intents)
                    {
                        _journal.Add(intent);
                    }

                    _plan.Sync();
                    _journal.Commit();
                    batch.Act();
                }
            }
        }
    }

    private IEnumerable<IGroupActor> Actors(
        IReadOnlyList<PlanFolder> folders, IReadOnlyDictionary<ReportName, FolderTask> begun)
    {
        var whole = new FolderActor(_volume, _options, _log, _plan, _bin, _removal, begun);
        yield return new LocalActor(_volume, _journals, _options, _log, _bin, whole, folders);

        // For all objects of the run, so that no kind of digest is tried twice.
        var store = new ObjectStore(_options.Buckets!, _options.Time);
        var proof = new ObjectProof(store, _options.DownloadBytesMax, _options.Trust);
        yield return new BucketFileActor(_volume, _options, _log, store, proof);
        yield return new HostFileActor(_volume, _options, _log);
        yield return new ObjectActor(_volume, _options, _log, store, proof);
    }

    private static JournalWriter Begin(JournalFolder journals, ActOptions options)
    {
        ArgumentNullException.ThrowIfNull(journals);
        ArgumentNullException.ThrowIfNull(options);
        if (options.BatchNames is < 1 or > 65_536)
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.BatchNames, "BatchNames must be 1 to 65536.");
        }

        if (options.RecipeBytesMax is < 0 or > 1L << 40)
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.RecipeBytesMax, "RecipeBytesMax must be 0 to 1099511627776.");
        }

        return journals.Begin(new JournalRun
        {
            Version = options.Version,
            Action = options.Action,
            Options = JournalOptions.Of(options),
            Started = options.Time.GetUtcNow(),
            Command = options.Command,
            Roots = [.. options.Roots.Take(JournalRun.RootsMax)],
        });
    }

    // The plan has device numbers too, and a run that is resumed needs to know what they meant.
    private void NoteDevices(IReadOnlyList<PlanGroup> groups)
    {
        foreach (PlanCopy copy in groups.SelectMany(static group => group.Keep.Concat(group.Drop)))
        {
            _journal.NoteDevice(copy.Facts.Device, copy.Names[0]);
        }

        ReadOnlyMemory<byte> target = _options.MoveTo;
        if (PlanPaths.RootLength(target.Span) > 0
            && !_volume.OpenFolderStrictly(target.Span, out FolderHandle folder, out FileFacts facts).Failed)
        {
            _volume.Close(folder);
            _journal.NoteDevice(facts.Device, new ReportName(PlanPaths.Below(target.Span, "/x"u8)));
        }
    }

    private void End(CancellationToken cancellation)
    {
        if (!cancellation.IsCancellationRequested)
        {
            _journal.AddEnd();
            _journal.Commit();
            _plan.End();
        }
    }
}
