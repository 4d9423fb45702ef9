using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Reads copies on one thread, and gives them the digests of what it has read.</summary>
internal sealed class MatchWorker : IDisposable
{
    private readonly CopyTable _copies;
    private readonly SearchContext _context;
    private readonly Ladder _ladder;
    private readonly FactWriter? _writer;
    private readonly Xxh3State _hash = new();
    private readonly Dictionary<DigestAlgorithm, ContentHash> _hashes = [];
    private readonly List<ContentHash> _selected = [];

    internal MatchWorker(
        Candidates candidates, CatalogFacts facts, MediaScanners? scanners, SearchContext context)
    {
        (_copies, _context, _ladder) = (candidates.Copies, context, context.Options.Ladder);
        Sorter = new DigestSorter(_copies);
        Reader = new ContentReader(_copies.Tree, _copies, context, scanners);
        Extents = candidates.Shared is { } shared ? new ExtentMapper(_copies, shared, Reader) : null;
        _writer = facts.NewWriter();
        Comparisons = _writer is null ? null : new ComparisonFacts(_writer);
        Lockstep = new Lockstep(_copies, Reader, Extents, Groups, context, Comparisons);
    }

    internal ContentReader Reader { get; }

    /// <summary>Gets the extent mapper, or null if no files can share extents.</summary>
    internal ExtentMapper? Extents { get; }

    internal DigestSorter Sorter { get; }

    internal GroupSink Groups { get; } = new();

    /// <summary>Gets the notes about comparisons for the catalog, or null if there is none.</summary>
    internal ComparisonFacts? Comparisons { get; }

    internal Lockstep Lockstep { get; }

    public void Dispose()
    {
        _writer?.Flush();
        ForgetHashes();
        Reader.Dispose();
        Sorter.Dispose();
        Groups.Dispose();
    }

    /// <summary>Hashes a copy completely, all of it in memory at once.</summary>
    /// <param name="copy">The copy, up to the size of a buffer.</param>
    /// <param name="next">The copy that will be opened next, or -1.</param>
    /// <returns>The number of bytes to count as progress.</returns>
    internal long HashAtOnce(int copy, int next)
    {
        if (Extents is null && _copies.Payloads is null)
        {
            if (Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
            {
                Set(copy, CopyState.Hashed, Xxh3.Hash128(all));
                _writer?.Add(copy, FactKind.Whole, _copies.Digests[copy]);
                Reader.Media?.GlanceAt(copy, all);
            }
        }
        else if (Reader.TryOpen(copy, next, out OpenCopy file))
        {
            Span<byte> content = Reader.Buffer((int)_copies.SizeOf(copy));
            if (Extents?.TryAdopt(file, CopyState.Hashed) != true && Reader.TryRead(file, 0, content))
            {
                BeginHash(copy);
                _hash.Append(content);
                Set(copy, CopyState.Hashed, _hash.GetDigest());
                Extents?.Offer(file);
                Reader.Media?.GlanceAt(copy, content);
                Reader.ReadTags(file);
            }

            file.Close();
            Note(copy, CopyState.Hashed, FactKind.Whole);
        }

        return _copies.SizeOf(copy);
    }

    /// <summary>Hashes the first and the last bytes of a copy.</summary>
    /// <returns>The number of bytes to count as progress.</returns>
    internal long HashEnds(int copy, int next)
    {
        if (Reader.TryOpen(copy, next, out OpenCopy file))
        {
            long size = _copies.SizeOf(copy);
            int bytes = (int)Math.Min(_ladder.EndBytes, size);
            Span<byte> ends = Reader.Buffer(2 * bytes);
            if (Extents?.TryAdopt(file, CopyState.EndsHashed) != true
                && Reader.TryRead(file, 0, ends[..bytes])
                && Reader.TryRead(file, size - bytes, ends[bytes..]))
            {
                Set(
                    copy, CopyState.EndsHashed,
                    EndsDigest.Of(EndsDigest.Of(ends[..bytes]), EndsDigest.Of(ends[bytes..])));
                Extents?.Offer(file);
                Reader.Media?.GlanceAt(file, ends[..bytes], ends[bytes..]);
            }

            file.Close();
            Note(copy, CopyState.EndsHashed, FactKind.Ends);
        }

        return 2 * _ladder.EndBytes;
    }

    /// <summary>Hashes a copy completely, block by block. Counts the progress itself.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="isFromDevice">Whether to read from the device rather than the system's cache.</param>
    /// <param name="others">Other digests to compute in the same pass.</param>
    internal void HashInBlocks(
        int copy, bool isFromDevice = false, ReadOnlySpan<ContentHash> others = default)
    {
        if (!Reader.TryOpen(copy, -1, out OpenCopy file))
        {
            return;
        }

        if (isFromDevice)
        {
            file.Volume.Uncache(file.Handle);
        }

        BeginHash(copy);
        Span<byte> buffer = Reader.Buffer(_ladder.BlockBytes);
        long size = _copies.SizeOf(copy);
        DataCursor data = Reader.DataOf(file);
        bool whole = true;
        for (long offset = 0; whole && offset < size; offset += buffer.Length)
        {
            Span<byte> block = buffer[..(int)Math.Min(buffer.Length, size - offset)];
            whole = !_context.Cancellation.IsCancellationRequested && Reader.TryRead(file, offset, block, ref data);
            _hash.Append(block);
            foreach (ContentHash other in others)
            {
                other.Append(block);
            }

            _context.Progress.AddDone(0, block.Length);
        }

        if (whole && Reader.IsUnchanged(file))
        {
            Set(copy, CopyState.Hashed, _hash.GetDigest());
        }

        file.Close();
        Note(copy, CopyState.Hashed, FactKind.Whole);
    }

    /// <summary>Hashes a copy completely, as fits its size, without looking at its extents.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="next">The copy that will be opened next, or -1.</param>
    /// <param name="others">Other digests to compute in the same pass.</param>
    /// <returns>The number of bytes to count as progress.</returns>
    internal long HashWhole(int copy, int next, ReadOnlySpan<ContentHash> others = default)
    {
        long size = _copies.SizeOf(copy);
        if (size > _ladder.SmallBytesMax)
        {
            HashInBlocks(copy, others: others);
            return 0;
        }

        if (Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
        {
            foreach (ContentHash other in others)
            {
                other.Append(all);
            }

            Set(copy, CopyState.Hashed, Xxh3.Hash128(all));
        }

        return size;
    }

    /// <summary>Passes the digest of a copy to the catalog, if it has one.</summary>
    internal void Note(int copy, CopyState state, FactKind kind)
    {
        if (_copies.States[copy] == state)
        {
            _writer?.Add(copy, kind, _copies.Digests[copy]);
        }
    }

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

    private void Set(int copy, CopyState state, Digest128 digest)
    {
        _copies.Digests[copy] = digest;
        _copies.States[copy] = state;
    }

    // Hashes the part of the payload that is not stored verbatim in the file before the part that is.
    private void BeginHash(int copy)
    {
        _hash.Reset();
        if (_copies.Payloads is { } payloads)
        {
            Span<byte> key = stackalloc byte[Digest128.ByteCount];
            payloads.KeyOf(copy).WriteBytes(key);
            _hash.Append(key);
        }
    }
}
