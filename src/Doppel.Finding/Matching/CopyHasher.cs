using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Hashes copies on all threads without matching them.</summary>
internal sealed class CopyHasher(CopyTable copies, SearchContext context) : IDisposable
{
    /// <summary>More hash functions than there are.</summary>
    internal const int AlgorithmsMax = 256;

    private readonly MatchWorkers _workers = new(new Candidates(copies), context);

    /// <summary>Gets what was read so far.</summary>
    internal ReadTotals Read => _workers.Read;

    public void Dispose() => _workers.Dispose();

    /// <summary>Hashes both ends of copies. Those that cannot be read are marked as failed.</summary>
    internal void HashEnds(NativeList<int> some)
    {
        context.Clock.Enter(FindStage.Ends, some.Count, 2L * context.Options.Ladder.EndBytes * some.Count);
        _workers.ForEach(some, static (worker, copy, next) => worker.HashEnds(copy, next));
    }

    /// <summary>Hashes copies completely, just as matching does: small ones in one read, others in blocks.</summary>
    /// <param name="some">The copies.</param>
    /// <param name="hashed">Called for each copy that was hashed, on any thread.</param>
    internal void HashWhole(NativeList<int> some, Action<int> hashed) =>
        Hash(some, hashed, static (worker, copy, next) => worker.HashWhole(copy, next));

    /// <summary>Hashes copies completely, reading from their devices rather than the system's cache.</summary>
    /// <param name="some">The copies.</param>
    /// <param name="hashed">Called for each copy that was hashed, on any thread.</param>
    internal void HashFromDevices(NativeList<int> some, Action<int> hashed) => Hash(
        some, hashed, static (worker, copy, _) =>
        {
            worker.HashInBlocks(copy, isFromDevice: true);
            return 0;
        });

    /// <summary>Reads copies once for their XXH3-128 digest and for those of lists.</summary>
    /// <param name="some">The copies.</param>
    /// <param name="wanted">Chooses the other hash functions for a size. Called on any thread.</param>
    /// <param name="found">Receives the other digests of each copy that could be read. Called on any thread.</param>
    internal void HashWhole(NativeList<int> some, AlgorithmChoice wanted, DigestsAction found)
    {
        context.Clock.Enter(FindStage.Content, some.Count, copies.BytesOf(some));
        _workers.ForEach(some, (worker, copy, next) =>
        {
            ReadOnlySpan<DigestAlgorithm> algorithms = wanted(
                copies.SizeOf(copy), stackalloc DigestAlgorithm[AlgorithmsMax]);
            ReadOnlySpan<ContentHash> hashes = worker.HashesOf(algorithms);
            long bytes = worker.HashWhole(copy, next, hashes);
            if (copies.States[copy] == CopyState.Hashed)
            {
                Span<Digest128> digests = stackalloc Digest128[hashes.Length];
                for (int i = 0; i < digests.Length; i++)
                {
                    digests[i] = hashes[i].Finish();
                }

                found(copy, algorithms, digests);
            }
            else
            {
                worker.ForgetHashes();
            }

            return bytes;
        });
    }

    private void Hash(NativeList<int> some, Action<int> hashed, Func<MatchWorker, int, int, long> hash)
    {
        context.Clock.Enter(FindStage.Content, some.Count, copies.BytesOf(some));
        _workers.ForEach(some, (worker, copy, next) =>
        {
            long bytes = hash(worker, copy, next);
            if (copies.States[copy] == CopyState.Hashed)
            {
                hashed(copy);
            }

            return bytes;
        });
    }
}

/// <summary>Chooses the hash functions for files of a size.</summary>
/// <param name="size">The size in bytes.</param>
/// <param name="buffer">Room for the result: <see cref="CopyHasher.AlgorithmsMax"/>.</param>
internal delegate ReadOnlySpan<DigestAlgorithm> AlgorithmChoice(long size, Span<DigestAlgorithm> buffer);

/// <summary>Receives digests of a copy.</summary>
/// <param name="copy">The copy.</param>
/// <param name="algorithms">The hash functions.</param>
/// <param name="digests">The digest by each hash function.</param>
internal delegate void DigestsAction(
    int copy, ReadOnlySpan<DigestAlgorithm> algorithms, ReadOnlySpan<Digest128> digests);
