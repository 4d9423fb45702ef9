using Doppel.Catalog;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Lists folders on one thread and adds the entries that take part to the tree.</summary>
internal sealed partial class ScanWorker : IEntryVisitor, IDisposable
{
    private const FactFields Wanted = FactFields.Size | FactFields.Identity | FactFields.Times;

    private readonly FindOptions _options;
    private readonly EntryFilter _filter;
    private readonly PathTree _tree;
    private readonly ProblemLog _problems;
    private readonly FileTime _begun;
    private readonly bool _takesFiles;
    private readonly bool _takesLinks;
    private readonly TreeWriter _writer;
    private readonly PathBuffer _path = new();
    private readonly DeviceLookup _devices;

    private ScanPlace _at;
    private bool _kindWasUnknown;

    internal ScanWorker(FindOptions options, PathTree tree, SearchContext context, SharedFolders shared)
    {
        (_pool, _shared, _onMore) = (context.WorkerPool, shared, OfferFolder);
        _begun = context.Begun;
        _options = options;
        _filter = options.Filter;
        _tree = tree;
        _anchors = new FolderAnchors(tree);
        _problems = context.Problems;
        _devices = new DeviceLookup(tree);
        _writer = new TreeWriter(tree);
        (_needsPath, _needsAbsolutePath) = (_filter.NeedsPath, _filter.NeedsAbsolutePath);
        _takesFiles = options.LinkKinds is LinkKinds.None or not LinkKinds.Symbolic;
        _takesLinks = (options.LinkKinds & LinkKinds.Symbolic) != 0;
        Notes = options.Folders == FolderMatching.Off ? null : new FolderNotes(tree);
    }

    /// <summary>Gets the folders found, to be listed on the next level.</summary>
    internal List<FoundFolder> Folders { get; } = [];

    /// <summary>Gets the symbolic links found, if links are to be followed or listed.</summary>
    internal List<PathId> Links { get; } = [];

    /// <summary>Gets or sets the number of files found since this was last set to 0.</summary>
    internal int FilesAdded { get; set; }

    /// <summary>Gets or sets the lane of the current turn, or null outside a turn.</summary>
    internal Lane? Lane { get; set; }

    /// <summary>Gets or sets what tells which files on saved volumes to add; null for all.</summary>
    internal SavedCandidates? SavedCandidates { get; set; }

    /// <summary>Gets the number of names on saved volumes that were not added.</summary>
    internal long LeftOut { get; private set; }

    internal PathId AddRootFolder(int index) => _writer.AddRootFolder(index, _options.Roots[index].Path.Span);

    /// <summary>Adds a root that is a file to the tree, if it passes the filter.</summary>
    internal void AddRootFile(int index, in FileFacts facts)
    {
        FindRoot root = _options.Roots[index];
        ReadOnlySpan<byte> path = root.Path.Span;
        ReadOnlySpan<byte> name = path[(path.LastIndexOf((byte)'/') + 1)..];
        _at = new ScanPlace(root, index);
        if (facts.Offline && _options.LinkKinds == LinkKinds.None)
        {
            _problems.Add(root.Volume, path, FindStep.Stat, new VolumeError(VolumeErrorKind.Offline));
        }
        else if (_takesFiles && IsWanted(facts) && _filter.WantsRootFile(name, AbsolutePath(path)))
        {
            int device = _devices.NumberOfFile(root.Volume, path, facts.Device);
            if (!MayBeListed(facts, device))
            {
                return;
            }

            // Another root may list the file too, so treat it as one of several names.
            var mark = new DeviceMark(device, mayHaveMoreNames: true, throughLink: false, IsYoung(facts));
            _writer.AddRootFile(index, path, new FileRow(facts.Size, facts.Inode, FileStamp.Of(facts, _begun), mark));
            FilesAdded++;
        }
    }

    /// <summary>
    /// Adds a root that is a symbolic link to the links, if links are listed and it passes the filter.
    /// </summary>
    /// <returns>Whether links are listed.</returns>
    internal bool AddRootLink(int index)
    {
        ReadOnlySpan<byte> path = _options.Roots[index].Path.Span;
        _at = new ScanPlace(_options.Roots[index], index);
        if (_takesLinks && _filter.WantsRootFile(path[(path.LastIndexOf((byte)'/') + 1)..], AbsolutePath(path)))
        {
            Links.Add(AddRootFolder(index));
        }

        return _takesLinks;
    }

