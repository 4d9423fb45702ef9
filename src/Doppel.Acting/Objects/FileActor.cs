using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket or on another machine.</summary>
/// <remarks>
/// As for other files, a name is moved aside and checked, then the keeper is looked at once more, and then the file,
/// right before it goes. Not thread-safe, but deletes in parallel, since each file may take requests.
/// </remarks>
internal abstract class FileActor : IGroupActor
{
    // The most files that are open and leased at a time.
    private const int FilesAtOnce = 64;

    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes");

    private readonly Preparation _preparation;
    private readonly NameRemoval _removal;
    private readonly FileProof _proof;
    private readonly Rescue _rescue;
    private readonly Lock _rescuing = new();
    private readonly List<FileTask> _batch = [];

    /// <summary>Creates an actor.</summary>
    protected FileActor(IChangeableVolume volume, ActOptions options, ActLog log)
    {
        (Volume, Options, Log) = (volume, options, log);
        Folders = new FolderPool(volume);
        _removal = new NameRemoval(volume);
        _proof = new FileProof(volume);
        _rescue = new Rescue(volume, new FileCopier(volume, _proof));

        // A symbolic link cannot lead to a copy elsewhere.
        _preparation = new Preparation(volume, Folders, bin: null, options with { RetargetLinks = false }, log.Numbers);
    }

    /// <summary>Gets the most copies elsewhere that a file is compared with.</summary>
    protected static int KeepersMax => 8;

    /// <summary>Gets the options of the run.</summary>
    protected ActOptions Options { get; }

    /// <summary>Gets what receives what becomes of the files.</summary>
    protected ActLog Log { get; }

    /// <summary>Gets the volume of the files.</summary>
    protected IChangeableVolume Volume { get; }

    /// <summary>The pool of open folders.</summary>
    protected FolderPool Folders { get; }

    /// <summary>Gets what sends requests.</summary>
    protected ObjectRequests Requests { get; } = new();

    public void Dispose()
    {
        // Files are left from a batch whose intents the journal could not take.
        CloseFiles();
        Folders.Dispose();
        _proof.Dispose();
    }

    public IEnumerable<ActBatch> Prepare(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        foreach ((PlanGroup Group, PlanCopy Copy)[] next in Choose(groups, cancellation).SelectMany(
            static lot => lot.SelectMany(static group => group.Drop, static (group, copy) => (group, copy))
                .Chunk(FilesAtOnce)))
        {
            LookAhead(next.Select(static one => one.Group), cancellation);
            foreach ((PlanGroup group, PlanCopy copy) in next)
            {
                if (!Folders.HasRoomFor(2 * copy.Names.Count))
                {
                    foreach (ActBatch full in EndBatch(cancellation))
                    {
                        yield return full;
                    }
                }

                if (cancellation.IsCancellationRequested)
                {
                    break;
                }

                FileTask? task = Prepare(group, copy, cancellation);
                _batch.AddRange(task is null ? [] : [task]);
                Log.Progress.Finish(0, task is null ? copy.Facts.Size : 0);
            }

            foreach (ActBatch full in EndBatch(cancellation))
            {
                yield return full;
            }
        }
    }

    /// <summary>Returns the groups that this actor acts on, lot by lot, each as soon as it can be acted on.</summary>
    protected abstract IEnumerable<IReadOnlyList<PlanGroup>> Choose(
        IReadOnlyList<PlanGroup> groups, CancellationToken cancellation);

    /// <summary>Looks at what the next copies are compared with.</summary>
    protected virtual void LookAhead(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
    }

    /// <summary>Opens a copy, and proves it equal to one that stays.</summary>
    /// <returns>Why it has to stay, or null if it may go.</returns>
    protected abstract Step? Prove(
        PlanGroup group, PlanCopy copy, out HashedFile? file, out DistantCopy? keeper, CancellationToken cancellation);

    /// <summary>Prepares <see cref="WhyNotKeptAsync"/> for files whose intents are in the journal.</summary>
    protected virtual void BeginDeleting(IReadOnlyList<FileTask> tasks, CancellationToken cancellation)
    {
    }

    /// <summary>Returns why a name must not be touched although its copy may go, or null.</summary>
    protected virtual Step? WhyNot(NameTask name) => null;

