using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The resources that one thread needs for matching: a reader, a hash state and a sink for groups.</summary>
internal sealed class MatchWorker : IDisposable
{
    private readonly Dictionary<DigestAlgorithm, ContentHash> _hashes = [];
    private readonly List<ContentHash> _selected = [];

    internal MatchWorker(
        PathTree tree, CopyTable copies, SearchContext context, Ladder ladder, SharedExtents? shared,
        MediaScanners? scanners, KnownContents? known)
    {
        Sorter = new DigestSorter(copies);
        Reader = new ContentReader(tree, copies, context, scanners);
        Extents = shared is not null ? new ExtentMapper(copies, shared, Reader) : null;
        Notes = known?.NewNotes();
        Comparisons = Notes is null ? null : new ComparisonNotes(known!.Keys, Notes);
        Lockstep = new Lockstep(copies, Reader, Extents, Groups, context, ladder, Comparisons);
    }

    internal ContentReader Reader { get; }

    /// <summary>Gets the extent mapper, or null if no files can share extents.</summary>
    internal ExtentMapper? Extents { get; }

    internal DigestSorter Sorter { get; }

    internal GroupSink Groups { get; } = new();

    /// <summary>Gets the notes for the catalog, or null if there is none.</summary>
    internal FactNotes? Notes { get; }

    /// <summary>Gets the notes about comparisons for the catalog, or null if there is none.</summary>
    internal ComparisonNotes? Comparisons { get; }

    internal Xxh3State Hash { get; } = new();

    internal Lockstep Lockstep { get; }

    /// <summary>
    /// Returns the states of further digests, to which nothing was appended. Valid until the next call.
    /// </summary>
    internal ReadOnlySpan<ContentHash> HashesOf(ReadOnlySpan<DigestAlgorithm> algorithms)
    {
        _selected.Clear();
        foreach (DigestAlgorithm algorithm in algorithms)
        {
            if (!_hashes.TryGetValue(algorithm, out ContentHash? hash))
            {
                hash = ContentHash.Create(algorithm);
                _hashes.Add(algorithm, hash);
            }

            _selected.Add(hash);
        }

        return CollectionsMarshal.AsSpan(_selected);
    }

    /// <summary>Discards the states of further digests, with what was appended.</summary>
    internal void ForgetHashes()
    {
        foreach (ContentHash hash in _hashes.Values)
        {
            hash.Dispose();
        }

        _hashes.Clear();
    }

    public void Dispose()
    {
        ForgetHashes();
        Reader.Dispose();
        Sorter.Dispose();
        Groups.Dispose();
    }
}
