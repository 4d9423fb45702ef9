using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Continues an interrupted run in the same journal.</content>
public sealed partial class ActRun
{
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

        // Hashes of the finished names, because a run may have many millions of them.
        HashSet<Digest128> done = [];
        IReadOnlyList<JournalIntent> folders = Recover(
            journal, devices, done, retriesUnsuccessful: true, out Dictionary<ReportName, FileFacts> merged);
        PlanGroup[] groups = [.. NotDone(devices, 0, plan.Groups, done).Select(group => WithMerged(group, merged))];
        Dictionary<ReportName, FolderTask> begun = [];
        foreach (PlanFolder folder in plan.Folders.Where(folder => plan.Begun.ContainsKey(folder.Name)))
        {
            (int part, List<PlanGroup> files) = plan.Begun[folder.Name];
            JournalIntent[] own =
                [.. folders.Where(intent => PlanPaths.IsAtOrBelow(intent.Name.Bytes, folder.Name.Bytes))];
            if (own.Length > 0)
            {
                begun[folder.Name] = new FolderTask(folder, null, [.. own.Where(intent => !IsIn(done, intent.Name))])
                {
                    Files = NotDone(devices, part, files, done),
                };
            }
        }

        _log.Expect(
            plan.Folders.Where(folder => !begun.ContainsKey(folder.Name)).Sum(static folder => folder.Names),
            groups.Concat(begun.Values.SelectMany(static task => task.Files)));
        _emptied.Expect(folders, plan.Folders, done);
        CarryOut(plan.Folders, begun, groups, cancellation);
        _emptied.Remove(cancellation);
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
        Recover(journal, new DeviceNumbers(journal, _volume), [], retriesUnsuccessful: false, out _);
        End(CancellationToken.None);
    }

    // Returns the intents for folders that were to be removed.
    private List<JournalIntent> Recover(
        JournalReader journal, DeviceNumbers devices, HashSet<Digest128> done, bool retriesUnsuccessful,
        out Dictionary<ReportName, FileFacts> merged)
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
                    done.Add(Xxh3.Hash128(intent.Name.Bytes));
                }
                else if (retriesUnsuccessful && isNoted && outcome.Status is ActStatus.Skipped or ActStatus.Failed
                    && intent.Facts.Kind != EntryKind.Folder)
                {
                    _log.Supersede(intent.Number);
                }

                if (intent.Facts.Kind == EntryKind.Folder)
                {
                    if (isDone && _removal.IsThere(intent))
                    {
                        done.Remove(Xxh3.Hash128(intent.Name.Bytes));
                    }

                    folders.Add(intent);
                }
            }
        }

        using var recovery = new Recovery(_volume, _journals, journal, devices, _options);
        merged = recovery.RecoverTags();
        foreach ((JournalIntent intent, Step? outcome, string digest) in recovery.Recover())
        {
            // A power failure may have undone what the journal, on another disk or written later, notes as done.
            if (outcome is not { IsDone: true })
            {
                done.Remove(Xxh3.Hash128(intent.Name.Bytes));
            }

            if (outcome is not { } step)
            {
                _log.Supersede(intent.Number);
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
                done.Add(Xxh3.Hash128(intent.Name.Bytes));
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

    private static PlanGroup[] NotDone(
        DeviceNumbers devices, int part, IEnumerable<PlanGroup> groups, HashSet<Digest128> done) =>
    [
        .. groups.Select(group => devices.Renew(part, group)).Select(group => group with
        {
            Drop =
            [
                .. group.Drop.Select(copy => copy with
                {
                    Names = [.. copy.Names.Where(name => !IsIn(done, name))],
                }).Where(static copy => copy.Names.Count > 0),
            ],
        }).Where(static group => group.Drop.Count > 0),
    ];

    // A keeper that has got its tags before the interruption is no longer the file of the plan.
    private static PlanGroup WithMerged(PlanGroup group, Dictionary<ReportName, FileFacts> merged) =>
        group.IsMerging && merged.TryGetValue(group.TagsTo, out FileFacts facts)
            ? group with { Keep = [group.Keep[0] with { Facts = facts }, .. group.Keep.Skip(1)] }
            : group;

    private static bool IsIn(HashSet<Digest128> done, ReportName name) => done.Contains(Xxh3.Hash128(name.Bytes));
}
