using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The digests of the first and last bytes of a file, 64 bits each, so that one can be known alone.</summary>
internal static class EndsDigest
{
    /// <summary>Stands for an end that was not read.</summary>
    internal const ulong Unknown = 0;

    /// <summary>Returns the digest of one end.</summary>
    internal static ulong Of(ReadOnlySpan<byte> end)
    {
        ulong digest = Xxh3.Hash128(end).Low;
        return digest == Unknown ? 1 : digest;
    }

    /// <summary>Combines the digests of both ends.</summary>
    internal static Digest128 Of(ulong first, ulong last) => new(first, last);

    /// <summary>Returns whether both ends are known.</summary>
    internal static bool IsComplete(Digest128 ends) => ends is { High: not Unknown, Low: not Unknown };
}
