using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.App;

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

    // MD5s are as easy to forge as MetroHash.
    private static readonly (string Name, DigestAlgorithm Weakest)[] s_trusts =
    [
        ("xxh64", DigestAlgorithm.Xxh64), ("md5", TrustDefault), ("sha1", DigestAlgorithm.Sha1),
        ("sha256", DigestAlgorithm.Sha256),
    ];

    private readonly List<long> _planned = [];
    private long _bytes = bytes;
    private long _refused;
    private long _refusals;

    /// <summary>Gets the words for the weakest digests to trust.</summary>
    internal static IReadOnlyList<string> TrustNames { get; } = [.. s_trusts.Select(static one => one.Name)];

    /// <summary>Gets the most HEAD requests.</summary>
    internal int HeadsMax { get; } = heads;

    /// <summary>Gets the most bytes of content.</summary>
    internal long BytesMax { get; } = bytes;

    /// <summary>Gets whether nothing but lists is requested, to learn how much more would be.</summary>
    internal bool IsDryRun { get; init; }

    /// <summary>Gets the most that would be requested beside lists if this were not a dry run.</summary>
    /// <remarks>A request that fails and is repeated counts once.</remarks>
    internal S3Usage Planned
    {
        get
        {
            long read = 0;
            int gets = 0;
            foreach (long size in _planned.SelectMany(ReadsOf).Order())
            {
                gets += _bytes >= read + size ? 1 : 0;
                read += size;
            }

            return new S3Usage(0, _bytes > 0 ? gets : 0, _planned.Count, Math.Min(read, _bytes));
        }
    }

    /// <summary>Gets whether any content may be read.</summary>
    internal bool CanRead => BytesMax > 0;

    /// <summary>Gets what would have been requested with a larger budget of bytes.</summary>
    internal S3Usage Refused => new(0, Interlocked.Read(ref _refusals), 0, BytesRefused);

    /// <summary>Gets the number of HEAD requests that may still be sent.</summary>
    internal int Heads { get; private set; } = heads;

    /// <summary>Gets the hash function from which on digests are trusted as proofs.</summary>
    internal DigestAlgorithm Trust { get; init; } = TrustDefault;

    /// <summary>Gets the bytes of content that would have been read with a larger budget.</summary>
    internal long BytesRefused => Interlocked.Read(ref _refused);

    /// <summary>Returns the weakest digest that one of the <see cref="TrustNames"/> stands for.</summary>
    internal static DigestAlgorithm TrustAt(int index) => s_trusts[index].Weakest;

    /// <summary>Returns the word for the weakest digest to trust.</summary>
    internal static string NameOf(DigestAlgorithm weakest) => Array.Find(s_trusts, one => one.Weakest == weakest).Name;

    /// <summary>Takes as many of the wanted HEAD requests as are left.</summary>
    internal int TakeHeads(int wanted)
    {
        int taken = Math.Min(wanted, Heads);
        Heads -= taken;
        return taken;
    }

    /// <summary>Notes objects that would be asked about, by their sizes.</summary>
    internal void Plan(IEnumerable<long> sizes) => _planned.AddRange(sizes);

    /// <summary>Takes bytes of content if so many are left.</summary>
    /// <param name="wanted">The bytes.</param>
    /// <param name="rest">What more is needed, if they do not settle the matter.</param>
    internal bool TryTakeBytes(long wanted, long rest = 0)
    {
        if (Interlocked.Add(ref _bytes, -wanted) >= 0)
        {
            return true;
        }

        Interlocked.Add(ref _bytes, wanted);
        Interlocked.Add(ref _refused, wanted + rest);
        Interlocked.Increment(ref _refusals);
        return false;
    }

    // The ends first, if an object is large.
    private static long[] ReadsOf(long size) => size > IListedEnds.SizeMin
        ? [IListedEnds.BytesMax, IListedEnds.BytesMax, size]
        : [size];
}
