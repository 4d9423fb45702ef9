using Doppel.Hashing;

namespace Doppel.Catalog;

/// <summary>The random number of a file, which all checks in the file depend on.</summary>
internal static class RandomId
{
    internal static ulong New()
    {
        // A GUID, since the random numbers of System.Security.Cryptography load OpenSSL, which takes milliseconds.
        Span<byte> bytes = stackalloc byte[16];
        Guid.NewGuid().TryWriteBytes(bytes);
        return Xxh3.Hash128(bytes).Low;
    }
}
