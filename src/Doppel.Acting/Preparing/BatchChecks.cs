using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Does for a batch of files what must be done between its record in the journal and the first step, and knows which
/// copies must not be acted on.
/// </summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class BatchChecks(
    IChangeableVolume volume, JournalFolder journals, string id, ActOptions options, TrashBin bin, StateNotes states)
    : IDisposable
{
    private readonly RecipeKeeping _recipes = new(volume, journals, id, options);
    private readonly MountProbe _mounts = new(volume, options.Action, states);
    private readonly FilePlaces _places = new(volume, options);

    public void Dispose() => _recipes.Dispose();

    /// <summary>Writes what must be on disk before the batch is acted on, and probes its mounts and folders.</summary>
    /// <returns>Why the batch must not be acted on, or null if it may be.</returns>
    internal Step? Begin(IReadOnlyList<CopyTask> batch, CancellationToken cancellation)
    {
        bin.WriteInfos([.. batch.SelectMany(static task => task.Names)]);
        _recipes.Write(batch, cancellation);
        Step? against = SyncKeepers([.. batch.Where(static task => !task.Group.IsAlone)]);
        if (against is null && !cancellation.IsCancellationRequested)
        {
            _mounts.Look(batch);
            _places.LookAsync(batch).GetAwaiter().GetResult();
        }

        return against;
    }

    /// <summary>Returns why a copy must not be acted on, or null if it may be.</summary>
    internal Step? WhyNot(CopyTask task) =>
        _mounts.WhyNot(task.Names[0]) ?? _places.WhyNot(task) ?? _recipes.WhyNot(task);

    /// <inheritdoc cref="RecipeKeeping.ClaimOf"/>
    internal MediaClaim? ClaimOf(CopyTask task) => _recipes.ClaimOf(task);

    /// <summary>Takes back what was written for a name that stays, and learns from one that is gone.</summary>
    internal void Conclude(NameTask name, Step step)
    {
        bin.RemoveInfoUnlessGone(name, step);
        if (step.IsDone)
        {
            _places.Trust(name);
        }
    }

    // This was observed: a copy was made, the old file was removed, and after a power failure the copy was empty.
    private Step? SyncKeepers(CopyTask[] batch)
    {
        foreach (CopyTask task in batch.DistinctBy(static task => task.Names[0].Intent.KeeperFacts.Device))
        {
            VolumeError error = volume.SyncFileSystem(task.Names[0].Keeper.Folder);
            error = error.Kind == VolumeErrorKind.Unsupported
                ? SyncEach(batch, task.Names[0].Intent.KeeperFacts.Device) : error;
            if (error.Failed)
            {
                return Step.Fail(volume, "the keeper cannot be flushed to disk", error);
            }
        }

        return null;
    }

    // Used if only an administrator, or nobody, may flush an entire file system.
    private VolumeError SyncEach(CopyTask[] batch, ulong device)
    {
        foreach (NameTask name in batch.Select(static task => task.Names[0])
            .Where(name => name.Intent.KeeperFacts.Device == device)
            .DistinctBy(static name => name.Intent.KeeperFacts.Inode))
        {
            VolumeError error = volume.OpenFile(name.Keeper.Folder, name.Keeper.Bytes, out FileHandle file, out _);
            if (!error.Failed)
            {
                error = volume.Sync(file);
                volume.Close(file);
            }

            if (error.Failed)
            {
                return error;
            }
        }

        return VolumeError.None;
    }
}
