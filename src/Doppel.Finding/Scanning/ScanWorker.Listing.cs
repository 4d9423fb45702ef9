using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>Lists folders, alone or together with other threads.</content>
internal sealed partial class ScanWorker
{
    private readonly WorkerPool _pool;
    private readonly SharedFolders _shared;
    private readonly Action _onMore;
    private int _root;
    private SharedFolder? _sharedFolder;

    /// <summary>Lists a folder of a root, unless it has already been claimed by another path.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="depth">Its depth below the root.</param>
    /// <param name="rootIndex">The index of its root.</param>
    /// <param name="claims">The folders that have been claimed.</param>
    /// <param name="claimed">
    /// Whether this folder has already been claimed by this path or needs no claim, so that it is listed in any case.
    /// </param>
    internal void List(PathId folder, int depth, int rootIndex, FolderClaims claims, bool claimed = false)
    {
        if (!TryMoveTo(folder, depth, rootIndex))
        {
            _problems.Add(_volume, _tree.Name(folder), FindStep.List, new VolumeError(VolumeErrorKind.Limit));
            return;
        }

        bool isEntrance = depth == 0 || _tree.LinkPoint(folder) is not null;
        LinkPolicy links = isEntrance ? LinkPolicy.Follow : LinkPolicy.Stay;
        VolumeError error = _volume.OpenFolder(
            FolderHandle.None, _path.Bytes, links, out _folderHandle, out FileFacts facts);
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
            // Its path is short enough, since the other thread has opened it by its path.
            TryMoveTo(folder.Path, folder.Depth, folder.Root);
            _folderHandle = folder.Handle;
            _sharedFolder = folder;
            ListOpen();
        }
    }

    private bool TryMoveTo(PathId folder, int depth, int rootIndex)
    {
        FindRoot root = _options.Roots[rootIndex];
        (_volume, _folder, _depth, _root) = (root.Volume, folder, depth, rootIndex);
        _rootLength = root.Path.Span is [.., (byte)'/'] ? root.Path.Length : root.Path.Length + 1;
        return _path.TryRender(_tree, folder);
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
        _sharedFolder ??= new SharedFolder(_folder, _folderHandle, _depth, _root, Lane!);
        if (_shared.TryOffer(_sharedFolder))
        {
            _pool.Extend(Lane!);
        }
    }
}
