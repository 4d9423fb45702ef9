namespace Doppel.Hashing;

/// <summary>One way to feed a long input into the eight accumulators. All ways give the same sums.</summary>
/// <remarks>
/// The callers guarantee eight accumulators, the whole secret and as many readable input bytes as the counts say, all
/// of any alignment.
/// </remarks>
internal interface IStripeKernel
{
    /// <summary>Whether this processor can run it.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Adds whole blocks and scrambles after each of them.</summary>
    static abstract void AddBlocks(ref ulong accumulators, ref byte input, nuint blocks, ref byte secret);

    /// <summary>Adds what follows the last scramble.</summary>
    /// <param name="accumulators">Changed in place.</param>
    /// <param name="input">The rest of the input, from its block's start.</param>
    /// <param name="stripes">Stripes to take from there, fewer than a block holds; none is fine.</param>
    /// <param name="last">The 64 bytes that end the whole input; they may overlap the stripes.</param>
    /// <param name="secret">The whole secret.</param>
    static abstract void AddTail(
        ref ulong accumulators, ref byte input, nuint stripes, ref byte last, ref byte secret);
}
