using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Brings the keepers of a batch to the disk before anything goes.</summary>
/// <remarks>Seen: a copy was made, the old file removed, and after a power cut the copy was empty.</remarks>
internal sealed class KeeperSync(IChangeableVolume volume)
{
    /// <summary>Returns when all keepers are on the disk.</summary>
    /// <returns>Why nothing may be done; null if all is well.</returns>
    internal Step? Sync(IReadOnlyList<CopyTask> batch)
    {
        foreach (CopyTask task in batch.DistinctBy(static task => task.Names[0].Intent.KeeperFacts.Device))
        {
            VolumeError error = volume.SyncFileSystem(task.Names[0].Keeper.Folder);
            error = error.Kind == VolumeErrorKind.Unsupported
                ? SyncEach(batch, task.Names[0].Intent.KeeperFacts.Device) : error;
            if (error.Failed)
            {
                return Step.Fail(volume, "the keeper cannot be brought to the disk", error);
            }
        }

        return null;
    }

    // Where only an administrator may bring a whole file system to the disk, or nobody.
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
