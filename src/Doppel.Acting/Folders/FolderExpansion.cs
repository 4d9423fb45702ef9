using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Lists the folders of a <see cref="PlanFolder"/> again and determines what to do with each entry.</summary>
/// <remarks>Reads content only to distinguish files of equal size if names are ignored. Not thread-safe.</remarks>
public sealed class FolderExpansion : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly FolderLister _lister;
    private readonly FileProof _proof;

    /// <summary>Creates an instance for the folders of a volume.</summary>
    public FolderExpansion(IChangeableVolume volume)
    {
        _volume = volume;
        _lister = new FolderLister(volume);
        _proof = new FileProof(volume);
    }

    /// <summary>Releases its buffers.</summary>
    public void Dispose() => _proof.Dispose();

    /// <summary>Expands a planned folder into actions.</summary>
    /// <param name="folder">The planned folder.</param>
    /// <param name="reason">Why the folder is skipped, as a clause. Empty if it is not.</param>
    /// <returns>The actions, or null if the folder is skipped.</returns>
    public FolderActions? Expand(PlanFolder folder, out string reason)
    {
        ArgumentNullException.ThrowIfNull(folder);
        reason = List(folder.Name, out FolderListing? going) ?? WhyChanged(folder, going!) ?? "";
        List<PlanGroup> groups = [];
        ReportName linked = default;
        if (reason.Length == 0 && !folder.Keeper.IsEmpty)
        {
            reason = List(folder.Keeper, out FolderListing? staying) is { } against
                ? $"the folder that stays cannot replace it: {against}"
                : Pair(folder, going!, staying!, groups) ?? "";
            linked = reason.Length > 0 ? default : FindLinked(going!, staying!);
        }

        return reason.Length > 0 ? null : new FolderActions(going!)
        {
            Groups = groups,
            Links = [.. going!.Links.Select(going.NameOf)],
            Folders = [.. going.FoldersFromBelow.Select(going.NameOf), folder.Name],
            Linked = linked,
        };
    }

    private static string? WhyChanged(PlanFolder folder, FolderListing going)
    {
        if (going.Fingerprint() != folder.Listing)
        {
            return "something in it has changed since the plan was made";
        }

        bool isFilled = going.Entries.Any(static entry => entry.Facts.Kind != EntryKind.Folder);
        return folder.Keeper.IsEmpty && isFilled ? "it is not empty" : null;
    }

    private static ReportName FindLinked(FolderListing going, FolderListing staying)
    {
        HashSet<(ulong, ulong)> inodes = [.. staying.Inodes.Select(static inode => inode.Key)];
        return going.Inodes.Where(inode => inodes.Contains(inode.Key)).Select(inode => going.NameOf(inode.First()))
            .FirstOrDefault();
    }

    private string? List(ReportName path, out FolderListing? listing)
    {
        listing = null;
        VolumeError error = _volume.OpenFolderStrictly(path.Bytes, out FolderHandle handle, out _);
        if (error.Failed)
        {
            return $"it cannot be opened: {_volume.Describe(error)}";
        }

        string? against = _lister.List(handle, path, out listing);
        _volume.Close(handle);
        return against;
    }

    private string? Pair(PlanFolder folder, FolderListing going, FolderListing staying, List<PlanGroup> groups)
    {
        // A plan may have been written by hand.
        if (Identity.SameInode(going.Facts, staying.Facts) || IsBelow(going.Path, staying.Path)
            || IsBelow(staying.Path, going.Path))
        {
            return "it is the folder that stays, under another path";
        }

        string? lacks = FolderPairing.Pair(
            going, staying, folder.Match, DigestOf, out List<(FolderEntry Going, FolderEntry Staying)> pairs);
        if (lacks is not null)
        {
            return lacks;
        }

        ILookup<ReportName, PlanLink> links = folder.SymbolicLinks.ToLookup(static link => link.Final);

        // Several names of one inode are acted on as one copy, paired with the counterpart of the first name.
        foreach (IGrouping<(ulong, ulong), (FolderEntry Going, FolderEntry Staying)> inode in pairs.GroupBy(
            static pair => (pair.Going.Facts.Device, pair.Going.Facts.Inode)))
        {
            (FolderEntry first, FolderEntry keeper) = inode.First();
            groups.Add(new PlanGroup
            {
                Size = first.Facts.Size,
                Keep = [new PlanCopy { Names = [staying.NameOf(keeper)], Facts = keeper.Facts }],
                Reason = folder.Reason,
                Drop =
                [
                    new PlanCopy
                    {
                        Names = [.. inode.Select(pair => going.NameOf(pair.Going))],
                        Facts = first.Facts,
                        SymbolicLinks = [.. inode.SelectMany(pair => links[going.NameOf(pair.Going)])],
                    },
                ],
            });
        }

        return null;
    }

    private static bool IsBelow(ReportName path, ReportName folder) =>
        path.Bytes.StartsWith(folder.Bytes) && path.Bytes[folder.Bytes.Length..].StartsWith("/"u8);

    private string? DigestOf(FolderListing folder, FolderEntry file)
    {
        ReportName name = folder.NameOf(file);
        int cut = name.Bytes.LastIndexOf((byte)'/');
        if (_volume.OpenFolderStrictly(name.Bytes[..Math.Max(1, cut)], out FolderHandle handle, out _).Failed)
        {
            return null;
        }

        VolumeError error = _volume.OpenFile(
            handle, name.Bytes[(cut + 1)..], out FileHandle opened, out FileFacts facts);
        _volume.Close(handle);
        if (error.Failed)
        {
            return null;
        }

        string? digest = Identity.SameFile(facts, file.Facts) ? _proof.DigestOf(opened, facts.Size) : null;
        _volume.Close(opened);
        return digest;
    }
}
