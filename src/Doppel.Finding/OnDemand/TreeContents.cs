using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The files below some roots, which are read only as far as asked: both ends, or everything.</summary>
/// <remarks>
/// What the catalog knows is not read, and what is read is added to it. Files on saved volumes are never read; what
/// their volume knows is known here. Reads with all threads, but is used by one thread at a time. Never writes to a
/// volume.
/// </remarks>
internal sealed partial class TreeContents : IDisposable
{
    private readonly Lock _gate = new();
    private readonly FindOptions _options;
    private readonly SearchContext _context;
    private readonly CopyTable _copies;
    private readonly SavedCopies _saved;
    private readonly CatalogAccess? _catalog;
    private readonly CopyHasher _hasher;
    private readonly FactWriter? _writer;

    // Zero for what is not known.
    private readonly NativeBuffer<Digest128> _ends;
    private readonly NativeBuffer<Digest128> _wholes;

    /// <summary>Lists the roots, and asks the catalog about all files.</summary>
    /// <param name="options">What to list, with the catalog. Options about groups have no effect.</param>
    /// <param name="progress">Counters for another thread to read.</param>
    /// <param name="cancellation">Cancels what is listed or read; then the rest is as if it could not be read.</param>
    internal TreeContents(FindOptions options, FindProgress progress, CancellationToken cancellation)
    {
        options.Validate();
        _options = options = options with
        {
            Folders = FolderMatching.Off,
            Media = null,
            Links = LinkFollowing.Never,

            // Files on saved volumes are listed even if no other one can be equal to them.
            Uniques = true,
        };
        _context = new SearchContext(options, progress, cancellation);
        Tree = new PathTree(marksFolders: false, keepsStamps: true);
        _context.Clock.Enter(FindStage.Scan, 0, 0);
        new Scanner(options, Tree, _context).Run();

        _context.Clock.Enter(FindStage.Group, 0, 0);
        _copies = new SizeGrouping(Tree, _context.Problems, uniques: true).Run();
        _hasher = new CopyHasher(_copies, _context);
        _ends = new NativeBuffer<Digest128>(_copies.Count);
        _wholes = new NativeBuffer<Digest128>(_copies.Count);
        _ends.Span.Clear();
        _wholes.Span.Clear();
        _catalog = options.Catalog is { } catalog ? new CatalogAccess(catalog, _copies, _context) : null;
        _writer = _catalog?.NewWriter();
        _catalog?.Ask(uniques: true, Take);

        _saved = new SavedCopies(_copies, early: null);
        _listed = LoadSaved();
    }

    /// <summary>Gets the number of bytes at each end of a file that <see cref="EndsOf"/> is about.</summary>
    internal static int EndBytes => Ladder.Default.EndBytes;

    internal PathTree Tree { get; }

    /// <summary>Gets the number of files. A file with several names counts once.</summary>
    internal int Count => _copies.Count;

    /// <summary>Gets the files by size: the smallest first.</summary>
    internal CopyRuns Runs => _copies.Runs;

    /// <summary>Gets the problems so far, by path.</summary>
    internal IReadOnlyList<ReportProblem> Problems => _context.Problems.ToSorted();

    internal long Opened => _hasher.Read.Opened;

    internal long BytesRead => _hasher.Read.Bytes;

    internal double Seconds => _context.Clock.Seconds;

    public void Dispose()
    {
        _hasher.Dispose();
        _copies.Dispose();
        _ends.Dispose();
        _wholes.Dispose();
        _others?.Dispose();
        _listed.Dispose();
        Tree.Dispose();
        _context.Dispose();
    }

    internal long SizeOf(int file) => _copies.SizeOf(file);

    /// <summary>Gets the ids of the names of a file, negative for those that it has no longer.</summary>
    internal ReadOnlySpan<int> NamesOf(int file) => _copies.NamesOf(file);

