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
    internal async Task LookAsync(IEnumerable<CopyTask> batch)
    {
        // A hard link is a name of the content itself, and a reflink leaves both names.
        if (options.Action is ActionKind.HardLink or ActionKind.Reflink)
        {
            return;
        }

        // Some probes wait, all of them at the same time.
        CopyTask[] tasks = [.. batch.Where(static task => !task.Group.IsAlone)];
        await Task.WhenAll(
            tasks.SelectMany(static task => task.Names).Where(MayBeOne)
                .DistinctBy(static name => (
                    PlanPaths.FolderOf(name.Intent.Name), PlanPaths.FolderOf(name.Intent.Keeper)))
                .Select(ProbeAsync)).ConfigureAwait(false);
        foreach (CopyTask task in tasks)
        {
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

    private bool MayBeOne(NameTask name) => name.Place.Folder != name.Keeper.Folder
        && PlaceKinds.MayBeOne(FromOf(name), KeptOf(name))
        && _pairs.IsNew(name.Intent.Name, name.Intent.Keeper);

    private async Task ProbeAsync(NameTask name)
    {
        PlaceRelation relation = await _probe.ProbeAsync(
            new FileFolder(volume, name.Place.Folder, FromOf(name)),
            new FileFolder(volume, name.Keeper.Folder, KeptOf(name)), name.Intent.Temporary).ConfigureAwait(false);
        _pairs.Note(name.Intent.Name, name.Intent.Keeper, relation);
    }

    private MountFacts FromOf(NameTask name) => MountOf(name.Place, name.Intent.Facts.Device);

    private MountFacts KeptOf(NameTask name) => MountOf(name.Keeper, name.Intent.KeeperFacts.Device);

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
