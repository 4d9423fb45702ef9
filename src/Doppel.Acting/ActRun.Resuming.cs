using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Continues an interrupted run in the same journal.</content>
public sealed partial class ActRun
{
    // Hashes of the finished names, because a run may have many millions of them.
    private readonly HashSet<Digest128> _doneNames = [];

    /// <summary>Opens an interrupted run.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="journals">The journal folder. Must not be disposed before the run.</param>
    /// <param name="id">The id of the run.</param>
    /// <param name="version">The version of the program.</param>
    /// <param name="time">The clock.</param>
    /// <param name="onResult">Receives the result for each name, in plan order.</param>
    /// <param name="progress">Counts what is finished. Optional.</param>
    /// <param name="catalog">See <see cref="ActOptions.Catalog"/>. Default: there is none.</param>
    /// <param name="buckets">See <see cref="ActOptions.Buckets"/>. Default: objects are skipped.</param>
    /// <returns>The run. Call <see cref="Resume"/> or <see cref="Clear"/> next.</returns>
    /// <exception cref="JournalException">The run has ended or cannot be resumed.</exception>
    public static ActRun Continue(
        IChangeableVolume volume, JournalFolder journals, string id, string version, TimeProvider time,
        Action<ActResult> onResult, ActProgress? progress = null, ContentCatalog? catalog = null,
        Func<string, S3Client>? buckets = null)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(journals);
        ArgumentNullException.ThrowIfNull(time);
        JournalRun head;
        using (JournalReader reader = journals.Read(id))
        {
            head = reader.Run;
        }

        JournalWriter journal = journals.Continue(id, time.GetUtcNow());
        if (head is not { Options: { } stored, Action: { } action })
        {
            throw new JournalException($"{id} cannot be resumed; undo it instead");
        }

