using System.Numerics;
using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Lends blocks of unmanaged memory, aligned for direct I/O, and keeps a bounded number of returned blocks for reuse.
/// </summary>
/// <remarks>
/// Thread-safe. The garbage collector does not track the blocks, so holding them costs it nothing. Memory that the pool
/// releases is freed immediately. <see cref="Rent"/> never waits. A rented block contains whatever its previous user
/// left there.
/// </remarks>
public sealed class NativeBufferPool : Pool
{
    /// <summary>The size of the smallest block: 4 KiB, one page.</summary>
    public const int BytesMin = 1 << BytesMinShift;

    /// <summary>The size of the largest block: 1 GiB.</summary>
    public const int BytesMax = 1 << 30;

    private const int BytesMinShift = 12;
    private const int SizeClasses = 19;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">The limits of the pool, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public NativeBufferPool(PoolOptions? options = null)
        : base(PoolOptions.Valid(options, typeof(NativeBuffer<byte>)), SizeClasses)
    {
    }

    /// <summary>The shared pool of the process, with the default limits.</summary>
    public static NativeBufferPool Shared { get; } = new();

    /// <summary>Rents a block. Return it with <see cref="Return"/>; do not resize or dispose it.</summary>
    /// <param name="bytesMin">
    /// The minimum size in bytes, from 0 to <see cref="BytesMax"/>. It is rounded up to a power of two that is at least
    /// <see cref="BytesMin"/>.
    /// </param>
    /// <returns>The block, which is aligned to a page. Its content is unspecified.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    /// <exception cref="OutOfMemoryException">The system cannot provide the memory.</exception>
    public NativeBuffer<byte> Rent(int bytesMin) => RentBy(ThreadSlots.Current, bytesMin);

    /// <summary>Rents a block for the scope of a <c>using</c> statement.</summary>
    /// <param name="bytesMin">The minimum size in bytes, from 0 to <see cref="BytesMax"/>.</param>
    /// <returns>The lease. Dispose it exactly once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The size is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    /// <exception cref="OutOfMemoryException">The system cannot provide the memory.</exception>
    public Lease<NativeBuffer<byte>> Lease(int bytesMin)
    {
        ThreadSlots local = ThreadSlots.GetOrCreate();
        return new Lease<NativeBuffer<byte>>(this, RentBy(local, bytesMin), local.Tickets.Take());
    }

    /// <summary>Returns a block to the pool and sets the variable to null, so that it cannot be used again.</summary>
    /// <param name="block">A block from <see cref="Rent"/>. Null is ignored.</param>
    /// <exception cref="ArgumentException">
    /// This pool does not lend blocks of this size: the block was resized or disposed.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// The block was already returned. Without checks, this is detected only while the block is in the first slot of
    /// the current thread.
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

        // With checks enabled, every block takes this path: such a pool has no thread slots.
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
