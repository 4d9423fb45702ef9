using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The base class of the parsers of lists of digests, used by <see cref="DigestListReader"/>.</summary>
internal abstract class DigestListParser
{
    /// <summary>Gets the program that wrote the list, as far as its format shows.</summary>
    public abstract string Writer { get; }

    /// <summary>Gets when the list was written, if it says so.</summary>
    public virtual ReportTime? Made => null;

    /// <summary>Gets the number of the last line that was read, starting at 1.</summary>
    public abstract long Line { get; }

    /// <summary>Gets the path of the current file. Valid until the next file is read.</summary>
    public abstract ReadOnlySpan<byte> Path { get; }

    /// <summary>Gets the size of the current file in bytes, or -1 if the list does not say.</summary>
    public long Size { get; protected set; } = -1;

    /// <summary>Gets the hash function of the digest of the current file, or null if it has none.</summary>
    public DigestAlgorithm? Algorithm { get; protected set; }

    /// <summary>Gets the first 128 bits of the digest of the current file.</summary>
    public Digest128 Digest { get; protected set; }

    /// <summary>Reads the next file. Not called again after an exception or the end.</summary>
    public abstract bool Read();

    /// <summary>Sets the digest of the current file from its hex digits.</summary>
    /// <returns>False if these are not as many hex digits as the algorithm has.</returns>
    protected bool TrySetDigest(DigestAlgorithm algorithm, ReadOnlySpan<byte> hex, bool isReversed = false)
    {
        Span<byte> bytes = stackalloc byte[64];
        bytes = bytes[..ContentHash.BytesOf(algorithm)];
        if (hex.Length != 2 * bytes.Length
            || Convert.FromHexString(hex, bytes, out _, out _) != System.Buffers.OperationStatus.Done)
        {
            return false;
        }

        if (isReversed)
        {
            bytes.Reverse();
        }

        (Algorithm, Digest) = (algorithm, ContentHash.Shorten(bytes));
        return true;
    }
}
