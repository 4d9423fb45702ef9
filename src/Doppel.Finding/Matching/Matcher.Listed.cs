using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Reads files for the digests of lists.</content>
internal sealed partial class Matcher
{
    /// <summary>Reads copies once for their XXH3-128 digest and others.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="algorithms">The other hash functions.</param>
    /// <param name="found">Receives the other digests of each copy that could be read. Called on any thread.</param>
    internal void Digest(NativeList<int> copies, DigestAlgorithm[] algorithms, DigestsAction found)
    {
        _context.Clock.Enter(FindStage.Content, copies.Count, SumOfSizes(copies));
        ForEach(copies, (worker, copy, next) =>
        {
            ContentHash[] hashes = worker.HashesOf(algorithms);
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

                found(copy, digests);
            }
            else
            {
                worker.ForgetHashes();
            }

            return isSmall ? size : 0;
        });
    }

    private void DigestAtOnce(MatchWorker worker, int copy, int next, ContentHash[] hashes)
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

/// <summary>Receives digests of a copy.</summary>
/// <param name="copy">The copy.</param>
/// <param name="digests">The digests, in the order of the hash functions that were requested.</param>
internal delegate void DigestsAction(int copy, ReadOnlySpan<Digest128> digests);
