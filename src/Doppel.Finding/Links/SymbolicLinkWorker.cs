using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Examines symbolic links on one thread.</summary>
internal sealed class SymbolicLinkWorker(
    FindOptions options, PathTree tree, RootBounds bounds, NameArena texts, ProblemLog problems) : IDisposable
{
    private readonly FolderCursor _folders = new(tree);
    private readonly NameArena.Writer _texts = new(texts);
    private PathId _folder = PathId.None;
    private byte[] _realFolder = [];

    public void Dispose() => _folders.Dispose();

    /// <summary>Examines a link.</summary>
    /// <param name="link">The link.</param>
    /// <param name="next">The link that will be examined next, or none.</param>
    internal SymbolicLinkRow Look(PathId link, PathId next)
    {
        IVolume volume = options.Roots[tree.RootIndex(link)].Volume;
        FolderHandle at = _folders.Enter(volume, link, next, out ReadOnlySpan<byte> path);
        VolumeError error = volume.Stat(
            at, path, LinkPolicy.Stay, FactFields.Identity | FactFields.Times, out FileFacts facts);
        if (!error.Failed && facts.Kind != EntryKind.Link)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            problems.Add(volume, tree.Render(link), FindStep.Confirm, error);
            return default;
        }

        if (facts.Modified <= options.Filter.NewerThan || facts.Modified >= options.Filter.OlderThan)
        {
            return default;
        }

        error = volume.ReadLink(at, path, out byte[] target);
        if (error.Failed)
        {
            problems.Add(volume, tree.Render(link), FindStep.Read, error);
        }

        error = volume.Stat(at, path, LinkPolicy.Follow, FactFields.Identity, out FileFacts found);
        return Describe(volume, link, facts, target, error, found);
    }

    /// <summary>Closes the folder handle that is kept open for neighbours.</summary>
    internal void LeaveFolder() => _folders.Leave();

    private SymbolicLinkRow Describe(
        IVolume volume, PathId link, in FileFacts facts, byte[] target, VolumeError error, in FileFacts found)
    {
        LinkState state = StateOf(error, found.Kind);
        SymbolicLinkMarks marks = SymbolicLinkMarks.Listed;
        if (state == LinkState.Unknown)
        {
            problems.Add(volume, tree.Render(link), FindStep.Follow, error);
        }

        byte[] final = target.Length > 0 && state is not (LinkState.Loop or LinkState.Unknown)
            ? FinalPath(volume, link, target, isThere: state != LinkState.Broken)
            : [];
        if (final.Length > 0 && !bounds.Contain(volume, final))
        {
            marks |= SymbolicLinkMarks.LeavesRoots;
        }

        if (!error.Failed && found.Device != facts.Device)
        {
            marks |= SymbolicLinkMarks.CrossesVolumes;
        }

        return new SymbolicLinkRow(Keep(target), Keep(final), state, marks);
    }

    private static LinkState StateOf(VolumeError error, EntryKind found) => error.Kind switch
    {
        VolumeErrorKind.None => found switch
        {
            EntryKind.File => LinkState.File,
            EntryKind.Folder => LinkState.Folder,
            _ => LinkState.Special,
        },
        VolumeErrorKind.IsLink => LinkState.Loop,

        // Nothing can exist under a name that is too long.
        VolumeErrorKind.Vanished or VolumeErrorKind.NameTooLong => LinkState.Broken,
        _ => LinkState.Unknown,
    };

    // Some kernel links, such as those in /proc, lead to something other than what their text names; their text is not
    // a path.
    private byte[] FinalPath(IVolume volume, PathId link, byte[] target, bool isThere)
    {
        VolumeError error = LinkResolver.Walk(volume, RealFolder(link), target, out byte[] final);
        return error.Failed && (isThere || error.Kind != VolumeErrorKind.Vanished) ? [] : final;
    }

    // No link is followed on the way down from a root, so only the root itself can have been reached through one.
    private byte[] RealFolder(PathId link)
    {
        PathId folder = tree.Parent(link);
        int root = tree.RootIndex(link);
        ReadOnlySpan<byte> real = bounds.RealPath(root);
        if (folder == PathId.None)
        {
            return real[..Math.Max(1, real.LastIndexOf((byte)'/'))].ToArray();
        }

        if (folder != _folder)
        {
            ReadOnlySpan<byte> path = tree.Render(folder);
            int rootLength = Math.Min(path.Length, options.Roots[root].Path.Length);
            ReadOnlySpan<byte> below = path[rootLength..].TrimStart((byte)'/');
            _folder = folder;
            _realFolder = below.IsEmpty ? real.ToArray() : RootBounds.Join(real, below);
        }

        return _realFolder;
    }

    private uint Keep(byte[] text) => text.Length is 0 or > NameArena.NameBytesMax ? 0 : _texts.Add(text);
}
