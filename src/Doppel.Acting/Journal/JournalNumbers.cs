using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Assigns the numbers of a run's intents and derives the temporary name of each number.</summary>
/// <remarks>
/// Temporary names are computed, not stored: 6 digits of the run's id, then 26 digits of HMAC-SHA-256 over the number,
/// keyed by a random key in the journal's head. Not thread-safe.
/// </remarks>
internal sealed class JournalNumbers
{
    private const int KeyBytes = 16;

    private readonly byte[] _key;
    private readonly string _start;
    private long _next;

    /// <summary>Creates the numbers of a run.</summary>
    /// <param name="id">The id of the run, which ends in 6 hex digits.</param>
    /// <param name="key">The key of the run.</param>
    /// <param name="next">The first number to assign.</param>
    internal JournalNumbers(string id, byte[] key, long next = 0)
    {
        _start = Encoding.ASCII.GetString(TemporaryName.Prefix) + id[^TemporaryName.RunDigits..];
        _key = key;
        _next = next;
    }

    /// <summary>Creates numbers that belong to no journal, for a preview.</summary>
    internal static JournalNumbers OfNoRun() => new("000000", NewKey());

    /// <summary>Generates the key of a new run.</summary>
    internal static byte[] NewKey() => RandomNumberGenerator.GetBytes(KeyBytes);

    /// <summary>Parses a key from hex. Returns null if it is not a valid key.</summary>
    internal static byte[]? ParseKey(string? hex) =>
        hex is { Length: 2 * KeyBytes } && TemporaryName.IsHex(Encoding.ASCII.GetBytes(hex))
            ? Convert.FromHexString(hex)
            : null;

    /// <summary>Returns whether an id ends in the digits that temporary names require.</summary>
    internal static bool HasRunDigits(string id) =>
        id.Length > TemporaryName.RunDigits && id[^(TemporaryName.RunDigits + 1)] == '-'
        && TemporaryName.IsHex(Encoding.UTF8.GetBytes(id[^TemporaryName.RunDigits..]));

    internal long Next() => _next++;

    /// <summary>Returns the temporary name of a number.</summary>
    internal string TemporaryOf(long number)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out int length);
        Span<byte> mac = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HMACSHA256.HashData(_key, digits[..length], mac);
        return _start + Convert.ToHexStringLower(mac[..((TemporaryName.Digits - TemporaryName.RunDigits) / 2)]);
    }
}
