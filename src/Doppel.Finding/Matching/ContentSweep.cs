using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Reads the given files completely with the readers, tokens, order and block sizes that a search would use for their
/// devices, so that these can be measured against other ways of reading.
/// </summary>
/// <remarks>
/// Used by one thread at a time. The constructor queries each file's metadata, as a search has done by the time it
/// starts reading.
/// </remarks>
internal sealed class ContentSweep : IDisposable
{
    private readonly PathTree _tree = new();
    private readonly CopyTable _copies;
    private readonly SearchContext _context;
    private readonly CopyHasher _hasher;
    private readonly int _count;

    /// <summary>Adds the files to an index.</summary>
    /// <param name="options">The device options and the clock. The roots need not be those of the files.</param>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="paths">The absolute paths.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    internal ContentSweep(
        FindOptions options, IVolume volume, IReadOnlyList<byte[]> paths, CancellationToken cancellation)
    {
        options.Validate();
        _count = paths.Count;
        _context = new SearchContext(options, new FindProgress(), cancellation);
        _copies = new CopyTable(_tree, Math.Max(1, paths.Count));
        var index = new Index(_tree, volume);
        for (int i = 0; i < paths.Count; i++)
        {
            VolumeError error = index.TryAdd(paths[i], out PathId file);
            if (error.Failed)
            {
                _context.Problems.Add(volume, paths[i], FindStep.Stat, error);
            }

            // A copy's number is the index of its file, even if the file does not exist; such a file fails again when
            // opened.
            _copies.Add(file.Value);
            _copies.AddRun(i);
        }

        _copies.Complete();
        _hasher = new CopyHasher(_copies, _context);
    }

    /// <summary>Gets the message of the first problem by path, or null if there was none.</summary>
    internal string? FirstReason => _context.Problems.ToSorted() is [ReportProblem first, ..] ? first.Message : null;

    /// <summary>Reads all files.</summary>
    internal void Run()
    {
        using var all = new NativeList<int>();
        for (int copy = 0; copy < _count; copy++)
        {
            all.Add(copy);
        }

        _hasher.HashWhole(all, static _ => { });
    }

    /// <summary>Gets the digest of a file's content after it was read.</summary>
    /// <returns>False if the file could not be read completely.</returns>
    internal bool TryGetDigest(int file, out Digest128 digest)
    {
        digest = _copies.Digests[file];
        return _copies.States[file] == CopyState.Hashed;
    }

    public void Dispose()
    {
        _hasher.Dispose();
        _copies.Dispose();
        _context.Dispose();
        _tree.Dispose();
    }

    // Each folder is a root of its own, named by its full path.
    private sealed class Index(PathTree tree, IVolume volume)
    {
        private readonly TreeWriter _writer = new(tree);
        private readonly Dictionary<ByteKey, PathId> _folders = [];

        internal VolumeError TryAdd(byte[] path, out PathId file)
        {
            int slash = Math.Max(1, path.AsSpan().LastIndexOf((byte)'/'));
            var key = new ByteKey(path.AsMemory(0, slash));
            if (!_folders.TryGetValue(key, out PathId folder))
            {
                folder = _writer.AddRootFolder(_folders.Count, key.Bytes.Span);
                _folders.Add(key, folder);
            }

            VolumeError error = volume.Stat(
                FolderHandle.None, path, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
            var mark = new DeviceMark(NumberOf(facts.Device, key), mayHaveMoreNames: false, throughLink: false);
            var row = new FileRow(facts.Size, facts.Inode, FileStamp.Short(ChangeStamp.Of(facts)), mark);
            file = _writer.AddFile(folder, path.AsSpan(path.AsSpan().LastIndexOf((byte)'/') + 1), row);
            return error;
        }

        private int NumberOf(ulong device, ByteKey folder)
        {
            if (tree.Devices.TryGetNumber(volume, device, out int number))
            {
                return number;
            }

            VolumeError error = volume.OpenFolder(
                FolderHandle.None, folder.Bytes.Span, LinkPolicy.Follow, out FolderHandle handle, out _);
            number = tree.Devices.Add(volume, device, error.Failed ? MountFacts.Unknown : volume.MountOf(handle));
            if (!error.Failed)
            {
                volume.Close(handle);
            }

            return number;
        }
    }

    private readonly record struct ByteKey(ReadOnlyMemory<byte> Bytes)
    {
        public bool Equals(ByteKey other) => Bytes.Span.SequenceEqual(other.Bytes.Span);

        public override int GetHashCode()
        {
            var hash = default(HashCode);
            hash.AddBytes(Bytes.Span);
            return hash.ToHashCode();
        }
    }
}