    bool IEntryVisitor.Wants(ReadOnlySpan<byte> name, EntryKind kind)
    {
        _kindWasUnknown = kind == EntryKind.Unknown;
        return Wants(name, kind) || WantsToNote(name, kind);
    }

    void IEntryVisitor.Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (_kindWasUnknown && !Wants(name, facts.Kind) && !WantsToNote(name, facts.Kind))
        {
            return;
        }

        if (facts.Kind is EntryKind.File or EntryKind.Link && TemporaryName.Is(name))
        {
            // Never a copy: its run is unfinished, and will remove the file or restore its original name.
            _problems.AddLeftover(_path.With(name));
            Notes?.AddMarks(_at.Folder, FolderMarks.Incomplete);
            return;
        }

        switch (facts.Kind)
        {
            case EntryKind.File:
                AddFile(name, facts);
                break;
            case EntryKind.Folder:
                PathId folder = _writer.AddFolder(_at.Folder, name);
                Folders.Add(new FoundFolder(folder, facts.Inode, _at.PathBytes + 1 + name.Length));
                break;
            case EntryKind.Link:
                NoteLink(name);
                if (_options.Links == LinkFollowing.Follow || _takesLinks)
                {
                    PathId link = _writer.AddFolder(_at.Folder, name);
                    Notes?.AddMarks(link, FolderMarks.Link);
                    Links.Add(link);
                }

                break;
        }
    }

    void IEntryVisitor.Fail(ReadOnlySpan<byte> name, VolumeError failure)
    {
        _problems.Add(_at.Volume, _path.With(name), FindStep.Stat, failure);
        Notes?.AddMarks(_at.Folder, FolderMarks.Incomplete);
    }

    /// <summary>Resolves a symbolic link. If it leads to a file, the file is added to the tree.</summary>
    /// <param name="link">The link.</param>
    /// <param name="depth">Its depth below the root.</param>
    /// <param name="rootIndex">The index of its root.</param>
    /// <returns>Whether the link leads to a folder, which must then be listed.</returns>
    internal bool Follow(PathId link, int depth, int rootIndex)
    {
        _at = new ScanPlace(_options.Roots[rootIndex], rootIndex);
        if (!_path.TryRender(_tree, link))
        {
            _problems.Add(_at.Volume, _tree.Name(link), FindStep.Follow, new VolumeError(VolumeErrorKind.Limit));
            return false;
        }

        ReadOnlySpan<byte> name = _tree.Name(link);
        VolumeError error = _at.Volume.Stat(
            FolderHandle.None, _path.Bytes, LinkPolicy.Follow, FactFields.All, out FileFacts facts);
        LinkPoint? point = null;
        if (!error.Failed && facts.Kind is EntryKind.File or EntryKind.Folder)
        {
            error = LinkResolver.Resolve(_at.Volume, _path.Bytes, out point);
        }

        if (error.Failed)
        {
            _problems.Add(_at.Volume, _path.Bytes, FindStep.Follow, error);
            return false;
        }

        ReadOnlySpan<byte> belowRoot = _needsPath ? _path.Bytes[_at.RootLength..] : default;
        ReadOnlySpan<byte> absolute = AbsolutePath(_path.Bytes);
        if (facts.Kind == EntryKind.Folder && depth < _filter.DepthMax
            && !_filter.ExcludesFolder(name, belowRoot, absolute))
        {
            _tree.SetLinkPoint(link, point!);
            return true;
        }

        if (facts.Kind == EntryKind.File && _filter.WantsFile(name, belowRoot, absolute) && IsWanted(facts))
        {
            int device = _devices.NumberOfFile(_at.Volume, point!.FinalPath.Span, facts.Device);
            var mark = new DeviceMark(device, mayHaveMoreNames: true, throughLink: true, IsYoung(facts));
            var row = new FileRow(facts.Size, facts.Inode, FileStamp.Of(facts, _begun), mark);
            PathId file = _writer.AddFile(_tree.Parent(link), name, row);
            _tree.SetLinkPoint(file, point!);
            FilesAdded++;
        }

        return false;
    }

    private bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => kind switch
    {
        EntryKind.File => _takesFiles && IsFileIn(name),
        EntryKind.Folder => _at.Depth + 1 < _filter.DepthMax && !ExcludesFolder(name),
        EntryKind.Link => _at.Depth < _filter.DepthMax && (_options.Links == LinkFollowing.Follow
            || (_takesLinks && IsFileIn(name))),
        EntryKind.Unknown => _at.Depth < _filter.DepthMax,
        _ => false,
    };

    private void AddFile(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (facts.Offline && _options.LinkKinds == LinkKinds.None)
        {
            _problems.Add(_at.Volume, _path.With(name), FindStep.Stat, new VolumeError(VolumeErrorKind.Offline));
            Notes?.AddMarks(_at.Folder, FolderMarks.Incomplete);
            return;
        }

        NoteFile(name, facts);
        if (!IsWanted(facts))
        {
            return;
        }

        int device = _devices.NumberOf(_at, facts.Device);
        if (!MayBeListed(facts, device))
        {
            return;
        }

        FilesAdded++;
        if (_at.Volume is SavedVolume saved && SavedCandidates?.MayMatter(saved, facts.Inode, facts.Size) == false)
        {
            LeftOut++;
            return;
        }

        var mark = new DeviceMark(device, facts.Links > 1, throughLink: false, IsYoung(facts));
        var row = new FileRow(facts.Size, facts.Inode, FileStamp.Of(facts, _begun), mark);
        _writer.AddFile(_at.Folder, name, row);
    }

    // Without a catalog, nothing is remembered and no file needs a check.
    private bool IsYoung(in FileFacts facts) => _tree.KeepsStamps && FileStamp.IsYoung(facts, _begun);

    // A file of a list whose size is not known takes part if a file on a disk turns out to be equal.
    private bool IsWanted(in FileFacts facts) =>
        ((facts.Size >= _filter.SizeMin && facts.Size <= _filter.SizeMax) || facts.Size == SavedFile.UnknownSize)
        && HasWantedTime(facts);

    private bool HasWantedTime(in FileFacts facts) =>
        _filter.HasWantedTime(facts.Modified) || _at.Volume is SavedVolume { Description.Algorithms.Count: > 0 };

    // A file with one name, stored where no extents can be shared, is in no list of links, so nothing is kept of it.
    private bool MayBeListed(in FileFacts facts, int device) => _options.LinkKinds == LinkKinds.None
        || ((_options.LinkKinds & LinkKinds.Hard) != 0 && facts.Links > 1)
        || ((_options.LinkKinds & LinkKinds.Reflinks) != 0 && facts.Size > 0
            && (_tree.Devices[device].Mount.Traits & FileSystemTraits.SharedExtents) != 0);

    private bool MayEnter(in FileFacts facts, bool isEntrance)
    {
        int device = _devices.NumberOf(_at, facts.Device);
        _tree.SetMark(_at.Folder, new DeviceMark(device, false, false));
        if (_at.Depth == 0)
        {
            return true;
        }

        PathId parent = _tree.Parent(_at.Folder);
        bool crosses = isEntrance || _tree.MarkOf(parent).Device != device;
        if (!crosses)
        {
            return true;
        }

        bool isVirtual = (_tree.Devices[device].Mount.Traits & FileSystemTraits.Virtual) != 0;
        return !isVirtual && !(_options.OneFileSystem && device != _devices.OfRoot(parent));
    }
}

/// <summary>A folder to list on the next level.</summary>
/// <param name="Path">The folder.</param>
/// <param name="Inode">
/// The folder's inode as its parent reports it, for disks on which folders are read in inode order; 0 if not reported.
/// </param>
/// <param name="PathBytes">The length of its path in bytes; one more if the root ends with a separator.</param>
internal readonly record struct FoundFolder(PathId Path, ulong Inode, int PathBytes);
