using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Decides which folders may be removed once an action has left them empty.</summary>
/// <remarks>
/// A root and the folders above it stay, as do protected folders with everything below them, folders that the rules
/// keep, mount points, and the folder that files are moved to. Not thread-safe.
/// </remarks>
internal sealed class RemovableFolders
{
    // The folders seen last. Most folders have the same few folders above them.
    private const int KnownMax = 4096;

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly HashSet<ReportName> _roots = [];
    private readonly HashSet<ReportName> _aboveRoots = [];
    private readonly HashSet<(ulong Device, ulong Inode)> _staying = [];
    private readonly HashSet<(ulong Device, ulong Inode)> _protected = [];
    private readonly Dictionary<ReportName, SeenFolder> _known = [];

    /// <summary>Finds the folders that stay.</summary>
    /// <param name="volume">The volume that holds the folders.</param>
    /// <param name="options">The options of the run.</param>
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="groups">
    /// The groups of the plan. If no root is known, the folder that contains all names of the plan stays.
    /// </param>
    internal RemovableFolders(
        IChangeableVolume volume, ActOptions options, IReadOnlyList<PlanFolder> folders,
        IReadOnlyList<PlanGroup> groups)
    {
        (_volume, _options) = (volume, options);
        ReportName[] roots = [.. options.Roots.Where(static root => PlanPaths.RootLength(root.Bytes) > 0)];
        foreach (ReportName root in roots.Length > 0 ? roots : CommonFolder(folders, groups))
        {
            AddRoot(root);
        }

        AddIdentity(_staying, new ReportName(options.MoveTo));
        foreach (ReportName folder in options.ProtectedFolders)
        {
            AddIdentity(_protected, folder);
        }
    }

    /// <summary>Returns whether a folder may be removed once it is empty.</summary>
    /// <param name="path">The absolute path of the folder, in which no component may be a symbolic link.</param>
    internal bool MayRemove(ReportName path)
    {
        if (!PlanPaths.IsPlain(path.Bytes) || _aboveRoots.Contains(path) || _options.KeepsFolder(path)
            || See(path) is not { IsProtected: false } folder || See(PlanPaths.FolderOf(path)) is not { } above)
        {
            return false;
        }

        bool isBarred = folder.IsFixed || above.IsFixed || _staying.Contains((folder.Facts.Device, folder.Facts.Inode));
        bool isMount = folder.Facts.IsMountRoot || folder.Mount != above.Mount
            || folder.Facts.Device != above.Facts.Device;
        return !isBarred && !isMount
            && EntryProtection.WhySticky(_volume, above.Facts, folder.Facts) is null;
    }

    /// <summary>
    /// Returns whether a folder is below a root, so that it may be removed although none of its own names was.
    /// </summary>
    internal bool IsBelowRoot(ReportName path)
    {
        int root = PlanPaths.RootLength(path.Bytes);
        while (path.Bytes.Length > root)
        {
            path = PlanPaths.FolderOf(path);
            if (_roots.Contains(path))
            {
                return true;
            }
        }

        return false;
    }

    // Without a root, nothing outside the folder that holds all names of the plan is known.
    private static IReadOnlyList<ReportName> CommonFolder(
        IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        ReportName? common = null;
        IEnumerable<ReportName> ofFolders = folders.SelectMany(
            static folder => folder.Keeper.IsEmpty ? [folder.Name] : (ReportName[])[folder.Name, folder.Keeper]);
        foreach (ReportName name in groups.SelectMany(static group => group.Keep.Concat(group.Drop))
            .SelectMany(static copy => copy.Names).Concat(ofFolders))
        {
            common = common is { } folder ? PlanPaths.CommonFolder(folder, name) : PlanPaths.FolderOf(name);
        }

        return common is { } found ? [found] : [];
    }

    // A root that is a file keeps its folder. A root may be given by a path through symbolic links.
    private void AddRoot(ReportName root)
    {
        bool isFile = !_volume.Stat(
            FolderHandle.None, root.Bytes, LinkPolicy.Follow, FactFields.Identity, out FileFacts facts).Failed
            && facts.Kind != EntryKind.Folder;
        ReportName folder = isFile ? PlanPaths.FolderOf(root) : root;
        AddIdentity(_staying, folder);
        AddPath(folder);
        if (!_volume.OpenFolder(
            FolderHandle.None, folder.Bytes, LinkPolicy.Follow, out FolderHandle open, out _).Failed)
        {
            bool isKnown = !_volume.PathOf(open, out byte[] real).Failed;
            _volume.Close(open);
            AddPath(isKnown ? new ReportName(real) : folder);
        }
    }

    private void AddPath(ReportName folder)
    {
        folder = folder.Bytes is [.., (byte)'/'] and not [_] ? PlanPaths.FolderOf(folder) : folder;
        _roots.Add(folder);
        while (_aboveRoots.Add(folder) && PlanPaths.IsPlain(folder.Bytes))
        {
            folder = PlanPaths.FolderOf(folder);
        }
    }

    // The path may lead through symbolic links.
    private void AddIdentity(HashSet<(ulong Device, ulong Inode)> folders, ReportName path)
    {
        if (!path.IsEmpty && !_volume.Stat(
            FolderHandle.None, path.Bytes, LinkPolicy.Follow, FactFields.Identity, out FileFacts facts).Failed)
        {
            folders.Add((facts.Device, facts.Inode));
        }
    }

    // Returns null if the folder cannot be opened or examined.
    private SeenFolder? See(ReportName path)
    {
        if (_known.TryGetValue(path, out SeenFolder? known))
        {
            return known;
        }

        SeenFolder? above = PlanPaths.IsPlain(path.Bytes) ? See(PlanPaths.FolderOf(path)) : null;
        VolumeError error = _volume.OpenFolderStrictly(path.Bytes, out FolderHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            return null;
        }

        error = _volume.Protection(handle, default, out FileProtection protection);
        _volume.Close(handle);
        if (error.Failed)
        {
            return null;
        }

        if (_known.Count == KnownMax)
        {
            _known.Clear();
        }

        return _known[path] = new SeenFolder(
            facts, protection.Mount, protection.IsImmutable || protection.IsAppendOnly,
            above is { IsProtected: true } || _protected.Contains((facts.Device, facts.Inode)));
    }

    // IsFixed: no entry can be removed from it. IsProtected: it is a protected folder or below one.
    private sealed record SeenFolder(FileFacts Facts, ulong Mount, bool IsFixed, bool IsProtected);
}
