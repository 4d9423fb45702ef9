using Doppel.Hashing;

namespace Doppel.Cli;

/// <summary>What a run may request about objects beside lists, and which digests settle the matter.</summary>
/// <remarks>Thread-safe, except for the number of HEAD requests.</remarks>
/// <param name="heads">The most HEAD requests.</param>
/// <param name="bytes">The most bytes of content.</param>
internal sealed class BucketBudget(int heads, long bytes)
{
    /// <summary>The usual number of HEAD requests. They cost less than a cent on Amazon S3.</summary>
    internal const int HeadsDefault = 10_000;

    /// <summary>The hash function from which on digests are trusted by default: all of at least 128 bits.</summary>
    internal const DigestAlgorithm TrustDefault = DigestAlgorithm.Metro128;

    private long _bytes = bytes;
    private long _refused;

    /// <summary>Gets the number of HEAD requests that may still be sent.</summary>
    internal int Heads { get; private set; } = heads;

    /// <summary>Gets the hash function from which on digests are trusted as proofs.</summary>
    internal DigestAlgorithm Trust { get; init; } = TrustDefault;

    /// <summary>Gets the bytes of content that would have been read with a larger budget.</summary>
    internal long BytesRefused => Interlocked.Read(ref _refused);

    /// <summary>Takes as many of the wanted HEAD requests as are left.</summary>
    internal int TakeHeads(int wanted)
    {
        int taken = Math.Min(wanted, Heads);
        Heads -= taken;
        return taken;
    }

    /// <summary>Takes bytes of content if so many are left.</summary>
    internal bool TryTakeBytes(long wanted)
    {
        if (Interlocked.Add(ref _bytes, -wanted) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref _bytes, wanted);
        Interlocked.Add(ref _refused, wanted);
        return false;
    }
}
