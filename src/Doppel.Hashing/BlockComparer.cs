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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        // Blocks that differ at all mostly do so in their first bytes: that is told in the caller's own code, before
        // any call is made or loop set up.
        if (Vector512.IsHardwareAccelerated)
        {
            if (left.Length >= Vector512<byte>.Count && right.Length >= Vector512<byte>.Count)
            {
                ulong unequal = Unequal512(
                    ref MemoryMarshal.GetReference(left), ref MemoryMarshal.GetReference(right), 0);
                if (unequal != 0)
                {
                    return BitOperations.TrailingZeroCount(unequal);
                }
            }
        }
        else if (Vector256.IsHardwareAccelerated
            && left.Length >= Vector256<byte>.Count && right.Length >= Vector256<byte>.Count)
        {
            uint unequal = Unequal256(
                ref MemoryMarshal.GetReference(left), ref MemoryMarshal.GetReference(right), 0);
            if (unequal != 0)
            {
                return BitOperations.TrailingZeroCount(unequal);
            }
        }

        return FurtherDifference(left, right);
    }

    /// <summary>Compares with vectors of at most the size named; any processor can run any of them.</summary>
    internal static int FirstDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, VectorPath path)
    {
        int length = Math.Min(left.Length, right.Length);
        ref byte leftStart = ref MemoryMarshal.GetReference(left);
        ref byte rightStart = ref MemoryMarshal.GetReference(right);
        if (path == VectorPath.Vector512 && length >= Vector512<byte>.Count)
        {
            ulong unequal = Unequal512(ref leftStart, ref rightStart, 0);
            return unequal != 0
                ? BitOperations.TrailingZeroCount(unequal)
                : FurtherDifference512(ref leftStart, ref rightStart, (nuint)length);
        }

        if (path != VectorPath.Scalar && length >= Vector256<byte>.Count)
        {
            uint unequal = Unequal256(ref leftStart, ref rightStart, 0);
            return unequal != 0
                ? BitOperations.TrailingZeroCount(unequal)
                : FurtherDifference256(ref leftStart, ref rightStart, (nuint)length);
        }

        return left.CommonPrefixLength(right);
    }

    // Goes on where one of the widest vectors is equal, or where the blocks are too short for one.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FurtherDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        int length = Math.Min(left.Length, right.Length);
        if (Vector512.IsHardwareAccelerated && length >= Vector512<byte>.Count)
        {
            return FurtherDifference512(
                ref MemoryMarshal.GetReference(left), ref MemoryMarshal.GetReference(right), (nuint)length);
        }

        if (!Vector512.IsHardwareAccelerated && Vector256.IsHardwareAccelerated && length >= Vector256<byte>.Count)
        {
            return FurtherDifference256(
                ref MemoryMarshal.GetReference(left), ref MemoryMarshal.GetReference(right), (nuint)length);
        }

        return FirstDifference(
            left, right, Vector256.IsHardwareAccelerated ? VectorPath.Vector256 : VectorPath.Scalar);
    }

    // The first vector is equal.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FurtherDifference512(ref byte left, ref byte right, nuint length)
    {
        // Loads that cross a line of the cache cost two: those of the left block are spared that. It takes a quarter
        // less where blocks of 4 KiB part in the middle.
        nuint step = (nuint)Vector512<byte>.Count;
        nuint at = ToBoundary(ref left, step);

        // One branch for four vectors.
        for (; at + (4 * step) <= length; at += 4 * step)
        {
            Vector512<byte> first = Difference512(ref left, ref right, at);
            Vector512<byte> second = Difference512(ref left, ref right, at + step);
            Vector512<byte> third = Difference512(ref left, ref right, at + (2 * step));
            Vector512<byte> fourth = Difference512(ref left, ref right, at + (3 * step));
            if ((first | second | third | fourth) == Vector512<byte>.Zero)
            {
                continue;
            }

            if ((first | second) == Vector512<byte>.Zero)
            {
                (first, second) = (third, fourth);
                at += 2 * step;
            }

            if (first == Vector512<byte>.Zero)
            {
                first = second;
                at += step;
            }

            ulong equal = Vector512.Equals(first, Vector512<byte>.Zero).ExtractMostSignificantBits();
            return (int)at + BitOperations.TrailingZeroCount(~equal);
        }

        for (; at < length; at += step)
        {
            // The last vector overlaps the one before it rather than leave single bytes.
            at = Math.Min(at, length - step);
            ulong unequal = Unequal512(ref left, ref right, at);
            if (unequal != 0)
            {
                return (int)at + BitOperations.TrailingZeroCount(unequal);
            }
        }

        return (int)length;
    }

    // The first vector is equal.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FurtherDifference256(ref byte left, ref byte right, nuint length)
    {
        nuint step = (nuint)Vector256<byte>.Count;
        nuint at = ToBoundary(ref left, step);
        for (; at + (4 * step) <= length; at += 4 * step)
        {
            Vector256<byte> first = Difference256(ref left, ref right, at);
            Vector256<byte> second = Difference256(ref left, ref right, at + step);
            Vector256<byte> third = Difference256(ref left, ref right, at + (2 * step));
            Vector256<byte> fourth = Difference256(ref left, ref right, at + (3 * step));
            if ((first | second | third | fourth) == Vector256<byte>.Zero)
            {
                continue;
            }

            if ((first | second) == Vector256<byte>.Zero)
            {
                (first, second) = (third, fourth);
                at += 2 * step;
            }

            if (first == Vector256<byte>.Zero)
            {
                first = second;
                at += step;
            }

            uint equal = Vector256.Equals(first, Vector256<byte>.Zero).ExtractMostSignificantBits();
            return (int)at + BitOperations.TrailingZeroCount(~equal);
        }

        for (; at < length; at += step)
        {
            at = Math.Min(at, length - step);
            uint unequal = Unequal256(ref left, ref right, at);
            if (unequal != 0)
            {
                return (int)at + BitOperations.TrailingZeroCount(unequal);
            }
        }

        return (int)length;
    }

    // Of each byte of a vector, whether it differs.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Unequal512(ref byte left, ref byte right, nuint at) => ~Vector512.Equals(
        Vector512.LoadUnsafe(ref left, at), Vector512.LoadUnsafe(ref right, at)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Unequal256(ref byte left, ref byte right, nuint at) => ~Vector256.Equals(
        Vector256.LoadUnsafe(ref left, at), Vector256.LoadUnsafe(ref right, at)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Difference512(ref byte left, ref byte right, nuint at) =>
        Vector512.LoadUnsafe(ref left, at) ^ Vector512.LoadUnsafe(ref right, at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Difference256(ref byte left, ref byte right, nuint at) =>
        Vector256.LoadUnsafe(ref left, at) ^ Vector256.LoadUnsafe(ref right, at);

    // How far the first whole vector of memory is; a full vector where the block itself starts with one. Should the
    // collector move the block meanwhile, that costs time and nothing else.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe nuint ToBoundary(ref byte start, nuint step) =>
        step - ((nuint)Unsafe.AsPointer(ref start) & (step - 1));
}
