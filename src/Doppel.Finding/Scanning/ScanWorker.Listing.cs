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
    private int _root;
    private int _pathBytes;
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
            _problems.Add(_volume, _tree.Name(_folder), FindStep.List, new VolumeError(VolumeErrorKind.Limit));
            return;
        }

        bool isEntrance = depth == 0 || _tree.LinkPoint(_folder) is not null;
        LinkPolicy links = isEntrance ? LinkPolicy.Follow : LinkPolicy.Stay;
        FileFacts facts;
        VolumeError error = folder.PathBytes <= FolderAnchors.NearBytes
            ? _volume.OpenFolder(FolderHandle.None, _path.Bytes, links, out _folderHandle, out facts)
            : _anchors.Open(_volume, _folder, links, _below, out _folderHandle, out facts);
        if (error.Failed)
        {
            _problems.Add(_volume, _path.Bytes, FindStep.List, error);
            return;
        }

        if (MayEnter(facts, isEntrance) && (claimed || TryClaim(claims, facts.Inode)))
        {
            NoteListed(facts);
            ListOpen();
        }
        else
        {
            _volume.Close(_folderHandle);
        }
    }

    /// <summary>Helps to list a folder that another thread has offered, if it has entries left.</summary>
    internal void Help()
    {
        if (_shared.TryJoin(Lane!, out SharedFolder folder))
        {
            MoveTo(folder.Folder, folder.Depth, folder.Root);
            _folderHandle = folder.Handle;
            _sharedFolder = folder;
            ListOpen();
        }
    }

    /// <summary>Closes the folders that are kept open.</summary>
    public void Dispose() => _anchors.Dispose();

    private void MoveTo(FoundFolder folder, int depth, int rootIndex)
    {
        FindRoot root = _options.Roots[rootIndex];
        (_volume, _folder, _depth, _root) = (root.Volume, folder.Path, depth, rootIndex);
        _pathBytes = folder.PathBytes;
        _rootLength = LengthOf(root);
        _path.MoveTo(_tree, _folder);
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
                _volume.Close(_folderHandle);
            }
        }

        if (error.Failed && _sharedFolder?.IsFirstFailure() != false)
        {
            _problems.Add(_volume, _path.Bytes, FindStep.List, error);
            Notes?.AddMarks(_folder, FolderMarks.Incomplete);
        }

        _sharedFolder = null;
    }

    private VolumeError ListEntries()
    {
        if (Lane?.WaitsForHead == true)
        {
            return InodeOrder.List(_volume, _folderHandle, Wanted, this);
        }

        Action? onMore = Lane is null ? null : _onMore;
        return _volume is ISharedListing shared
            ? shared.ListRest(_folderHandle, Wanted, this, onMore)
            : _volume.List(_folderHandle, Wanted, this);
    }

    private void OfferFolder()
    {
        _sharedFolder ??= new SharedFolder(
            new FoundFolder(_folder, 0, _pathBytes), _folderHandle, _depth, _root, Lane!);
        if (_shared.TryOffer(_sharedFolder))
        {
            _pool.Extend(Lane!);
        }
    }
}
