using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using static Doppel.Hashing.Bits;
using static Doppel.Hashing.Xxh3Constants;
using static Doppel.Hashing.Xxh3Mixing;

namespace Doppel.Hashing;

/// <summary>Computes XXH3-128 of inputs longer than <see cref="ShortBytesMax"/> bytes.</summary>
internal static class Xxh3Long
{
    /// <summary>
    /// The fastest path on this processor. The checks are compile-time constants, so they cost nothing.
    /// </summary>
    internal static VectorPath BestPath
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // Vector512 is not reported as accelerated if 512-bit instructions exist but slow down the whole core.
            if (Vector512.IsHardwareAccelerated && StripeKernel512.IsSupported)
            {
                return VectorPath.Vector512;
            }

            return Vector256.IsHardwareAccelerated && StripeKernel256.IsSupported
                ? VectorPath.Vector256
                : VectorPath.Scalar;
        }
    }

    /// <summary>Returns whether this processor can run <paramref name="path"/>.</summary>
    internal static bool IsSupported(VectorPath path) => path switch
    {
        VectorPath.Vector512 => StripeKernel512.IsSupported,
        VectorPath.Vector256 => StripeKernel256.IsSupported,
        _ => true,
    };

    /// <summary>Computes the digest of an input longer than <see cref="ShortBytesMax"/> bytes.</summary>
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

    /// <summary>Sets the eight accumulators to their initial values.</summary>
    internal static void Start(Span<ulong> accumulators)
    {
        // A single vector store: a vector load directly after eight single-word stores would have to wait for all of
        // them.
        Vector512.Create(Prime32C, Prime64A, Prime64B, Prime64C, Prime64D, Prime32B, Prime64E, Prime32A)
            .StoreUnsafe(ref MemoryMarshal.GetReference(accumulators));
    }

    /// <summary>Derives the secret from a seed.</summary>
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
    /// Adds the tail and the last 64 bytes of the input, and merges the accumulators into the digest.
    /// </summary>
    /// <param name="accumulators">The accumulators. Their content is unspecified afterwards.</param>
    /// <param name="tail">
    /// The input that follows the last scrambled block, from 1 byte to a whole block. It is never empty, because the
    /// last block is not scrambled.
    /// </param>
    /// <param name="lastStripe">The last 64 bytes of the input. They overlap the tail.</param>
    /// <param name="length">The length of the whole input in bytes.</param>
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

        // A block at the end of the input is not scrambled, so it belongs to the tail.
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
