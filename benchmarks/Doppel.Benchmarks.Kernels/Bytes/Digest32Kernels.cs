using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>
/// The ways to compare two digests of 32 bytes. What each stands for is told by the slides it comes from.
/// </summary>
public static class Digest32Kernels
{
    /// <summary>Words through fixed pointers, the last word first.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe bool PointerFromEnd(byte[] left, byte[] right)
    {
        fixed (byte* leftBytes = left, rightBytes = right)
        {
            long* leftWords = (long*)leftBytes;
            long* rightWords = (long*)rightBytes;
            return leftWords[3] == rightWords[3]
                && leftWords[2] == rightWords[2]
                && leftWords[1] == rightWords[1]
                && leftWords[0] == rightWords[0];
        }
    }

    /// <summary>Words through fixed pointers, the first word first.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe bool PointerFromStart(byte[] left, byte[] right)
    {
        fixed (byte* leftBytes = left, rightBytes = right)
        {
            long* leftWords = (long*)leftBytes;
            long* rightWords = (long*)rightBytes;
            return leftWords[0] == rightWords[0]
                && leftWords[1] == rightWords[1]
                && leftWords[2] == rightWords[2]
                && leftWords[3] == rightWords[3];
        }
    }

    /// <summary>Words through a cast span, the last word first: one check of the length serves all.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SpanFromEnd(byte[] left, byte[] right)
    {
        Span<long> leftWords = MemoryMarshal.Cast<byte, long>(left.AsSpan());
        Span<long> rightWords = MemoryMarshal.Cast<byte, long>(right.AsSpan());
        return leftWords[3] == rightWords[3]
            && leftWords[2] == rightWords[2]
            && leftWords[1] == rightWords[1]
            && leftWords[0] == rightWords[0];
    }

    /// <summary>Words through a cast span, the first word first: each has its check.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SpanFromStart(byte[] left, byte[] right)
    {
        Span<long> leftWords = MemoryMarshal.Cast<byte, long>(left.AsSpan());
        Span<long> rightWords = MemoryMarshal.Cast<byte, long>(right.AsSpan());
        return leftWords[0] == rightWords[0]
            && leftWords[1] == rightWords[1]
            && leftWords[2] == rightWords[2]
            && leftWords[3] == rightWords[3];
    }

    /// <summary>One vector, where it has 32 bytes; elsewhere this is no way of its own.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool Vector(byte[] left, byte[] right)
    {
        if (Vector<byte>.Count == 32)
        {
            return new Vector<byte>(left, 0) == new Vector<byte>(right, 0);
        }

        return left.AsSpan(0, 32).SequenceEqual(right.AsSpan(0, 32));
    }

    /// <summary>The framework's own with a length that the JIT knows.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SequenceEqualConstant(byte[] left, byte[] right) =>
        left.AsSpan(0, 32).SequenceEqual(right.AsSpan(0, 32));

    /// <summary>The framework's own with a length that it does not know.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool SequenceEqualN(byte[] left, byte[] right, int length) =>
        left.AsSpan(0, length).SequenceEqual(right.AsSpan(0, length));
}
