using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The files on disks that can be equal to a listed one, and their digests.</summary>
internal sealed class ListedCandidates : IDisposable
{
    private readonly Lock _gate = new();
    private readonly FindOptions _options;
    private readonly PathTree _tree;
    private readonly SearchContext _context;
    private readonly Dictionary<DigestAlgorithm, NativeBuffer<Digest128>> _others = [];
    private readonly CatalogKeys _keys;
    private readonly FactNotes? _notes;

    /// <summary>Collects the files on disks that have the size of a listed one.</summary>
    internal ListedCandidates(
        FindOptions options, PathTree tree, SearchContext context, ListedFiles files, CopyTable onDisks)
    {
        (_options, _tree, _context) = (options, tree, context);
        Copies = Collect(tree, files, onDisks);
        _keys = new CatalogKeys(tree, Copies);
        if (options.Catalog is { } catalog && options.Proof == ProofDemand.Standard)
        {
            _notes = new FactNotes(catalog, tree, _keys, (uint)context.Begun.Seconds);
        }
    }

    /// <summary>Gets the files.</summary>
    internal CopyTable Copies { get; }

    /// <summary>Gets whether the ends of files are compared before whole files, and there are files at all.</summary>
    internal bool HasEnds => Copies.Count > 0 && _options.Ladder.EndBytes is > 0 and <= IListedEnds.BytesMax;

    public void Dispose()
    {
        Copies.Dispose();
        foreach (NativeBuffer<Digest128> digests in _others.Values)
        {
            digests.Dispose();
        }
    }

    /// <summary>
    /// Finds out the digests of the files that have the size of a row. Those that are not known are read, each once.
    /// </summary>
    internal void Read(ListedRows rows, ListedMatches matches)
    {
        bool isFirst = _others.Count == 0;
        foreach (DigestAlgorithm algorithm in rows.Others)
        {
            _others.TryAdd(algorithm, NewDigests(Copies.Count));
        }

        AskCatalog(isFirst);
        using var unknown = new NativeList<int>();
        for (int copy = 0; copy < Copies.Count; copy++)
        {
            if (Copies.States[copy] != CopyState.Failed && !IsKnown(copy, rows))
            {
                Copies.States[copy] = CopyState.Listed;
                unknown.Add(copy);
            }
        }

        using var matcher = new Matcher(_options, _tree, Copies, _context);
        matcher.Digest(unknown, rows.OthersWantedOf, Note);
        _notes?.Flush();
        foreach (int copy in unknown)
        {
            NoteRead(copy, matches);
        }

        matches.Opened += matcher.Opened;
        matches.BytesRead += matcher.BytesRead;
    }

    /// <summary>Passes on each digest of each file that could be read.</summary>
    /// <param name="found">Receives the copy and the digest.</param>
    internal void ForEachDigest(Action<int, ListedDigest> found)
    {
        for (int copy = 0; copy < Copies.Count; copy++)
        {
            if (Copies.States[copy] == CopyState.Hashed)
            {
                found(copy, new ListedDigest(DigestAlgorithm.Xxh3, Copies.Digests[copy]));
                foreach ((DigestAlgorithm algorithm, NativeBuffer<Digest128> digests) in _others)
                {
                    if (digests[copy] != default)
                    {
                        found(copy, new ListedDigest(algorithm, digests[copy]));
                    }
                }
            }
        }
    }

    /// <summary>Reads the ends of the files that have one of some sizes.</summary>
    /// <param name="sizes">The sizes, at least twice as large as an end.</param>
    /// <param name="matches">Receives what was read.</param>
    /// <returns>The ends by size.</returns>
    internal Dictionary<long, ListedEnds> EndsOf(IReadOnlySet<long> sizes, ListedMatches matches)
    {
        Dictionary<long, ListedEnds> ends = sizes.ToDictionary(
            static size => size, _ => new ListedEnds(_options.Ladder.EndBytes));
        using var copies = new CopyTable(_tree, Copies.Count);
        using var all = new NativeList<int>();
        using var places = new NativeList<int>();
        for (int copy = 0; copy < Copies.Count; copy++)
        {
            if (Copies.States[copy] != CopyState.Failed && sizes.Contains(Copies.SizeOf(copy)))
            {
                copies.AddRun(copies.Count);
                all.Add(copies.Count);
                places.Add(copy);
                copies.AddLike(Copies, copy);
            }
        }

        copies.Complete();
        using var matcher = new Matcher(_options, _tree, copies, _context);
        matcher.HashEnds(all);
        for (int i = 0; i < copies.Count; i++)
        {
            if (copies.States[i] == CopyState.EndsHashed)
            {
                ends[copies.SizeOf(i)].Add(copies.Digests[i]);
            }
            else if (copies.States[i] == CopyState.Failed)
            {
                Copies.States[places[i]] = CopyState.Failed;
                NoteRead(places[i], matches);
            }
        }

        matches.Opened += matcher.Opened;
        matches.BytesRead += matcher.BytesRead;
        return ends;
    }

