using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using static Doppel.Hashing.Bits;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>XXH3-128 of inputs longer than <see cref="ShortBytesMax"/> bytes.</summary>
internal static class Xxh3Long
{
    /// <summary>The fastest path here. The checks are constants to the compiler, so they cost nothing.</summary>
    internal static VectorPath BestPath
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // Vector512 says no where 512-bit instructions exist but slow the whole core down.
            if (Vector512.IsHardwareAccelerated && StripeKernel512.IsSupported)
            {
                return VectorPath.Vector512;
            }

            return Vector256.IsHardwareAccelerated && StripeKernel256.IsSupported
                ? VectorPath.Vector256
                : VectorPath.Scalar;
        }
    }

    /// <summary>Whether this processor can run <paramref name="path"/> at all.</summary>
    internal static bool IsSupported(VectorPath path) => path switch
    {
        VectorPath.Vector512 => StripeKernel512.IsSupported,
        VectorPath.Vector256 => StripeKernel256.IsSupported,
        _ => true,
    };

    /// <summary>Hashes an input longer than <see cref="ShortBytesMax"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Digest128 Hash(VectorPath path, ReadOnlySpan<byte> source, ulong seed)
    {
        if (path == VectorPath.Vector512)
        {
            return Hash<StripeKernel512>(source, seed);
        }

        if (path == VectorPath.Vector256)
        {
            return Hash<StripeKernel256>(source, seed);
        }

        return Hash<StripeKernelScalar>(source, seed);
    }

    /// <summary>Sets the eight accumulators to their start.</summary>
    internal static void Start(Span<ulong> accumulators)
    {
        // Stored as one vector: a vector load right after eight stores of single words has to wait for them all.
        Vector512.Create(Prime32C, Prime64A, Prime64B, Prime64C, Prime64D, Prime32B, Prime64E, Prime32A)
            .StoreUnsafe(ref MemoryMarshal.GetReference(accumulators));
    }

    /// <summary>Derives the secret of a seed.</summary>
    internal static void DeriveSecret(Span<byte> secret, ulong seed)
    {
        ref byte standard = ref MemoryMarshal.GetReference(Secret);
        if (BitConverter.IsLittleEndian)
        {
            Vector256<ulong> change = Vector256.Create(seed, 0 - seed, seed, 0 - seed);
            for (nuint offset = 0; offset < SecretBytes; offset += 32)
            {
                Vector256<ulong> words = Vector256.LoadUnsafe(ref standard, offset).AsUInt64();
                (words + change).AsByte().StoreUnsafe(ref MemoryMarshal.GetReference(secret), offset);
            }

            return;
        }

        for (int offset = 0; offset < SecretBytes; offset += 16)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(secret[offset..], Read64(ref standard, offset) + seed);
            BinaryPrimitives.WriteUInt64LittleEndian(secret[(offset + 8)..], Read64(ref standard, offset + 8) - seed);
        }
    }

    /// <summary>
    /// Adds what follows the last whole block that is known not to be the last one, then the last 64 bytes, and merges.
    /// </summary>
    /// <param name="accumulators">Left in an unspecified state.</param>
    /// <param name="tail">From 1 byte to a whole block.</param>
    /// <param name="lastStripe">The last 64 bytes of the input; they overlap the tail.</param>
    /// <param name="length">Bytes of the whole input.</param>
    /// <param name="secret">The secret in use.</param>
    internal static Digest128 Finish<TKernel>(
        Span<ulong> accumulators, ReadOnlySpan<byte> tail, ref byte lastStripe, ulong length, ref byte secret)
        where TKernel : struct, IStripeKernel
    {
        Debug.Assert(tail.Length is > 0 and <= BlockBytes);
        ref ulong sums = ref MemoryMarshal.GetReference(accumulators);
        nuint stripes = (nuint)(tail.Length - 1) / StripeBytes;
        TKernel.AddTail(ref sums, ref MemoryMarshal.GetReference(tail), stripes, ref lastStripe, ref secret);

        ulong low = Merge(ref sums, ref Unsafe.Add(ref secret, MergeLowSecretOffset), length * Prime64A);
        ulong high = Merge(ref sums, ref Unsafe.Add(ref secret, MergeHighSecretOffset), ~(length * Prime64B));
        return new(high, low);
    }

    [SkipLocalsInit]
    private static Digest128 Hash<TKernel>(ReadOnlySpan<byte> source, ulong seed)
        where TKernel : struct, IStripeKernel
    {
        if (seed == 0)
        {
            return Hash<TKernel>(source, ref MemoryMarshal.GetReference(Secret));
        }

        Span<byte> secret = stackalloc byte[SecretBytes];
        DeriveSecret(secret, seed);
        return Hash<TKernel>(source, ref MemoryMarshal.GetReference(secret));
    }

    [SkipLocalsInit]
    private static Digest128 Hash<TKernel>(ReadOnlySpan<byte> source, ref byte secret)
        where TKernel : struct, IStripeKernel
    {
        Span<ulong> accumulators = stackalloc ulong[Lanes];
        Start(accumulators);

        // A block that ends the input is not scrambled, so it is left to the tail.
        int blocks = (source.Length - 1) / BlockBytes;
        ref byte input = ref MemoryMarshal.GetReference(source);
        TKernel.AddBlocks(ref MemoryMarshal.GetReference(accumulators), ref input, (nuint)blocks, ref secret);
        return Finish<TKernel>(
            accumulators,
            source[(blocks * BlockBytes)..],
            ref Unsafe.Add(ref input, source.Length - StripeBytes),
            (ulong)source.Length,
            ref secret);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Merge(ref ulong accumulators, ref byte secret, ulong start)
    {
        for (int lane = 0; lane < Lanes; lane += 2)
        {
            start += MultiplyFold(
                Unsafe.Add(ref accumulators, lane) ^ Read64(ref secret, lane * sizeof(ulong)),
                Unsafe.Add(ref accumulators, lane + 1) ^ Read64(ref secret, (lane + 1) * sizeof(ulong)));
        }

        return Avalanche(start);
    }
}
