using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>Lists folders, alone or together with other threads.</content>
internal sealed partial class ScanWorker
{
    private readonly WorkerPool _pool;
    private readonly SharedFolders _shared;
    private readonly Action _onMore;
    private readonly FolderAnchors _anchors;
    private readonly PathBuffer _below = new();
    private SharedFolder? _sharedFolder;

    /// <summary>Lists a folder of a root, unless it has already been claimed by another path.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="depth">Its depth below the root.</param>
    /// <param name="rootIndex">The index of its root.</param>
    /// <param name="claims">The folders that have been claimed.</param>
    /// <param name="claimed">
    /// Whether this folder has already been claimed by this path or needs no claim, so that it is listed in any case.
    /// </param>
    internal void List(FoundFolder folder, int depth, int rootIndex, FolderClaims claims, bool claimed = false)
    {
        MoveTo(folder, depth, rootIndex);
        if (folder.PathBytes > PathTree.PathBytesMax)
        {
            _problems.Add(_at.Volume, _tree.Name(_at.Folder), FindStep.List, new VolumeError(VolumeErrorKind.Limit));
            return;
        }

        bool isEntrance = depth == 0 || _tree.LinkPoint(_at.Folder) is not null;
        LinkPolicy links = isEntrance ? LinkPolicy.Follow : LinkPolicy.Stay;
        FileFacts facts;
        VolumeError error = folder.PathBytes <= FolderAnchors.NearBytes
            ? _at.Volume.OpenFolder(FolderHandle.None, _path.Bytes, links, out _at.Handle, out facts)
            : _anchors.Open(_at.Volume, _at.Folder, links, _below, out _at.Handle, out facts);
        if (error.Failed)
        {
            _problems.Add(_at.Volume, _path.Bytes, FindStep.List, error);
            return;
        }

        if (MayEnter(facts, isEntrance) && (claimed || TryClaim(claims, facts.Inode)))
        {
            NoteListed(facts);
            ListOpen();
        }
        else
        {
            _at.Volume.Close(_at.Handle);
        }
    }

    /// <summary>Helps to list a folder that another thread has offered, if it has entries left.</summary>
    internal void Help()
    {
        if (_shared.TryJoin(Lane!, out SharedFolder folder))
        {
            MoveTo(folder.Folder, folder.Depth, folder.Root);
            _at.Handle = folder.Handle;
            _sharedFolder = folder;
            ListOpen();
        }
    }

    /// <summary>Closes the folders that are kept open.</summary>
    public void Dispose() => _anchors.Dispose();

    private void MoveTo(FoundFolder folder, int depth, int rootIndex)
    {
        _at = new ScanPlace(_options.Roots[rootIndex], rootIndex)
        {
            Folder = folder.Path,
            Depth = depth,
            PathBytes = folder.PathBytes,
        };
        _path.MoveTo(_tree, folder.Path);
    }

    private void ListOpen()
    {
        VolumeError error = default;
        try
        {
            error = ListEntries();
        }
        finally
        {
            if (_sharedFolder is null || _shared.Leave(_sharedFolder))
            {
                _at.Volume.Close(_at.Handle);
            }
        }

        if (error.Failed && _sharedFolder?.IsFirstFailure() != false)
        {
            _problems.Add(_at.Volume, _path.Bytes, FindStep.List, error);
            Notes?.AddMarks(_at.Folder, FolderMarks.Incomplete);
        }

        _sharedFolder = null;
    }

    private VolumeError ListEntries()
    {
        if (Lane?.WaitsForHead == true)
        {
            return InodeOrder.List(_at.Volume, _at.Handle, Wanted, this);
        }

        Action? onMore = Lane is null ? null : _onMore;
        return _at.Volume is ISharedListing shared
            ? shared.ListRest(_at.Handle, Wanted, this, onMore)
            : _at.Volume.List(_at.Handle, Wanted, this);
    }

    private void OfferFolder()
    {
        _sharedFolder ??= new SharedFolder(
            new FoundFolder(_at.Folder, 0, _at.PathBytes), _at.Handle, _at.Depth, _at.Root, Lane!);
        if (_shared.TryOffer(_sharedFolder))
        {
            _pool.Extend(Lane!);
        }
    }
}
