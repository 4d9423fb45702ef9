using Doppel.Volumes;

namespace Doppel.Acting;

/// <content>Keepers are on the disk before anything goes.</content>
public sealed partial class ActRun
{
    // Seen: a copy was made, the old file removed, and after a power cut the copy was empty.
    private Step? SyncKeepers()
    {
        foreach (CopyTask task in _batch.DistinctBy(static task => task.Names[0].Intent.KeeperFacts.Device))
        {
            VolumeError error = _volume.SyncFileSystem(task.Names[0].Keeper.Folder);
            error = error.Kind == VolumeErrorKind.Unsupported
                ? SyncEach(task.Names[0].Intent.KeeperFacts.Device) : error;
            if (error.Failed)
            {
                return Step.Fail(_volume, "the keeper cannot be brought to the disk", error);
            }
        }

        return null;
    }

    // Where only an administrator may bring a whole file system to the disk, or nobody.
    private VolumeError SyncEach(ulong device)
    {
        foreach (NameTask name in _batch.Select(static task => task.Names[0])
            .Where(name => name.Intent.KeeperFacts.Device == device)
            .DistinctBy(static name => name.Intent.KeeperFacts.Inode))
        {
            VolumeError error = _volume.OpenFile(name.Keeper.Folder, name.Keeper.Bytes, out FileHandle file, out _);
            if (!error.Failed)
            {
                error = _volume.Sync(file);
                _volume.Close(file);
            }

            if (error.Failed)
            {
                return error;
            }
        }

        return VolumeError.None;
    }
}
