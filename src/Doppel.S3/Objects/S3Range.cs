using System.Globalization;

namespace Doppel.S3;

/// <summary>A byte range of an object (RFC 9110, section 14).</summary>
public readonly record struct S3Range
{
    private S3Range(long? first, long? last)
    {
        First = first;
        Last = last;
    }

    /// <summary>The offset of the first byte, or null for a suffix range.</summary>
    public long? First { get; }

    /// <summary>
    /// The offset of the last byte, inclusive; for a suffix range, the number of bytes; or null for a range that
    /// extends to the end of the object.
    /// </summary>
    public long? Last { get; }

    /// <summary>Creates a range from an offset to the end of the object.</summary>
    /// <param name="first">The offset of the first byte, 0 or greater.</param>
    /// <returns>The range.</returns>
    public static S3Range From(long first)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        return new S3Range(first, last: null);
    }

    /// <summary>Creates a range of a given length. Fewer bytes are returned if the object ends earlier.</summary>
    /// <param name="first">The offset of the first byte, 0 or greater.</param>
    /// <param name="count">The number of bytes, 1 or greater.</param>
    /// <returns>The range.</returns>
    public static S3Range Of(long first, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        return new S3Range(first, checked(first + count - 1));
    }

    /// <summary>Creates a range of the last bytes of an object.</summary>
    /// <param name="count">The number of bytes, 1 or greater. A shorter object is returned whole.</param>
    /// <returns>The range.</returns>
    public static S3Range Tail(long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        return new S3Range(first: null, count);
    }

    /// <summary>Returns the range in the format of the <c>Range</c> header.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"bytes={First}-{Last}");

    /// <summary>Returns whether a response starts at the requested offset and does not exceed the range.</summary>
    internal bool Fits(S3ObjectInfo answer)
    {
        long first = First ?? Math.Max(0, answer.ObjectLength - Last!.Value);
        long end = Math.Min(answer.ObjectLength, First is null ? long.MaxValue : (Last ?? long.MaxValue - 1) + 1);
        return answer.Offset == first && answer.Length == end - first;
    }
}
