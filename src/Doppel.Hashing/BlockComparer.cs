using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Doppel.Hashing;

/// <summary>
/// Finds the first difference between two blocks of bytes. To test only for equality, use <c>SequenceEqual</c>.
/// </summary>
/// <remarks>Thread-safe; allocates nothing.</remarks>
// docs/decisions/hashing-first-difference.md explains why this class exists.
public static class BlockComparer
{
    /// <summary>Returns the index of the first byte that differs between two blocks.</summary>
    /// <param name="left">The first block.</param>
    /// <param name="right">The second block.</param>
    /// <returns>
    /// The zero-based index. If one block is a prefix of the other, this is the length of the shorter block; for equal
    /// blocks it is their common length.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstDifference(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        // Blocks that differ usually do so in their first bytes. The first vector is therefore compared inline in the
        // caller, without a call or the setup of a loop.
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

    /// <summary>Compares with vectors of at most the given size. Any processor can run any path.</summary>
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

    // Continues if the first vector of the widest size is equal, or if the blocks are shorter than such a vector.
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

    // Continues after the first vector, which is equal.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FurtherDifference512(ref byte left, ref byte right, nuint length)
    {
        // A load that crosses a cache line costs as much as two. Aligning the loads of the left block takes a quarter
        // less time for 4 KiB blocks that differ in the middle.
        nuint step = (nuint)Vector512<byte>.Count;
        nuint at = ToBoundary(ref left, step);

        // One branch per four vectors.
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
            // The last vector overlaps the previous one, so that no single bytes remain.
            at = Math.Min(at, length - step);
            ulong unequal = Unequal512(ref left, ref right, at);
            if (unequal != 0)
            {
                return (int)at + BitOperations.TrailingZeroCount(unequal);
            }
        }

        return (int)length;
    }

    // Continues after the first vector, which is equal.
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

    // Returns a bit mask with a bit set for each byte that differs.
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

    // Returns the distance to the next vector boundary in memory; if the block starts on a boundary, a full vector. If
    // the garbage collector moves the block in the meantime, that only costs time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe nuint ToBoundary(ref byte start, nuint step) =>
        step - ((nuint)Unsafe.AsPointer(ref start) & (step - 1));
}

/// <summary>
/// Specifies which instructions a kernel uses. Callers never choose; tests run every path that the processor supports.
/// </summary>
internal enum VectorPath
{
    /// <summary>No explicit vector instructions.</summary>
    Scalar,

    /// <summary>256-bit vectors.</summary>
    Vector256,

    /// <summary>512-bit vectors.</summary>
    Vector512,
}