    /// <summary>
    /// Returns why the copy that stays may not be there any more, right before a name goes that is moved aside.
    /// </summary>
    protected abstract ValueTask<Step?> WhyNotKeptAsync(FileTask task, JournalIntent intent);

    // Returns the copy, or null if all its names are skipped.
    private FileTask? Prepare(PlanGroup group, PlanCopy copy, CancellationToken cancellation)
    {
        HashedFile? file = null;
        DistantCopy? keeper = null;
        void Tell(ReportName name, Step why) => Log.Tell(name, group.Keep[0].Names[0], why, 0);
        Step? against = Requests.Guard(() => Prove(group, copy, out file, out keeper, cancellation));
        CopyTask? task = null;
        if (against is { } step)
        {
            foreach (ReportName name in copy.Names)
            {
                Tell(name, step);
            }
        }
        else
        {
            // The owner of a copy elsewhere does not matter here.
            FileFacts facts = keeper!.Facts with { Owner = copy.Facts.Owner, Group = copy.Facts.Group };
            var found = new FoundKeeper(default, keeper.Name, facts, new FileExtras(0, []), Mount: 0);
            task = _preparation.Prepare(group, found, copy, Tell);
        }

        if (task is not null)
        {
            return new FileTask(task, file!, keeper!);
        }

        file?.Dispose();
        return null;
    }

    private IEnumerable<ActBatch> EndBatch(CancellationToken cancellation)
    {
        if (_batch.Count > 0)
        {
            foreach (FileTask task in _batch)
            {
                Log.AddKept(task.Copy.Group.Keep, task.Keeper.Name);
            }

            yield return new ActBatch(
                _batch.SelectMany(static task => task.Copy.Names.Select(
                    name => name.Intent with { Digest = task.File.Digest })),
                () => Delete(cancellation));
        }

        CloseFiles();
        Folders.Clear();
    }

    private void CloseFiles()
    {
        foreach (FileTask task in _batch)
        {
            task.File.Dispose();
        }

        _batch.Clear();
    }

    private void Delete(CancellationToken cancellation)
    {
        BeginDeleting(_batch, cancellation);
        Step[][] outcomes = [.. _batch.Select(static task => new Step[task.Copy.Names.Count])];
        Requests.Run(
            _batch.Count,
            async (i, _) =>
            {
                for (int name = 0; name < outcomes[i].Length; name++)
                {
                    outcomes[i][name] = cancellation.IsCancellationRequested
                        ? Step.Skip(ActResult.Interrupted)
                        : await DeleteAsync(_batch[i], _batch[i].Copy.Names[name]).ConfigureAwait(false);
                }
            },
            (i, why) => Array.Fill(outcomes[i], why),
            cancellation);
        foreach ((FileTask task, Step[] steps) in _batch.Zip(outcomes))
        {
            IReadOnlyList<NameTask> names = task.Copy.Names;
            for (int i = 0; i < names.Count; i++)
            {
                Log.Conclude(
                    names[i], steps[i], task.File.Digest, i == names.Count - 1 ? task.Copy.Copy.FreedBytes : 0);
            }
        }

        Log.Commit();
    }

    private async ValueTask<Step> DeleteAsync(FileTask task, NameTask name)
    {
        if (WhyNot(name) is { } refused)
        {
            return refused;
        }

        // Much time may have passed since it was read. The other names of a file change its ctime as they go.
        if (name == task.Copy.Names[0] && !task.File.IsUnchanged)
        {
            return s_changed;
        }

        if (_removal.Begin(name.Place, name.Temporary, task) is { } ended)
        {
            return ended;
        }

        Step? against = await Requests.GuardAsync(() => WhyNotKeptAsync(task, name.Intent)).ConfigureAwait(false);
        Step step = _removal.Finish(name.Place, name.Temporary, task, against);
        lock (_rescuing)
        {
            return step.IsDone
                ? _rescue.IfChanged(name.Place, name.Temporary, task.Proved, link: null)
                : step;
        }
    }
}

/// <summary>A copy that stays, which is an object or on another machine.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Facts">The facts by which the journal knows it.</param>
internal record DistantCopy(ReportName Name, FileFacts Facts);
