using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Probes the folders of files whose keepers are files, where both may be one file.</summary>
/// <remarks>
/// A mount by FUSE, a network file system or an overlay may show the files of another mount under other inode numbers.
/// Not thread-safe.
/// </remarks>
internal sealed class FilePlaces(IChangeableVolume volume, ActOptions options)
{
    private readonly PlacePairs _pairs = new(options.AssumeDistinct);
    private readonly PlaceProbe _probe = new(options.Time);
    private readonly Dictionary<ulong, MountFacts> _mounts = [];

    /// <summary>Probes the folders of a batch that are not known yet. Its intents must be in the journal.</summary>
    internal void Look(IEnumerable<CopyTask> batch)
    {
        // A hard link is a name of the content itself, and a reflink leaves both names.
        if (options.Action is ActionKind.HardLink or ActionKind.Reflink)
        {
            return;
        }

        foreach (CopyTask task in batch.Where(static task => !task.Group.IsAlone))
        {
            foreach (NameTask name in task.Names)
            {
                Look(name);
            }

            task.ReadsKeeperAgain = task.Names.Any(
                name => _pairs.IsHeld(name.Intent.Name, name.Intent.Keeper));
        }
    }

    /// <summary>Returns why a copy must not be acted on, or null if no reason is known.</summary>
    internal Step? WhyNot(CopyTask task) => task.Group.IsAlone ? null : task.Names
        .Select(name => _pairs.WhyNot(name.Intent.Name, name.Intent.Keeper))
        .FirstOrDefault(static why => why is not null);

    /// <summary>Notes that the keeper was there after a name had been removed.</summary>
    internal void Trust(NameTask name)
    {
        if (!name.Intent.Keeper.IsEmpty)
        {
            _pairs.Trust(name.Intent.Name, name.Intent.Keeper);
        }
    }

    private void Look(NameTask name)
    {
        JournalIntent intent = name.Intent;
        MountFacts from = MountOf(name.Place, intent.Facts.Device);
        MountFacts kept = MountOf(name.Keeper, intent.KeeperFacts.Device);
        if (!PlaceKinds.MayBeOne(from, kept) || name.Place.Folder == name.Keeper.Folder
            || !_pairs.IsNew(intent.Name, intent.Keeper))
        {
            return;
        }

        PlaceRelation relation = _probe.ProbeAsync(
            new FileFolder(volume, name.Place.Folder, from), new FileFolder(volume, name.Keeper.Folder, kept),
            intent.Temporary).AsTask().GetAwaiter().GetResult();
        _pairs.Note(intent.Name, intent.Keeper, relation);
    }

    private MountFacts MountOf(Place place, ulong device)
    {
        if (!_mounts.TryGetValue(device, out MountFacts? mount))
        {
            mount = volume.MountOf(place.Folder) with { Device = device };
            _mounts.Add(device, mount);
        }

        return mount;
    }
}
