using System.Numerics;
using System.Runtime.CompilerServices;
using Doppel.Pooling.Checks;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>
/// Lends blocks of unmanaged memory, aligned for direct reading, and keeps those that come back within bounds.
/// </summary>
/// <remarks>
/// Thread-safe. The collector knows nothing of the blocks, so holding them costs it nothing; memory that the pool
/// lets go of is freed at once. <see cref="Rent"/> never waits. Content is what the last one left.
/// </remarks>
public sealed class NativeBufferPool : Pool
{
    /// <summary>The smallest block lent: 4 KiB, a page.</summary>
    public const int BytesMin = 1 << BytesMinShift;

    /// <summary>The largest block lent: 1 GiB.</summary>
    public const int BytesMax = 1 << 30;

    private const int BytesMinShift = 12;
    private const int SizeClasses = 19;

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Bounds, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public NativeBufferPool(PoolOptions? options = null)
        : base(PoolOptions.Valid(options, typeof(NativeBuffer<byte>)), SizeClasses)
    {
    }

    /// <summary>One pool for the whole process, with the default bounds.</summary>
    public static NativeBufferPool Shared { get; } = new();

    /// <summary>Borrows a block; give it back with <see cref="Return"/>, and do not resize or dispose it.</summary>
    /// <param name="bytesMin">
    /// Bytes wanted, 0 to <see cref="BytesMax"/>. The block has the next power of two, <see cref="BytesMin"/> at
    /// least, and starts at a page.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The length is outside its range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    /// <exception cref="OutOfMemoryException">The system has no such memory.</exception>
    public NativeBuffer<byte> Rent(int bytesMin) => RentBy(ThreadSlots.Current, bytesMin);

    /// <summary>Borrows a block for the length of a <c>using</c>.</summary>
    /// <param name="bytesMin">Bytes wanted, 0 to <see cref="BytesMax"/>.</param>
    public Lease<NativeBuffer<byte>> Lease(int bytesMin)
    {
        ThreadSlots local = ThreadSlots.GetOrCreate();
        return new Lease<NativeBuffer<byte>>(this, RentBy(local, bytesMin), local.Tickets.Take());
    }

    /// <summary>Gives a block back, and clears the variable so that it cannot be used any more.</summary>
    /// <param name="block">What <see cref="Rent"/> gave. Null is ignored.</param>
    /// <exception cref="ArgumentException">
    /// Its length is none that this pool lends: it was resized or disposed.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// It was returned already. Without checks this is noticed only while the block lies in this thread's first place.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(ref NativeBuffer<byte>? block)
    {
        NativeBuffer<byte>? returned = block;
        block = null;
        if (returned is not null)
        {
            TakeBack(ThreadSlots.Current, returned);
        }
    }

    internal override void TakeBack(ThreadSlots? local, object item) =>
        TakeBack(local, Unsafe.As<NativeBuffer<byte>>(item));

    private protected override void Destroy(object item) => Unsafe.As<NativeBuffer<byte>>(item).Dispose();

    private static int SizeClassOf(int bytes) =>
        BitOperations.Log2((uint)(bytes - 1) | (BytesMin - 1)) - (BytesMinShift - 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NativeBuffer<byte> RentBy(ThreadSlots? local, int bytesMin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytesMin);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytesMin, BytesMax);
        int sizeClass = SizeClassOf(Math.Max(1, bytesMin));
        return TakeOwn(local, sizeClass) is { } item ? Unsafe.As<NativeBuffer<byte>>(item) : RentElsewhere(sizeClass);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBack(ThreadSlots? local, NativeBuffer<byte> block)
    {
        int length = block.Length;
        if (length == 0 || !TryPutOwn(local, SizeClassOf(length), block, length, isExact: true))
        {
            ReturnElsewhere(block);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private NativeBuffer<byte> RentElsewhere(int sizeClass)
    {
        object? idle = TakeElsewhere(sizeClass);
        NativeBuffer<byte> block = idle is null
            ? new NativeBuffer<byte>(1 << (sizeClass + BytesMinShift), NativeBuffer<byte>.PageBytes)
            : Unsafe.As<NativeBuffer<byte>>(idle);
        if (Ledger is { } ledger)
        {
            if (ledger.Poisons && idle is not null && !BufferPoison.IsIntact(block.Span))
            {
                BufferPoison.Report(Options.Name);
            }

            ledger.Add(block);
        }

        return block;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnElsewhere(NativeBuffer<byte> block)
    {
        int length = block.Length;
        if (length < BytesMin || !BitOperations.IsPow2(length))
        {
            Throw.NotFromHere(nameof(block), Options.Name, length, BytesMin);
        }

        // With checks on, every block comes this way: such a pool has no slots on threads.
        if (Ledger is { } ledger)
        {
            ledger.Remove(block);
            if (ledger.Poisons)
            {
                BufferPoison.Fill(block.Span);
            }
        }

        PutElsewhere(SizeClassOf(length), block, length);
    }
}
