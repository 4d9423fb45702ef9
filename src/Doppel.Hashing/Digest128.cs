using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Doppel.Hashing;

/// <summary>A digest of 128 bits.</summary>
/// <param name="High">The upper half.</param>
/// <param name="Low">The lower half.</param>
/// <remarks>Its text is 32 lower-case hex digits, upper half first, as <c>xxhsum -H2</c> prints it.</remarks>
public readonly record struct Digest128(ulong High, ulong Low) : IComparable<Digest128>
{
    /// <summary>Bytes of a digest.</summary>
    public const int ByteCount = 16;

    /// <summary>Whether both halves are equal.</summary>
    public bool Equals(Digest128 other) =>
        // Without a branch: which half differs is not to be foreseen.
        ((High ^ other.High) | (Low ^ other.Low)) == 0;

    /// <summary>A hash code of both halves.</summary>
    public override int GetHashCode() => (31 * High.GetHashCode()) + Low.GetHashCode();

    /// <summary>Orders as unsigned 128-bit numbers.</summary>
    public int CompareTo(Digest128 other)
    {
        int byHigh = High.CompareTo(other.High);
        return byHigh != 0 ? byHigh : Low.CompareTo(other.Low);
    }

    /// <summary>Writes the 16 bytes in the canonical, big-endian order.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The destination is shorter than 16 bytes.</exception>
    public void WriteBytes(Span<byte> destination)
    {
        // The far half first: a destination that is too short is refused before anything is written.
        BinaryPrimitives.WriteUInt64BigEndian(destination[8..], Low);
        BinaryPrimitives.WriteUInt64BigEndian(destination, High);
    }

    /// <summary>Reads 32 hex digits of either case.</summary>
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

    /// <summary>32 lower-case hex digits.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{High:x16}{Low:x16}");

    /// <summary>Whether <paramref name="left"/> is the smaller number.</summary>
    public static bool operator <(Digest128 left, Digest128 right) => left.CompareTo(right) < 0;

    /// <summary>Whether <paramref name="left"/> is the larger number.</summary>
    public static bool operator >(Digest128 left, Digest128 right) => left.CompareTo(right) > 0;

    /// <summary>Whether <paramref name="left"/> is not the larger number.</summary>
    public static bool operator <=(Digest128 left, Digest128 right) => left.CompareTo(right) <= 0;

    /// <summary>Whether <paramref name="left"/> is not the smaller number.</summary>
    public static bool operator >=(Digest128 left, Digest128 right) => left.CompareTo(right) >= 0;

    private static bool TryParse(ReadOnlySpan<char> text, out ulong half) =>
        ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out half);
}
