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
    private readonly DigestAlgorithm[] _algorithms;
    private readonly NativeBuffer<Digest128>[] _others;
    private readonly CatalogKeys _keys;
    private readonly FactNotes? _notes;

    internal ListedCandidates(FindOptions options, PathTree tree, SearchContext context, ListedRows rows)
    {
        (_options, _tree) = (options, tree);
        Copies = Collect(tree, rows, new ProblemLog(options.RunOfLeftover));

        // XXH3-128 is computed in any case, since it is what all copies of a group have.
        _algorithms = [.. rows.Algorithms.Where(static algorithm => algorithm != DigestAlgorithm.Xxh3)];
        _others = Array.ConvertAll(_algorithms, _ => NewDigests(Copies.Count));
        _keys = new CatalogKeys(tree, Copies);
        if (options.Catalog is { } catalog && options.Proof == ProofDemand.Standard)
        {
            _notes = new FactNotes(catalog, tree, _keys, (uint)context.Begun.Seconds);
            var questions = new CatalogQuestions(catalog, tree, Copies, _keys);
            if (options.Reread)
            {
                questions.TakeBack(context, uniques: true, static (_, _) => true);
            }
            else
            {
                questions.Ask(context, uniques: true, Take);
            }
        }
    }

    internal CopyTable Copies { get; }

    public void Dispose()
    {
        Copies.Dispose();
        foreach (NativeBuffer<Digest128> digests in _others)
        {
            digests.Dispose();
        }
    }

    /// <summary>Reads the files of which a digest is not known, each once.</summary>
    internal void Read(SearchContext context, ListedMatches matches)
    {
        using var matcher = new Matcher(_options, _tree, Copies, context);
        using var unknown = new NativeList<int>();
        for (int copy = 0; copy < Copies.Count; copy++)
        {
            if (!IsKnown(copy))
            {
                Copies.States[copy] = CopyState.Listed;
                unknown.Add(copy);
            }
        }

        matcher.Digest(unknown, _algorithms, Note);
        _notes?.Flush();
        foreach (int copy in unknown)
        {
            NoteRead(copy, matches);
        }

        (matches.Opened, matches.BytesRead) = (matcher.Opened, matcher.BytesRead);
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
                for (int i = 0; i < _algorithms.Length; i++)
                {
                    found(copy, new ListedDigest(_algorithms[i], _others[i][copy]));
                }
            }
        }
    }

    private static CopyTable Collect(PathTree tree, ListedRows rows, ProblemLog ignored)
    {
        // Problems with the names of an inode show again when the names are combined for the search itself.
        using CopyTable all = new SizeGrouping(tree, ignored, uniques: true).Run();
        var copies = new CopyTable(tree, all.Count);
        for (int copy = 0; copy < all.Count; copy++)
        {
            if (tree.Devices[all.DeviceOf(copy)].Volume is not SavedVolume && rows.MayHave(all.SizeOf(copy)))
            {
                copies.AddRun(copies.Count);
                copies.AddLike(all, copy);
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

    private bool IsKnown(int copy) => Copies.States[copy] == CopyState.Hashed
        && Array.TrueForAll(_others, digests => digests[copy] != default);

    private void Take(int copy, in ContentFact fact)
    {
        if (fact.Kind == FactKind.Whole)
        {
            Copies.Digests[copy] = fact.Value;
            Copies.States[copy] = fact.Value == default ? CopyState.Listed : CopyState.Hashed;
        }

        for (int i = 0; i < _algorithms.Length; i++)
        {
            if (fact.Kind == KindOf(_algorithms[i]))
            {
                _others[i][copy] = fact.Value;
            }
        }
    }

    // Called on any thread.
    private void Note(int copy, ReadOnlySpan<Digest128> others)
    {
        for (int i = 0; i < others.Length; i++)
        {
            _others[i][copy] = others[i];
        }

        lock (_gate)
        {
            _notes?.Add(copy, FactKind.Whole, Copies.Digests[copy]);
            for (int i = 0; i < others.Length; i++)
            {
                _notes?.Add(copy, KindOf(_algorithms[i]), others[i]);
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
