using Doppel.Hashing;

namespace Doppel.Finding;

/// <content>Reads files without matching them.</content>
internal sealed partial class Matcher
{
    /// <summary>Hashes copies completely, just as matching does: small ones in one read, others in blocks.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="hashed">Called for each copy that was hashed, on any thread.</param>
    internal void Sweep(NativeList<int> copies, Action<int> hashed) => ForEach(copies, (worker, copy, next) =>
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

        if (_copies.States[copy] == CopyState.Hashed)
        {
            hashed(copy);
        }

        return size > _ladder.SmallBytesMax ? 0 : size;
    });

    /// <summary>Hashes copies completely, reading from their devices rather than the system's cache.</summary>
    /// <param name="copies">The copies.</param>
    /// <param name="hashed">Called for each copy that was hashed, on any thread.</param>
    internal void SweepDevices(NativeList<int> copies, Action<int> hashed)
    {
        _context.Clock.Enter(FindStage.Content, copies.Count, SumOfSizes(copies));
        ForEach(copies, (worker, copy, _) =>
        {
            HashInBlocks(worker, copy, isFromDevice: true);
            if (_copies.States[copy] == CopyState.Hashed)
            {
                hashed(copy);
            }

            return 0;
        });
    }
}