    private static CopyTable Collect(PathTree tree, ListedFiles files, CopyTable onDisks)
    {
        var copies = new CopyTable(tree, onDisks.Count);
        for (int copy = 0; copy < onDisks.Count; copy++)
        {
            if (files.MayHave(onDisks.SizeOf(copy)))
            {
                copies.AddRun(copies.Count);
                copies.AddLike(onDisks, copy);
            }
        }

        copies.Complete();
        return copies;
    }

    private static NativeBuffer<Digest128> NewDigests(int count)
    {
        var digests = new NativeBuffer<Digest128>(count);
        digests.Span.Clear();
        return digests;
    }

    private static FactKind KindOf(DigestAlgorithm algorithm) => FactKind.FirstDigest + (byte)algorithm;

    private void AskCatalog(bool isFirst)
    {
        if (_notes is null)
        {
            return;
        }

        var questions = new CatalogQuestions(_options.Catalog!, _tree, Copies, _keys);
        if (!_options.Reread)
        {
            questions.Ask(_context, uniques: true, Take);
        }
        else if (isFirst)
        {
            questions.TakeBack(_context, uniques: true, static (_, _) => true);
        }
    }

    // Files of whose size no row has a digest are not read.
    private bool IsKnown(int copy, ListedRows rows)
    {
        long size = Copies.SizeOf(copy);
        if (!rows.MayEqual(size))
        {
            return true;
        }

        Span<DigestAlgorithm> buffer = stackalloc DigestAlgorithm[Matcher.AlgorithmsMax];
        foreach (DigestAlgorithm algorithm in rows.OthersWantedOf(size, buffer))
        {
            if (_others[algorithm][copy] == default)
            {
                return false;
            }
        }

        return Copies.States[copy] == CopyState.Hashed;
    }

    // Called on any thread.
    private void Take(int copy, in ContentFact fact)
    {
        if (fact.Kind == FactKind.Whole)
        {
            Copies.Digests[copy] = fact.Value;
            Copies.States[copy] = fact.Value == default ? CopyState.Listed : CopyState.Hashed;
        }
        else if (fact.Kind > FactKind.FirstDigest)
        {
            var algorithm = (DigestAlgorithm)(fact.Kind - FactKind.FirstDigest);
            if (_others.TryGetValue(algorithm, out NativeBuffer<Digest128>? digests))
            {
                digests[copy] = fact.Value;
            }
        }
    }

    // Called on any thread.
    private void Note(int copy, ReadOnlySpan<DigestAlgorithm> algorithms, ReadOnlySpan<Digest128> digests)
    {
        for (int i = 0; i < digests.Length; i++)
        {
            _others[algorithms[i]][copy] = digests[i];
        }

        lock (_gate)
        {
            _notes?.Add(copy, FactKind.Whole, Copies.Digests[copy]);
            for (int i = 0; i < digests.Length; i++)
            {
                _notes?.Add(copy, KindOf(algorithms[i]), digests[i]);
            }
        }
    }

    // A file that could not be read is a problem by now and takes no further part. If the search was cancelled, some
    // are left as they are.
    private void NoteRead(int copy, ListedMatches matches)
    {
        foreach (int value in Copies.NamesOf(copy))
        {
            var name = new PathId(value < 0 ? ~value : value);
            if (Copies.States[copy] == CopyState.Hashed)
            {
                matches.SetRead(name, Copies.Digests[copy]);
            }
            else if (Copies.States[copy] == CopyState.Failed)
            {
                _tree.SetSize(name, FileChunk.ForgottenSize);
            }
        }
    }
}
