using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Reads files to compare them with those of saved volumes and lists.</content>
internal sealed partial class Matcher
{
    /// <summary>More hash functions than there are.</summary>
    internal const int AlgorithmsMax = 256;

    /// <summary>
    /// Gives all copies their digest: the one that the catalog knows, or by reading the copy once. Forms no groups.
    /// </summary>
    internal void HashAll()
    {
        using var small = new NativeList<int>();
        using var content = new ContentWork(_copies, IsKnown);
        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (_copies.SizeOf(copy) <= _ladder.SmallBytesMax)
            {
                small.Add(copy);
            }
            else
            {
                content.AddHash([copy]);
            }
        }

        ReadAtOnce(small);
        ReadContent(content);
    }

    /// <summary>Reads copies once for their XXH3-128 digest and for those of lists.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="wanted">Chooses the other hash functions for a size. Called on any thread.</param>
    /// <param name="found">Receives the other digests of each copy that could be read. Called on any thread.</param>
    internal void Digest(NativeList<int> copies, AlgorithmChoice wanted, DigestsAction found)
    {
        _context.Clock.Enter(FindStage.Content, copies.Count, SumOfSizes(copies));
        ForEach(copies, (worker, copy, next) =>
        {
            ReadOnlySpan<DigestAlgorithm> algorithms = wanted(
                _copies.SizeOf(copy), stackalloc DigestAlgorithm[AlgorithmsMax]);
            ReadOnlySpan<ContentHash> hashes = worker.HashesOf(algorithms);
            long size = _copies.SizeOf(copy);
            bool isSmall = size <= _ladder.SmallBytesMax;
            if (isSmall)
            {
                DigestAtOnce(worker, copy, next, hashes);
            }
            else
            {
                HashInBlocks(worker, copy, others: hashes);
            }

            if (_copies.States[copy] == CopyState.Hashed)
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

            return isSmall ? size : 0;
        });
    }

    private void DigestAtOnce(MatchWorker worker, int copy, int next, ReadOnlySpan<ContentHash> hashes)
    {
        if (worker.Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
        {
            foreach (ContentHash hash in hashes)
            {
                hash.Append(all);
            }

            _copies.Digests[copy] = Xxh3.Hash128(all);
            _copies.States[copy] = CopyState.Hashed;
        }
    }
}

/// <summary>Chooses the hash functions for files of a size.</summary>
/// <param name="size">The size in bytes.</param>
/// <param name="buffer">Room for the result: <see cref="Matcher.AlgorithmsMax"/>.</param>
internal delegate ReadOnlySpan<DigestAlgorithm> AlgorithmChoice(long size, Span<DigestAlgorithm> buffer);

/// <summary>Receives digests of a copy.</summary>
/// <param name="copy">The copy.</param>
/// <param name="algorithms">The hash functions.</param>
/// <param name="digests">The digest by each hash function.</param>
internal delegate void DigestsAction(
    int copy, ReadOnlySpan<DigestAlgorithm> algorithms, ReadOnlySpan<Digest128> digests);
