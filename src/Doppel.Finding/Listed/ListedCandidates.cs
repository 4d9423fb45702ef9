using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The files on disks that can be equal to a listed one, and their digests.</summary>
internal sealed class ListedCandidates : IDisposable
{
    private readonly FindOptions _options;
    private readonly PathTree _tree;
    private readonly SearchContext _context;
    private readonly OtherDigests _others;
    private readonly CatalogAccess? _catalog;
    private readonly FactWriter? _writer;

    /// <summary>Collects the files on disks that have the size of a listed one.</summary>
    internal ListedCandidates(
        FindOptions options, PathTree tree, SearchContext context, ListedFiles files, CopyTable onDisks)
    {
        (_options, _tree, _context) = (options, tree, context);
        Copies = Collect(tree, files, onDisks);
        _others = new OtherDigests(Copies);
        _catalog = CatalogAccess.For(Copies, context);
        _writer = _catalog?.NewWriter();
        if (options.Reread)
        {
            _catalog?.TakeBack(uniques: true, static (_, _) => true);
            _catalog = null;
        }
    }

    /// <summary>Gets the files.</summary>
    internal CopyTable Copies { get; }

    /// <summary>Gets whether the ends of files are compared before whole files, and there are files at all.</summary>
    internal bool HasEnds => Copies.Count > 0 && _options.Ladder.EndBytes is > 0 and <= IListedEnds.BytesMax;

    public void Dispose()
    {
        Copies.Dispose();
        _others.Dispose();
    }

    /// <summary>
    /// Finds out the digests of the files that have the size of a row. Those that are not known are read, each once.
    /// </summary>
    internal void Read(ListedRows rows, EarlyMatches matches)
    {
        AlgorithmChoice wanted = rows.OthersWantedOf;
        _catalog?.Ask(uniques: true, (int copy, in ContentFact fact) => Take(copy, fact, wanted));
        using var unknown = new NativeList<int>();
        for (int copy = 0; copy < Copies.Count; copy++)
        {
            // Files of whose size no row has a digest are not read.
            if (Copies.States[copy] != CopyState.Failed && rows.MayEqual(Copies.SizeOf(copy))
                && (Copies.States[copy] != CopyState.Hashed || !_others.HasAll(copy, wanted)))
            {
                Copies.States[copy] = CopyState.Unread;
                unknown.Add(copy);
            }
        }

        using var hasher = new CopyHasher(Copies, _context);
        _others.Read(hasher, unknown, wanted, _writer);
        foreach (int copy in unknown)
        {
            NoteRead(copy, matches);
        }

        matches.Read += hasher.Read;
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
                _others.ForEach(copy, found);
            }
        }
    }

    /// <summary>Reads the ends of the files that have one of some sizes.</summary>
    /// <param name="sizes">The sizes, at least twice as large as an end.</param>
    /// <param name="matches">Receives what was read.</param>
    /// <returns>The ends by size.</returns>
    internal Dictionary<long, ListedEnds> EndsOf(IReadOnlySet<long> sizes, EarlyMatches matches)
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
        using var hasher = new CopyHasher(copies, _context);
        hasher.HashEnds(all);
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

        matches.Read += hasher.Read;
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

    // Called on any thread.
    private void Take(int copy, in ContentFact fact, AlgorithmChoice wanted)
    {
        if (fact.Kind == FactKind.Whole)
        {
            Copies.Digests[copy] = fact.Value;
            Copies.States[copy] = fact.Value == default ? CopyState.Unread : CopyState.Hashed;
        }
        else
        {
            _others.Take(copy, fact, wanted);
        }
    }

    // A file that could not be read is a problem by now and takes no further part. If the search was cancelled, some
    // are left as they are.
    private void NoteRead(int copy, EarlyMatches matches)
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
