using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Flushes the keepers of a batch to disk before anything is removed.</summary>
/// <remarks>
/// This was observed: a copy was made, the old file was removed, and after a power failure the copy was empty.
/// </remarks>
internal sealed class KeeperSync(IChangeableVolume volume)
{
    /// <summary>Flushes all keepers to disk.</summary>
    /// <returns>Why the batch must not be acted on, or null on success.</returns>
    internal Step? Sync(IReadOnlyList<CopyTask> batch)
    {
        batch = [.. batch.Where(static task => !task.Group.IsAlone)];
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
    private VolumeError SyncEach(IReadOnlyList<CopyTask> batch, ulong device)
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