        ActOptions options = stored.ToActOptions(action, version, time) with
        {
            Catalog = catalog,
            Buckets = buckets,
        };
        return new ActRun(volume, journals, options, onResult, journal, progress);
    }

    /// <summary>
    /// Finishes the run: recovers the names that it had started on, and acts on the remaining ones. Each file is proved
    /// again. What the journal notes as done is looked at, since a power failure may have undone it.
    /// </summary>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be read or written, or the plan of the run is lost or damaged.
    /// </exception>
    public void Resume(CancellationToken cancellation)
    {
        using JournalReader journal = _journals.Read(Id);
        KeptPlan plan = _plan.Read(journal);
        var devices = new DeviceNumbers(journal, _volume);
        if (devices.WhereElse() is { } elsewhere)
        {
            throw new JournalException(elsewhere);
        }

        IReadOnlyList<JournalIntent> folders = Recover(journal, devices, retriesUnsuccessful: true);
        PlanGroup[] groups = NotDone(devices, 0, plan.Groups);
        Dictionary<ReportName, PlanGroup[]> begun = plan.Begun.ToDictionary(
            static one => one.Key, one => NotDone(devices, one.Value.Part, one.Value.Groups));
        Expect(
            [.. plan.Folders.Where(folder => !begun.ContainsKey(folder.Name))],
            [.. groups, .. begun.Values.SelectMany(static one => one)]);
        ExpectEmptied(folders, plan.Folders);
        foreach (PlanFolder folder in plan.Folders)
        {
            if (cancellation.IsCancellationRequested)
            {
                return;
            }

            JournalIntent[] own =
            [
                .. folders.Where(intent => PlanPaths.IsAtOrBelow(intent.Name.Bytes, folder.Name.Bytes)),
            ];
            if (own.Length == 0 || !begun.TryGetValue(folder.Name, out PlanGroup[]? rest))
            {
                Run(folder, cancellation);
                continue;
            }

            RunGroups(rest, cancellation);
            own = [.. own.Where(intent => !_doneNames.Contains(Xxh3.Hash128(intent.Name.Bytes)))];
            if (own.Length > 0)
            {
                _leaving.Add(new FolderTask(folder, null, own));
                _batchNames += own.Length;
            }
        }

        CarryOutBatch(cancellation);
        RunGroups(OfFiles(groups), cancellation);
        CarryOutBatch(cancellation);
        RunFilesOfObjects(groups, cancellation);
        RunFilesOfHosts(groups, cancellation);
        RunObjects(groups, cancellation);
        RemoveEmptied(cancellation);
        End(cancellation);
    }

    /// <summary>
    /// Rolls back half-done changes and ends the run. Completed changes are kept and can be undone. The remaining names
    /// are not acted on.
    /// </summary>
    /// <exception cref="JournalException">The journal cannot be read or written.</exception>
    public void Clear()
    {
        using JournalReader journal = _journals.Read(Id);
        Recover(journal, new DeviceNumbers(journal, _volume), retriesUnsuccessful: false);
        End(CancellationToken.None);
    }

    // Returns the intents for folders that were to be removed.
    private List<JournalIntent> Recover(JournalReader journal, DeviceNumbers devices, bool retriesUnsuccessful)
    {
        List<JournalIntent> folders = [];
        foreach (JournalBatch batch in devices.Batches())
        {
            foreach (JournalIntent intent in batch.Intents)
            {
                bool isNoted = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome);
                bool isDone = isNoted && outcome.Status is ActStatus.Done or ActStatus.Idle;
                if (isDone)
                {
                    _doneNames.Add(Xxh3.Hash128(intent.Name.Bytes));
                }
                else if (retriesUnsuccessful && isNoted && outcome.Status is ActStatus.Skipped or ActStatus.Failed
                    && intent.Facts.Kind != EntryKind.Folder)
                {
                    _journal.Add(JournalOutcome.Superseded(intent.Number));
                }

                if (intent.Facts.Kind == EntryKind.Folder)
                {
                    if (isDone && _emptied.IsThere(intent))
                    {
                        _doneNames.Remove(Xxh3.Hash128(intent.Name.Bytes));
                    }

                    folders.Add(intent);
                }
            }
        }

        using var recovery = new Recovery(_volume, _journals, journal, devices, _options);
        foreach ((JournalIntent intent, Step? outcome, string digest) in recovery.Recover())
        {
            // A power failure may have undone what the journal, on another disk or written later, notes as done.
            if (outcome is not { IsDone: true })
            {
                _doneNames.Remove(Xxh3.Hash128(intent.Name.Bytes));
            }

            if (outcome is not { } step)
            {
                _journal.Add(JournalOutcome.Superseded(intent.Number));
                continue;
            }

            _journal.Add(new JournalOutcome(intent.Number, step.Status, step.Reason, digest));
            _onResult(new ActResult(intent.Name, intent.Keeper, step.Status, step.Reason, 0)
            {
                IsLink = !intent.OldTarget.IsEmpty,
                IsOfEmptiedFolder = !intent.LinkText.IsEmpty,
            });
            if (step.IsDone)
            {
                _doneNames.Add(Xxh3.Hash128(intent.Name.Bytes));
            }
        }

        if (!retriesUnsuccessful)
        {
            recovery.RemoveLocks();
        }

        // Nobody looks again at what is left of a name that is tried once more.
        _journal.FlushChanged();
        _journal.Commit();
        return folders;
    }

    private PlanGroup[] NotDone(DeviceNumbers devices, int part, IReadOnlyList<PlanGroup> groups) =>
    [
        .. groups.Select(group => devices.Renew(part, group)).Select(group => group with
        {
            Drop =
            [
                .. group.Drop.Select(copy => copy with
                {
                    Names = [.. copy.Names.Where(name => !_doneNames.Contains(Xxh3.Hash128(name.Bytes)))],
                }).Where(static copy => copy.Names.Count > 0),
            ],
        }).Where(static group => group.Drop.Count > 0),
    ];

    private void End(CancellationToken cancellation)
    {
        _states.Save();
        if (!cancellation.IsCancellationRequested)
        {
            _journal.AddEnd();
            _journal.Commit();
            _plan.End();
        }
    }
}
