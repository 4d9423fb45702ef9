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
            if (isSmall ? TryDigestAtOnce(worker, copy, next, hashes) : TryDigestInBlocks(worker, copy, hashes))
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

    private static void Append(MatchWorker worker, ContentHash[] hashes, ReadOnlySpan<byte> content)
    {
        worker.Hash.Append(content);
        foreach (ContentHash hash in hashes)
        {
            hash.Append(content);
        }
    }

    private bool TryDigestAtOnce(MatchWorker worker, int copy, int next, ContentHash[] hashes)
    {
        worker.Hash.Reset();
        if (worker.Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
        {
            Append(worker, hashes, all);
            SetDigest(worker, copy);
        }

        return _copies.States[copy] == CopyState.Hashed;
    }

    private bool TryDigestInBlocks(MatchWorker worker, int copy, ContentHash[] hashes)
    {
        if (!worker.Reader.TryOpen(copy, -1, out OpenCopy file))
        {
            return false;
        }

        worker.Hash.Reset();
        Span<byte> buffer = worker.Reader.Buffer(_ladder.BlockBytes);
        long size = _copies.SizeOf(copy);
        bool whole = true;
        for (long offset = 0; whole && offset < size; offset += buffer.Length)
        {
            Span<byte> block = buffer[..(int)Math.Min(buffer.Length, size - offset)];
            whole = !_cancellation.IsCancellationRequested && worker.Reader.TryRead(file, offset, block);
            Append(worker, hashes, block);
            _progress.AddDone(0, block.Length);
        }

        if (whole && worker.Reader.IsUnchanged(file))
        {
            SetDigest(worker, copy);
        }

        file.Close();
        return _copies.States[copy] == CopyState.Hashed;
    }

    private void SetDigest(MatchWorker worker, int copy)
    {
        _copies.Digests[copy] = worker.Hash.GetDigest();
        _copies.States[copy] = CopyState.Hashed;
    }
}

/// <summary>Receives digests of a copy.</summary>
/// <param name="copy">The copy.</param>
/// <param name="digests">The digests, in the order of the hash functions that were requested.</param>
internal delegate void DigestsAction(int copy, ReadOnlySpan<Digest128> digests);
