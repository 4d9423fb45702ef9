using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket or on another machine.</summary>
/// <remarks>
/// As for other files, a name is moved aside and checked, then the keeper is looked at once more, and then the file,
/// right before it goes. Not thread-safe, but deletes in parallel, since each file may take requests.
/// </remarks>
internal abstract class FileActor : IDisposable
{
    /// <summary>The most files that are open and leased at a time.</summary>
    internal const int FilesAtOnce = 64;

    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes");

    private readonly Preparation _preparation;
    private readonly NameRemoval _removal;
    private readonly ContentProof _proof;
    private readonly Rescue _rescue;
    private readonly Lock _rescuing = new();

    /// <summary>Creates an actor.</summary>
    protected FileActor(IChangeableVolume volume, ActOptions options, JournalNumbers numbers)
    {
        Volume = volume;
        Folders = new FolderPool(volume);
        _removal = new NameRemoval(volume);
        _proof = new ContentProof(volume);
        _rescue = new Rescue(volume, new FileCopier(volume, _proof));

        // A symbolic link cannot lead to a copy elsewhere.
        _preparation = new Preparation(volume, Folders, bin: null, options with { RetargetLinks = false }, numbers);
    }

    /// <summary>Gets the most copies elsewhere that a file is compared with.</summary>
    protected static int KeepersMax => 8;

    /// <summary>Gets the volume of the files.</summary>
    protected IChangeableVolume Volume { get; }

    /// <summary>The pool of open folders.</summary>
    protected FolderPool Folders { get; }

    /// <summary>Gets what sends requests.</summary>
    protected ObjectRequests Requests { get; } = new();

    public void Dispose()
    {
        Folders.Dispose();
        _proof.Dispose();
    }

    /// <summary>Returns whether there is room for another copy. If not, <see cref="EndBatch"/> makes room.</summary>
    internal bool HasRoomFor(PlanCopy copy) => Folders.HasRoomFor(2 * copy.Names.Count);

    /// <summary>Closes all folders.</summary>
    internal void EndBatch() => Folders.Clear();

    /// <summary>Looks at what the next copies are compared with.</summary>
    internal virtual void LookAhead(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
    }

    /// <summary>Opens a copy, and proves it equal to one that stays.</summary>
    /// <param name="group">The group.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="tell">Receives each name that is skipped.</param>
    /// <param name="cancellation">Cancels reading.</param>
    /// <returns>The copy, or null if all its names are skipped.</returns>
    internal FileTask? Prepare(
        PlanGroup group, PlanCopy copy, Action<ReportName, Step> tell, CancellationToken cancellation)
    {
        HashedFile? file = null;
        DistantCopy? keeper = null;
        Step? against = Requests.Guard(() => Prove(group, copy, out file, out keeper, cancellation));
        CopyTask? task = null;
        if (against is { } step)
        {
            foreach (ReportName name in copy.Names)
            {
                tell(name, step);
            }
        }
        else
        {
            // The owner of a copy elsewhere does not matter here.
            FileFacts facts = keeper!.Facts with { Owner = copy.Facts.Owner, Group = copy.Facts.Group };
            var found = new FoundKeeper(default, keeper.Name, facts, new FileExtras(0, []), Mount: 0);
            task = _preparation.Prepare(group, found, copy, tell);
        }

        if (task is not null)
        {
            return new FileTask(task, file!, keeper!);
        }

        file?.Dispose();
        return null;
    }

    /// <summary>Deletes files whose intents are in the journal.</summary>
    /// <returns>For each file, the outcome for each of its names.</returns>
    internal Step[][] Delete(IReadOnlyList<FileTask> tasks, CancellationToken cancellation)
    {
        BeginDeleting(tasks, cancellation);
        Step[][] outcomes = [.. tasks.Select(static task => new Step[task.Copy.Names.Count])];
        Requests.Run(
            tasks.Count,
            async (i, _) =>
            {
                for (int name = 0; name < outcomes[i].Length; name++)
                {
                    outcomes[i][name] = cancellation.IsCancellationRequested
                        ? Step.Skip(ActResult.Interrupted)
                        : await DeleteAsync(tasks[i], tasks[i].Copy.Names[name]).ConfigureAwait(false);
                }
            },
            (i, why) => Array.Fill(outcomes[i], why),
            cancellation);
        return outcomes;
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

        var old = new NameAside(task.File, name.Intent);
        if (_removal.Begin(name.Place, name.Temporary, old) is { } ended)
        {
            return ended;
        }

        Step? against = await Requests.GuardAsync(() => WhyNotKeptAsync(task, name.Intent)).ConfigureAwait(false);
        Step step = _removal.Finish(name.Place, name.Temporary, old, against);
        lock (_rescuing)
        {
            return step.IsDone
                ? _rescue.IfChanged(name.Place, name.Temporary, old.Proved, link: null)
                : step;
        }
    }

    private sealed class NameAside(HashedFile file, JournalIntent intent) : IRemoved
    {
        // Undo restores the attributes that the journal has.
        internal ProvedFile Proved => new(file.Handle, intent.Facts, intent.Extras);

        public bool IsUndisturbed => file.IsUndisturbed;

        // Nobody knows what happens to the copy elsewhere after it was looked at.
        public bool IsContentKept => false;

        public bool IsOld(in FileFacts facts) => facts.Kind == EntryKind.File
            && Identity.SameInode(facts, intent.Facts) && Identity.SameInode(facts, file.Facts);

        public bool IsAsCompared(in FileFacts facts) => file.HasContent && IsStillAsCompared(facts);

        public bool IsStillAsCompared(in FileFacts facts) =>
            Identity.SameFile(facts, intent.Facts) && Identity.SameFile(facts, file.Facts)
            && facts.Mode == intent.Facts.Mode && facts.Owner == intent.Facts.Owner
            && facts.Group == intent.Facts.Group && file.HasExtras(intent.Extras);
    }
}

/// <summary>A file that is deleted because a copy stays elsewhere.</summary>
/// <param name="Copy">The copy, with its names.</param>
/// <param name="File">The open file.</param>
/// <param name="Keeper">The copy that stays.</param>
internal sealed record FileTask(CopyTask Copy, HashedFile File, DistantCopy Keeper);

/// <summary>A copy that stays, which is an object or on another machine.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Facts">The facts by which the journal knows it.</param>
internal record DistantCopy(ReportName Name, FileFacts Facts);
