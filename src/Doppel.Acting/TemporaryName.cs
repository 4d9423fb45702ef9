using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.Acting;

/// <summary>Names that stand beside a file while it is changed: <c>.doppel-</c> and 128 random bits in hex.</summary>
public static class TemporaryName
{
    private const int RandomBytes = 16;

    private static readonly SearchValues<byte> s_hexDigits = SearchValues.Create("0123456789abcdef"u8);

    private static ReadOnlySpan<byte> Prefix => ".doppel-"u8;

    /// <summary>Whether a bare name is one: something that an interrupted run has left.</summary>
    public static bool Is(ReadOnlySpan<byte> name) =>
        name.StartsWith(Prefix) && name.Length == Prefix.Length + (2 * RandomBytes)
        && !name[Prefix.Length..].ContainsAnyExcept(s_hexDigits);

    /// <summary>
    /// Returns a second name for the same file, so that what stands under each tells which step has left it.
    /// </summary>
    /// <remarks>An undo uses it, and a run where names cannot be exchanged.</remarks>
    internal static byte[] OfUndo(ReadOnlySpan<byte> temporary)
    {
        byte[] second = temporary.ToArray();
        second.AsSpan(second.AsSpan().IndexOf((byte)'-') + 1).Reverse();
        return second;
    }

    /// <summary>A new one that nobody else has.</summary>
    internal static byte[] Make()
    {
        Span<byte> random = stackalloc byte[RandomBytes];
        RandomNumberGenerator.Fill(random);
        byte[] name = new byte[Prefix.Length + (2 * RandomBytes)];
        Prefix.CopyTo(name);
        Span<char> hex = stackalloc char[2 * RandomBytes];
        Convert.TryToHexStringLower(random, hex, out _);
        Encoding.ASCII.GetBytes(hex, name.AsSpan(Prefix.Length));
        return name;
    }
}
