using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The names of hash functions in lists of digests.</summary>
internal static class DigestNames
{
    /// <summary>Finds the hash function that a program calls so, regardless of case.</summary>
    /// <param name="name">The name.</param>
    /// <param name="line">The line that has it, for an error.</param>
    /// <param name="mend">What to do if it is not supported, as the end of a sentence.</param>
    /// <exception cref="ReportFormatException">The hash function is not supported.</exception>
    public static DigestAlgorithm Find(ReadOnlySpan<byte> name, long line, string mend) =>
        TryFind(name, out DigestAlgorithm algorithm)
            ? algorithm
            : throw new ReportFormatException(
                line, $"the hash function {Encoding.UTF8.GetString(name)} is not supported; {mend}");

    /// <summary>Finds the hash function that a program calls so, regardless of case.</summary>
    public static bool TryFind(ReadOnlySpan<byte> name, out DigestAlgorithm algorithm)
    {
        Span<byte> lower = stackalloc byte[16];
        bool isShort = name.Length <= lower.Length;
        Ascii.ToLower(isShort ? name : [], lower, out int length);
        algorithm = Encoding.ASCII.GetString(lower[..length]) switch
        {
            "xxh64" => DigestAlgorithm.Xxh64,
            "xxh128" => DigestAlgorithm.Xxh3,
            "md5" => DigestAlgorithm.Md5,
            "sha1" => DigestAlgorithm.Sha1,
            "sha256" => DigestAlgorithm.Sha256,
            "sha384" => DigestAlgorithm.Sha384,
            "sha512" => DigestAlgorithm.Sha512,
            "blake2b" => DigestAlgorithm.Blake2b,
            _ => default,
        };
        return algorithm != default;
    }
}
