using System.Buffers;

namespace Doppel.Volumes;

/// <summary>
/// Defines the temporary names that a run uses beside a file while changing it: <c>.doppel-</c> and 32 lowercase hex
/// digits.
/// </summary>
/// <remarks>
/// The first 6 digits are the last 6 of the run's id, so the list of journals alone shows which run left a name behind.
/// Names from versions before schema 2 of the journal are entirely random.
/// </remarks>
public static class TemporaryName
{
    /// <summary>The number of digits that identify the run.</summary>
    public const int RunDigits = 6;

    /// <summary>The number of digits after <c>.doppel-</c>.</summary>
    public const int Digits = 32;

    private static readonly SearchValues<byte> s_hexDigits = SearchValues.Create("0123456789abcdef"u8);

    /// <summary>Gets the prefix of every temporary name.</summary>
    public static ReadOnlySpan<byte> Prefix => ".doppel-"u8;

    /// <summary>
    /// Returns whether a bare name is a temporary name, which an interrupted run may have left behind.
    /// </summary>
    public static bool Is(ReadOnlySpan<byte> name) =>
        name.Length == Prefix.Length + Digits && name.StartsWith(Prefix)
        && !name[Prefix.Length..].ContainsAnyExcept(s_hexDigits);

    /// <summary>Extracts the 6 digits that identify the run.</summary>
    /// <param name="name">A bare name.</param>
    /// <param name="runDigits">The digits, or empty if the name is not a temporary name.</param>
    /// <returns>Whether the name is a temporary name.</returns>
    public static bool TryGetRunDigits(ReadOnlySpan<byte> name, out ReadOnlySpan<byte> runDigits)
    {
        bool isOne = Is(name);
        runDigits = isOne ? name.Slice(Prefix.Length, RunDigits) : default;
        return isOne;
    }

    /// <summary>Returns a second temporary name for the same file and the same run.</summary>
    /// <remarks>
    /// An undo uses it, and so does a run if names cannot be exchanged: what each name holds then shows which step left
    /// it behind.
    /// </remarks>
    /// <param name="name">A temporary name.</param>
    public static byte[] SecondOf(ReadOnlySpan<byte> name)
    {
        byte[] second = name.ToArray();
        second.AsSpan(Prefix.Length + RunDigits).Reverse();
        return second;
    }

    /// <summary>Returns whether the text consists of lowercase hex digits only.</summary>
    public static bool IsHex(ReadOnlySpan<byte> text) => !text.ContainsAnyExcept(s_hexDigits);
}
