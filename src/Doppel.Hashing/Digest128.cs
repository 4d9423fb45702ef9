using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Doppel.Hashing;

/// <summary>A 128-bit digest.</summary>
/// <param name="High">The upper 64 bits.</param>
/// <param name="Low">The lower 64 bits.</param>
/// <remarks>
/// The text form is 32 lowercase hexadecimal digits, upper half first, as printed by <c>xxhsum -H2</c>.
/// </remarks>
public readonly record struct Digest128(ulong High, ulong Low) : IComparable<Digest128>
{
    /// <summary>The size of a digest in bytes.</summary>
    public const int ByteCount = 16;

    /// <summary>Returns whether both halves are equal.</summary>
    /// <param name="other">The digest to compare with.</param>
    /// <returns>True if the digests are equal.</returns>
    public bool Equals(Digest128 other) =>
        // Avoids a branch, because which half differs is unpredictable.
        ((High ^ other.High) | (Low ^ other.Low)) == 0;

    /// <summary>Returns a hash code of both halves.</summary>
    public override int GetHashCode() => (31 * High.GetHashCode()) + Low.GetHashCode();

    /// <summary>Compares two digests as unsigned 128-bit numbers.</summary>
    /// <param name="other">The digest to compare with.</param>
    /// <returns>A negative number, zero or a positive number, as for every <c>CompareTo</c>.</returns>
    public int CompareTo(Digest128 other)
    {
        int byHigh = High.CompareTo(other.High);
        return byHigh != 0 ? byHigh : Low.CompareTo(other.Low);
    }

    /// <summary>Writes the 16 bytes of the digest in canonical (big-endian) order.</summary>
    /// <param name="destination">The destination, at least 16 bytes long.</param>
    /// <exception cref="ArgumentOutOfRangeException">The destination is shorter than 16 bytes.</exception>
    public void WriteBytes(Span<byte> destination)
    {
        // Write the second half first, so that a short destination is rejected before anything is written.
        BinaryPrimitives.WriteUInt64BigEndian(destination[8..], Low);
        BinaryPrimitives.WriteUInt64BigEndian(destination, High);
    }

    /// <summary>Parses 32 hexadecimal digits, uppercase or lowercase.</summary>
    /// <param name="text">The text to parse.</param>
    /// <param name="digest">The parsed digest, or the default value on failure.</param>
    /// <returns>True if the text is a valid digest.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, out Digest128 digest)
    {
        digest = default;
        if (text is not { Length: 32 }
            || !TryParse(text.AsSpan(0, 16), out ulong high)
            || !TryParse(text.AsSpan(16), out ulong low))
        {
            return false;
        }

        digest = new Digest128(high, low);
        return true;
    }

    /// <summary>Returns the digest as 32 lowercase hexadecimal digits.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{High:x16}{Low:x16}");

    /// <summary>Returns whether <paramref name="left"/> is less than <paramref name="right"/>.</summary>
    public static bool operator <(Digest128 left, Digest128 right) => left.CompareTo(right) < 0;

    /// <summary>Returns whether <paramref name="left"/> is greater than <paramref name="right"/>.</summary>
    public static bool operator >(Digest128 left, Digest128 right) => left.CompareTo(right) > 0;

    /// <summary>Returns whether <paramref name="left"/> is less than or equal to <paramref name="right"/>.</summary>
    public static bool operator <=(Digest128 left, Digest128 right) => left.CompareTo(right) <= 0;

    /// <summary>Returns whether <paramref name="left"/> is greater than or equal to <paramref name="right"/>.</summary>
    public static bool operator >=(Digest128 left, Digest128 right) => left.CompareTo(right) >= 0;

    private static bool TryParse(ReadOnlySpan<char> text, out ulong half) =>
        ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out half);
}

/// <summary>Throws the exceptions of this library, to keep them out of the hot paths.</summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void DestinationTooShort(ReadOnlySpan<byte> destination) => throw new ArgumentException(
        $"The destination has {destination.Length} bytes, a digest needs {Digest128.ByteCount}.",
        nameof(destination));
}
