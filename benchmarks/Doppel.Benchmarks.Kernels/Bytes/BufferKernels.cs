using System.Numerics;
using System.Runtime.CompilerServices;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>
/// Five ways to compare two buffers of one length. Those that find the first difference return its index.
/// </summary>
public static class BufferKernels
{
    /// <summary>What a way returns for equal buffers; ours, their length.</summary>
    public const int Equal = -1;

    /// <summary>Byte by byte, with both lengths in the condition.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int ByteByByte(byte[] left, byte[] right)
    {
        for (int i = 0; i < left.Length && i < right.Length; i++)
        {
            if (left[i] != right[i])
            {
                return i;
            }
        }

        return Equal;
    }

    /// <summary>Eight bytes at a time through fixed pointers; the index is that of the word.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe int Int64Pointer(byte[] left, byte[] right)
    {
        int length = left.Length;
        fixed (byte* leftBytes = left, rightBytes = right)
        {
            long* leftWords = (long*)leftBytes;
            long* rightWords = (long*)rightBytes;
            int words = length / sizeof(long);
            for (int word = 0; word < words; word++)
            {
                if (leftWords[word] != rightWords[word])
                {
                    return word * sizeof(long);
                }
            }

            for (int i = words * sizeof(long); i < length; i++)
            {
                if (leftBytes[i] != rightBytes[i])
                {
                    return i;
                }
            }
        }

        return Equal;
    }

    /// <summary>By vectors read from the arrays; the index is that of the vector.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int VectorOfByte(byte[] left, byte[] right)
    {
        int length = left.Length;
        int aligned = length / Vector<byte>.Count * Vector<byte>.Count;
        for (int i = 0; i < aligned; i += Vector<byte>.Count)
        {
            if (new Vector<byte>(left, i) != new Vector<byte>(right, i))
            {
                return i;
            }
        }

        for (int i = aligned; i < length; i++)
        {
            if (left[i] != right[i])
            {
                return i;
            }
        }

        return Equal;
    }

    /// <summary>The framework's own, which says only whether they differ: 0 for that.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int SequenceEqual(byte[] left, byte[] right) => left.AsSpan().SequenceEqual(right) ? Equal : 0;

    /// <summary>Ours: the exact index of the first byte that differs, and for equal buffers their length.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FirstDifference(byte[] left, byte[] right) => BlockComparer.FirstDifference(left, right);
}
