using System.Globalization;

namespace Doppel.S3;

/// <summary>A range of bytes of an object (RFC 9110, section 14).</summary>
public readonly record struct S3Range
{
    private S3Range(long? first, long? last)
    {
        First = first;
        Last = last;
    }

    /// <summary>The first byte; null for a number of bytes at the end.</summary>
    public long? First { get; }

    /// <summary>The last byte, which belongs to it; or how many bytes at the end; null for all to the end.</summary>
    public long? Last { get; }

    /// <summary>From a byte on to the end.</summary>
    /// <param name="first">0 or more.</param>
    public static S3Range From(long first)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        return new S3Range(first, last: null);
    }

    /// <summary>A number of bytes from a byte on; less if the object ends before.</summary>
    /// <param name="first">0 or more.</param>
    /// <param name="count">1 or more.</param>
    public static S3Range Of(long first, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(first);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        return new S3Range(first, checked(first + count - 1));
    }

    /// <summary>The last bytes.</summary>
    /// <param name="count">1 or more; the whole object if it has less.</param>
    public static S3Range Tail(long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(count);
        return new S3Range(first: null, count);
    }

    /// <summary>As the header <c>Range</c> has it.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"bytes={First}-{Last}");

    /// <summary>Whether an answer begins where it should and goes no further.</summary>
    internal bool Fits(S3ObjectInfo answer)
    {
        long first = First ?? Math.Max(0, answer.ObjectLength - Last!.Value);
        long end = Math.Min(answer.ObjectLength, First is null ? long.MaxValue : (Last ?? long.MaxValue - 1) + 1);
        return answer.Offset == first && answer.Length == end - first;
    }
}
