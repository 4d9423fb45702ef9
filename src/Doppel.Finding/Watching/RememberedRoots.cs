using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Watches roots that are files, and the folders above all roots. Thread-safe.</summary>
internal sealed class RememberedRoots
{
    private readonly IReadOnlyList<FindRoot> _roots;
    private readonly IChangeSource _source;
    private readonly HashSet<Digest128> _keys = [];
    private readonly HashSet<int> _places = [];
    private readonly Dictionary<Digest128, RootFile> _files = [];
    private readonly Lock _gate = new();

    internal RememberedRoots(IReadOnlyList<FindRoot> roots, IChangeSource source)
    {
        (_roots, _source) = (roots, source);
        foreach (FindRoot root in roots)
        {
            _keys.Add(FolderKey.Of(root.Path.Span));
        }

        AreNested = roots.Any(root => PathsAbove(root).Any(path => _keys.Contains(FolderKey.Of(path.Span))));
    }

    /// <summary>Gets whether a root is below another one.</summary>
    internal bool AreNested { get; }

    /// <summary>Gets whether a folder above a root was moved, deleted or unmounted.</summary>
    internal bool HasMoved { get; private set; }

    /// <summary>Gets the first failure to watch something because of a limit.</summary>
    internal VolumeError Failure { get; private set; }

    /// <summary>Returns whether a path is a root.</summary>
    internal bool Contains(Digest128 path) => _keys.Contains(path);

    /// <summary>Watches the folders above the roots. All earlier watches have ended.</summary>
    internal void Restart()
    {
        lock (_gate)
        {
            (HasMoved, Failure) = (false, VolumeError.None);
            _places.Clear();
            _files.Clear();
            var seen = new HashSet<Digest128>();
            foreach (FindRoot root in _roots)
            {
                foreach (ReadOnlyMemory<byte> path in PathsAbove(root).Where(path => seen.Add(FolderKey.Of(path.Span))))
                {
                    // What may not be read cannot be watched.
                    VolumeError error = _source.Watch(FolderHandle.None, path.Span, WatchScope.Place, out int watch);
                    if (!error.Failed)
                    {
                        _places.Add(watch);
                    }
                    else if (error.Kind == VolumeErrorKind.Limit)
                    {
                        Failure |= error;
                    }
                }
            }
        }
    }

    internal void WatchFile(ReadOnlySpan<byte> path)
    {
        Digest128 key = FolderKey.Of(path);
        lock (_gate)
        {
            VolumeError error = _source.Watch(FolderHandle.None, path, WatchScope.File, out int watch);
            if (error.Failed)
            {
                Failure |= error.Kind == VolumeErrorKind.Limit ? error : VolumeError.None;
                return;
            }

            RootFile known = _files.GetValueOrDefault(key);
            _files[key] = known.Watch == watch ? known : new RootFile(watch, default);
        }
    }

    /// <summary>Remembers what a root that is a file is like.</summary>
    internal void Remember(ReadOnlySpan<byte> path, in FileFacts facts)
    {
        Digest128 key = FolderKey.Of(path);
        lock (_gate)
        {
            if (_files.TryGetValue(key, out RootFile known))
            {
                _files[key] = known with { Facts = facts };
            }
        }
    }

    /// <summary>Notes changes.</summary>
    /// <param name="changes">The changes.</param>
    /// <param name="written">Receives the files that were written to, as they are remembered.</param>
    /// <returns>Whether any of the changes concerns a root.</returns>
    internal bool Note(IReadOnlyList<Change> changes, List<FileFacts> written)
    {
        lock (_gate)
        {
            bool any = false;
            ILookup<int, FileFacts> files = _files.Values.ToLookup(
                static file => file.Watch, static file => file.Facts);
            foreach (Change change in changes)
            {
                bool isPlace = (change.Kinds & ChangeKinds.Gone) != 0 && _places.Contains(change.Watch);
                HasMoved |= isPlace;
                any |= isPlace || files.Contains(change.Watch);
                if ((change.Kinds & ChangeKinds.Written) != 0)
                {
                    written.AddRange(files[change.Watch]);
                }
            }

            return any;
        }
    }

    // From "/" to the folder that contains the root.
    private static IEnumerable<ReadOnlyMemory<byte>> PathsAbove(FindRoot root)
    {
        ReadOnlyMemory<byte> path = root.Path;
        for (int i = 0; i < path.Length - 1; i++)
        {
            if (path.Span[i] == '/')
            {
                yield return i == 0 ? path[..1] : path[..i];
            }
        }
    }

    private readonly record struct RootFile(int Watch, FileFacts Facts);
}