    internal (int Device, ulong Inode) IdentityOf(int file) => _copies.IdentityOf(file);

    /// <summary>Gets the digests of the first and the last bytes of a file, or 0 if they are not known.</summary>
    internal Digest128 EndsOf(int file) => IsReadable(file) ? _ends[file] : default;

    /// <summary>Gets the digest of a file, or 0 if it is not known.</summary>
    internal Digest128 WholeOf(int file) => IsReadable(file) ? _wholes[file] : default;

    /// <summary>Begins a stage in which somebody else is asked about all files.</summary>
    internal void BeginAsking() => _context.Clock.Enter(FindStage.Ask, Count, 0);

    /// <summary>Counts files that somebody else was asked about.</summary>
    internal void CountAsked(int files) => _context.Progress.AddDone(files, 0);

    /// <summary>Reads both ends of files that are larger than both together.</summary>
    /// <param name="wanted">Which files.</param>
    internal void ReadEnds(Func<int, bool> wanted)
    {
        using NativeList<int> files = Unknown(_ends, wanted);
        if (files.Count > 0)
        {
            _hasher.HashEnds(files);
            foreach (int file in files)
            {
                Keep(file, CopyState.EndsHashed, _ends, FactKind.Ends);
            }

            Flush();
        }
    }

    /// <summary>Reads files completely.</summary>
    /// <param name="wanted">Which files.</param>
    internal void ReadWholes(Func<int, bool> wanted)
    {
        using NativeList<int> files = Unknown(_wholes, wanted);
        if (files.Count > 0)
        {
            _hasher.HashWhole(files, file => Keep(file, CopyState.Hashed, _wholes, FactKind.Whole));
            Flush();
        }
    }

    /// <summary>Looks at all names of some files. What has changed since it was listed is a problem.</summary>
    /// <param name="wanted">Which files.</param>
    /// <param name="found">Receives each file that is as it was listed, and its metadata.</param>
    internal void Confirm(Func<int, bool> wanted, Action<int, CopyFacts> found)
    {
        using var files = new NativeList<int>();
        for (int file = 0; file < Count; file++)
        {
            if (IsReadable(file) && wanted(file))
            {
                files.Add(file);
            }
        }

        _context.Clock.Enter(FindStage.Confirm, files.Count, 0);
        using var facts = new NativeBuffer<CopyFacts>(files.Count);
        new FinalCheck(_copies, _context, _saved).Confirm(files, facts);
        for (int i = 0; i < files.Count; i++)
        {
            if (files[i] != FinalCheck.Dropped)
            {
                found(files[i], facts[i]);
            }
        }
    }

    private bool IsReadable(int file) => _copies.States[file] != CopyState.Failed;

    private NativeList<int> Unknown(NativeBuffer<Digest128> digests, Func<int, bool> wanted)
    {
        var files = new NativeList<int>();
        for (int file = 0; file < Count; file++)
        {
            if (digests[file] == default && IsReadable(file) && wanted(file) && !IsSaved(file))
            {
                files.Add(file);
            }
        }

        return files;
    }

    // Called on any thread. The hasher starts each time with files that are only listed.
    private void Keep(int file, CopyState state, NativeBuffer<Digest128> digests, FactKind kind)
    {
        if (_copies.States[file] == state)
        {
            digests[file] = _copies.Digests[file];
            _copies.States[file] = CopyState.Unread;
            lock (_gate)
            {
                _writer?.Add(file, kind, digests[file]);
            }
        }
    }

    private void Flush()
    {
        lock (_gate)
        {
            _writer?.Flush();
        }
    }

    private void Take(int file, in ContentFact fact)
    {
        if (fact.Kind == FactKind.Whole)
        {
            _wholes[file] = fact.Value;
        }
        else if (fact.Kind == FactKind.Ends && (fact.Value == default || EndsDigest.IsComplete(fact.Value)))
        {
            _ends[file] = fact.Value;
        }
    }
}
