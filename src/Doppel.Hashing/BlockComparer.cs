using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Doppel.Hashing;

/// <summary>Finds where two blocks of bytes part. Whether they do at all is <c>SequenceEqual</c>'s to say.</summary>
/// <remarks>Thread-safe; allocates nothing. docs/decisions/hashing-first-difference.md says why it stands.</remarks>
public static class BlockComparer
{
    /// <summary>The index of the first byte that differs.</summary>
    /// <returns>
    /// From 0; the length of the shorter block where that is the start of the longer one, so the common length of two
    /// blocks that are equal.
    /// </returns>
    public static int FirstDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        // Blocks that differ at all mostly do so in their first bytes: that is told before any loop is set up.
        if (left.Length >= sizeof(ulong) && right.Length >= sizeof(ulong))
        {
            ulong difference = MemoryMarshal.Read<ulong>(left) ^ MemoryMarshal.Read<ulong>(right);
            if (difference != 0)
            {
                return (BitConverter.IsLittleEndian
                    ? BitOperations.TrailingZeroCount(difference)
                    : BitOperations.LeadingZeroCount(difference)) / 8;
            }
        }

        if (Vector512.IsHardwareAccelerated)
        {
            return FirstDifference(left, right, VectorPath.Vector512);
        }

        return FirstDifference(
            left, right, Vector256.IsHardwareAccelerated ? VectorPath.Vector256 : VectorPath.Scalar);
    }

    /// <summary>Compares with vectors of at most the size named; any processor can run any of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int FirstDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, VectorPath path)
    {
        int length = Math.Min(left.Length, right.Length);
        ref byte leftStart = ref MemoryMarshal.GetReference(left);
        ref byte rightStart = ref MemoryMarshal.GetReference(right);
        if (path == VectorPath.Vector512 && length >= Vector512<byte>.Count)
        {
            return FirstDifference512(ref leftStart, ref rightStart, (nuint)length);
        }

        return path != VectorPath.Scalar && length >= Vector256<byte>.Count
            ? FirstDifference256(ref leftStart, ref rightStart, (nuint)length)
            : left.CommonPrefixLength(right);
    }

    private static int FirstDifference512(ref byte left, ref byte right, nuint length)
    {
        nuint step = (nuint)Vector512<byte>.Count;
        nuint at = 0;

        // One branch for four vectors; what differs among them is looked for below.
        for (; at + (4 * step) <= length; at += 4 * step)
        {
            Vector512<byte> first = Difference512(ref left, ref right, at);
            Vector512<byte> second = Difference512(ref left, ref right, at + step);
            Vector512<byte> third = Difference512(ref left, ref right, at + (2 * step));
            Vector512<byte> fourth = Difference512(ref left, ref right, at + (3 * step));
            if ((first | second | third | fourth) != Vector512<byte>.Zero)
            {
                break;
            }
        }

        for (; at < length; at += step)
        {
            // The last vector overlaps the one before it rather than leave single bytes.
            at = Math.Min(at, length - step);
            Vector512<byte> difference = Difference512(ref left, ref right, at);
            if (difference != Vector512<byte>.Zero)
            {
                ulong equal = Vector512.Equals(difference, Vector512<byte>.Zero).ExtractMostSignificantBits();
                return (int)at + BitOperations.TrailingZeroCount(~equal);
            }
        }

        return (int)length;
    }

    private static int FirstDifference256(ref byte left, ref byte right, nuint length)
    {
        nuint step = (nuint)Vector256<byte>.Count;
        nuint at = 0;
        for (; at + (4 * step) <= length; at += 4 * step)
        {
            Vector256<byte> first = Difference256(ref left, ref right, at);
            Vector256<byte> second = Difference256(ref left, ref right, at + step);
            Vector256<byte> third = Difference256(ref left, ref right, at + (2 * step));
            Vector256<byte> fourth = Difference256(ref left, ref right, at + (3 * step));
            if ((first | second | third | fourth) != Vector256<byte>.Zero)
            {
                break;
            }
        }

        for (; at < length; at += step)
        {
            at = Math.Min(at, length - step);
            Vector256<byte> difference = Difference256(ref left, ref right, at);
            if (difference != Vector256<byte>.Zero)
            {
                uint equal = Vector256.Equals(difference, Vector256<byte>.Zero).ExtractMostSignificantBits();
                return (int)at + BitOperations.TrailingZeroCount(~equal);
            }
        }

        return (int)length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Difference512(ref byte left, ref byte right, nuint at) =>
        Vector512.LoadUnsafe(ref left, at) ^ Vector512.LoadUnsafe(ref right, at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Difference256(ref byte left, ref byte right, nuint at) =>
        Vector256.LoadUnsafe(ref left, at) ^ Vector256.LoadUnsafe(ref right, at);
}
