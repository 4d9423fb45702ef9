using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>
/// Computes XXH3-128 incrementally. The digest equals that of <see cref="Xxh3"/> over all appended bytes.
/// </summary>
/// <remarks>
/// Not thread-safe. The constructor allocates about 1.3 KB; no method allocates. Instances are suitable for pooling:
/// <see cref="Reset"/> restores the initial state. To hash many inputs that share a prefix, hash the prefix once and
/// copy the state with <see cref="CopyFrom"/>.
/// </remarks>
public sealed class Xxh3State
{
    private readonly VectorPath _path;
    private Sums _sums;
    private SecretStore _secret;
    private BlockStore _block;
    private ulong _seed;
    private ulong _length;

    // The number of bytes held back in _block. It is 0 only before the first byte, because whether a block is scrambled
    // depends on the byte after it. Until new bytes overwrite them, the last 64 bytes of _block are those that were
    // added last, in case the last stripe starts in the previous block.
    private int _held;

    /// <summary>Creates a state to which no bytes have been appended.</summary>
    /// <param name="seed">Selects one of 2^64 hash functions. Default: 0, as used by <c>xxhsum -H2</c>.</param>
    public Xxh3State(ulong seed = 0)
        : this(seed, Xxh3Long.BestPath)
    {
    }

    /// <summary>Creates a state that uses the given instructions, which the processor must support.</summary>
    internal Xxh3State(ulong seed, VectorPath path)
    {
        _path = path;
        Xxh3Long.DeriveSecret(_secret, seed);
        _seed = seed;
        Reset(seed);
    }

    /// <summary>The number of bytes appended since the last reset.</summary>
    public ulong Length => _length;

    /// <summary>Discards all appended bytes and sets a new seed.</summary>
    /// <param name="seed">The seed, as for the constructor.</param>
    public void Reset(ulong seed = 0)
    {
        if (seed != _seed)
        {
            Xxh3Long.DeriveSecret(_secret, seed);
            _seed = seed;
        }

        Xxh3Long.Start(_sums);
        _length = 0;
        _held = 0;
    }

    /// <summary>Replaces this state with a copy of <paramref name="other"/>, including its seed.</summary>
    /// <param name="other">
    /// The state to copy, which is not changed. No other thread may use either state meanwhile. At most 1.3 KB is
    /// copied.
    /// </param>
    public void CopyFrom(Xxh3State other)
    {
        ArgumentNullException.ThrowIfNull(other);
        _sums = other._sums;
        _length = other._length;
        _held = other._held;
        if (_seed != other._seed)
        {
            _secret = other._secret;
            _seed = other._seed;
        }

        Span<byte> from = other._block;
        from[..other._held].CopyTo(_block);
        from[^StripeBytes..].CopyTo(((Span<byte>)_block)[^StripeBytes..]);
    }

    /// <summary>Appends bytes.</summary>
    /// <param name="source">The bytes. May be empty.</param>
    public void Append(ReadOnlySpan<byte> source)
    {
        _length += (ulong)source.Length;
        Span<byte> block = _block;
        if (source.Length <= BlockBytes - _held)
        {
            source.CopyTo(block[_held..]);
            _held += source.Length;
            return;
        }

        AppendOverBlock(source, block);
    }

    /// <summary>
    /// Returns the digest of all bytes appended so far. The state is unchanged, and more bytes may be appended.
    /// </summary>
    /// <returns>The digest.</returns>
    public Digest128 GetDigest()
    {
        if (_length <= ShortBytesMax)
        {
            return Xxh3.Hash128(((ReadOnlySpan<byte>)_block)[.._held], _seed);
        }

        if (_path == VectorPath.Vector512)
        {
            return Finish<StripeKernel512>();
        }

        if (_path == VectorPath.Vector256)
        {
            return Finish<StripeKernel256>();
        }

        return Finish<StripeKernelScalar>();
    }

    private void AppendOverBlock(ReadOnlySpan<byte> source, Span<byte> block)
    {
        if (_held != 0)
        {
            int missing = BlockBytes - _held;
            source[..missing].CopyTo(block[_held..]);
            AddBlocks(block, 1);
            source = source[missing..];
        }

        // At least one byte is left here, and at least one must be held back.
        int blocks = (source.Length - 1) / BlockBytes;
        if (blocks != 0)
        {
            AddBlocks(source, blocks);
            source.Slice((blocks * BlockBytes) - StripeBytes, StripeBytes).CopyTo(block[^StripeBytes..]);
            source = source[(blocks * BlockBytes)..];
        }

        source.CopyTo(block);
        _held = source.Length;
    }

    private void AddBlocks(ReadOnlySpan<byte> source, int blocks)
    {
        ref ulong sums = ref MemoryMarshal.GetReference((Span<ulong>)_sums);
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte secret = ref MemoryMarshal.GetReference((Span<byte>)_secret);
        switch (_path)
        {
            case VectorPath.Vector512:
                StripeKernel512.AddBlocks(ref sums, ref input, (nuint)blocks, ref secret);
                break;
            case VectorPath.Vector256:
                StripeKernel256.AddBlocks(ref sums, ref input, (nuint)blocks, ref secret);
                break;
            default:
                StripeKernelScalar.AddBlocks(ref sums, ref input, (nuint)blocks, ref secret);
                break;
        }
    }

    [SkipLocalsInit]
    private Digest128 Finish<TKernel>()
        where TKernel : struct, IStripeKernel
    {
        Sums sums = _sums;
        Span<byte> block = _block;
        Span<byte> lastStripe = stackalloc byte[StripeBytes];
        int fromBefore = Math.Max(StripeBytes - _held, 0);
        block[^fromBefore..].CopyTo(lastStripe);
        block[(_held - StripeBytes + fromBefore).._held].CopyTo(lastStripe[fromBefore..]);
        return Xxh3Long.Finish<TKernel>(
            sums,
            block[.._held],
            ref MemoryMarshal.GetReference(lastStripe),
            _length,
            ref MemoryMarshal.GetReference((Span<byte>)_secret));
    }

    [InlineArray(Lanes)]
    private struct Sums
    {
        private ulong _first;
    }

    [InlineArray(SecretBytes)]
    private struct SecretStore
    {
        private byte _first;
    }

    [InlineArray(BlockBytes)]
    private struct BlockStore
    {
        private byte _first;
    }
}
