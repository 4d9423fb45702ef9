namespace Doppel.Hashing;

/// <summary>Adds a long input to the eight accumulators. All implementations compute the same sums.</summary>
/// <remarks>
/// Callers guarantee eight accumulators, the complete secret and as many readable input bytes as the counts require.
/// None of them need be aligned.
/// </remarks>
internal interface IStripeKernel
{
    /// <summary>Whether this processor can run the kernel.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>Adds whole blocks, and scrambles the accumulators after each block.</summary>
    static abstract void AddBlocks(ref ulong accumulators, ref byte input, nuint blocks, ref byte secret);

    /// <summary>Adds the input that follows the last scramble.</summary>
    /// <param name="accumulators">The accumulators, updated in place.</param>
    /// <param name="input">The rest of the input, starting at a block boundary.</param>
    /// <param name="stripes">The number of stripes to add from there, fewer than a block holds. May be 0.</param>
    /// <param name="last">The last 64 bytes of the whole input. They may overlap the stripes.</param>
    /// <param name="secret">The complete secret.</param>
    static abstract void AddTail(
        ref ulong accumulators, ref byte input, nuint stripes, ref byte last, ref byte secret);
}
