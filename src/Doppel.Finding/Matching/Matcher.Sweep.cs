using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Reads files without matching them.</content>
internal sealed partial class Matcher
{
    /// <summary>Hashes copies completely, just as matching does: small ones in one read, others in blocks.</summary>
    internal void Sweep(NativeList<int> copies) => ForEach(copies, (worker, copy, next) =>
    {
        long size = _copies.SizeOf(copy);
        if (size > _ladder.SmallBytesMax)
        {
            HashInBlocks(worker, copy);
        }
        else if (worker.Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
        {
            _copies.Digests[copy] = Xxh3.Hash128(all);
            _copies.States[copy] = CopyState.Hashed;
        }

        return size;
    });
}
