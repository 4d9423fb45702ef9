namespace Doppel.Finding;

/// <content>Reading without matching.</content>
internal sealed partial class Matcher
{
    /// <summary>Hashes copies whole, as the ladder does with those that it must: small ones at once, others in blocks.
    /// </summary>
    internal void Sweep(NativeList<int> copies) => ForEach(copies, (worker, copy, next) =>
    {
        long size = _copies.SizeOf(copy);
        if (size > _ladder.SmallBytesMax)
        {
            HashInBlocks(worker, copy);
        }
        else if (worker.Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
        {
            _copies.Digests[copy] = worker.Hash.Of(all);
            _copies.States[copy] = CopyState.Hashed;
        }

        return size;
    });
}
