using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// Lends arrays whose length is a power of two, and keeps a bounded number of returned arrays for reuse.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <remarks>
/// Thread-safe, including <see cref="Pool.Clear"/> and <see cref="Pool.Dispose()"/> while the pool is in use. <see
/// cref="Rent"/> never waits, and allocates only if no array of the size is idle. A rented array contains whatever its
/// previous user left there. Arrays that contain references are always cleared on return, so the pool keeps nothing
/// alive.
/// </remarks>
public sealed class BufferPool<T> : Pool
{
    /// <summary>The length of the shortest array: 16 elements.</summary>
    public const int LengthMin = 16;

    /// <summary>The length of the longest array: 2^30 elements.</summary>
    public const int LengthMax = 1 << 30;

    // The size class is the number of leading zeros of (length - 1) for the largest length that it serves. Classes 0
    // and 1 stand for lengths that cannot be requested. They are always empty, so the fast path need not exclude them.
    private const int SizeClasses = 29;

    private readonly BufferKind _kind;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">The limits of the pool, or null for the defaults.</param>
    /// <param name="kind">Where arrays are allocated. Elements that contain references cannot be pinned.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="ArgumentException">
    /// Pinned arrays were requested for elements that contain references.
    /// </exception>
    public BufferPool(PoolOptions? options = null, BufferKind kind = BufferKind.Heap)
        : base(PoolOptions.Valid(options, typeof(T[])), SizeClasses)
    {
        if (kind == BufferKind.Pinned && RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            throw new ArgumentException(
                $"Arrays of {typeof(T).Name} hold references and cannot be pinned. Use {nameof(BufferKind.Heap)}.",
                nameof(kind));
        }

        _kind = kind;
    }

    /// <summary>
    /// The shared pool of the process, which allocates on the ordinary heap and has the default limits.
    /// </summary>
    public static BufferPool<T> Shared { get; } = new();

    /// <summary>Rents an array. Return it with <see cref="Return"/>.</summary>
    /// <param name="lengthMin">
    /// The minimum length, from 0 to <see cref="LengthMax"/>. It is rounded up to a power of two that is at least <see
    /// cref="LengthMin"/>.
    /// </param>
    /// <returns>The array. Its content is unspecified.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T[] Rent(int lengthMin) => RentBy(ThreadSlots.Current, lengthMin);

    /// <summary>
    /// Rents an array for the scope of a <c>using</c> statement, as a span of exactly the requested length.
    /// </summary>
    /// <param name="length">The number of elements, from 0 to <see cref="LengthMax"/>.</param>
    /// <returns>The lease. Dispose it exactly once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public BufferLease<T> Lease(int length)
    {
        ThreadSlots local = ThreadSlots.GetOrCreate();
        T[] array = RentBy(local, length);
        return new BufferLease<T>(new Lease<T[]>(this, array, local.Tickets.Take()), length);
    }

    /// <summary>Returns an array to the pool and sets the variable to null, so that it cannot be used again.</summary>
    /// <param name="array">An array from <see cref="Rent"/>. Null is ignored.</param>
    /// <exception cref="ArgumentException">This pool does not lend arrays of this length.</exception>
    /// <exception cref="InvalidOperationException">
    /// The array was already returned through another variable. Without checks, this is detected only while the array
    /// is in the first slot of the current thread. If several owners may return an array, use a <see cref="Lease"/>,
    /// which always detects it.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(ref T[]? array)
    {
        T[]? returned = array;
        array = null;
        if (returned is not null)
        {
            TakeBack(ThreadSlots.Current, returned, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        }
    }

    /// <summary>
    /// Overwrites all elements with zeros, then returns the array as <see cref="Return"/> does. Use it for secrets.
    /// </summary>
    /// <param name="array">An array from <see cref="Rent"/>. Null is ignored.</param>
    /// <exception cref="ArgumentException">This pool does not lend arrays of this length.</exception>
    /// <exception cref="InvalidOperationException">As for <see cref="Return"/>.</exception>
    public void ReturnCleared(ref T[]? array)
    {
        T[]? returned = array;
        array = null;
        if (returned is not null)
        {
            TakeBack(ThreadSlots.Current, returned, clears: true);
        }
    }

    internal override void TakeBack(ThreadSlots? local, object item) =>
        TakeBack(local, Unsafe.As<T[]>(item), RuntimeHelpers.IsReferenceOrContainsReferences<T>());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T[] RentBy(ThreadSlots? local, int lengthMin) =>
        TakeOwn(local, SizeClassOf(lengthMin)) is { } item ? Unsafe.As<T[]>(item) : RentElsewhere(lengthMin);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBack(ThreadSlots? local, T[] array, bool clears)
    {
        int length = array.Length;
        if (clears && IsLent(length) && Ledger is null)
        {
            Clear(array);
        }

        // A slot accepts an array only if it has exactly the reserved number of bytes, so only arrays of the class's
        // own length fit. Arrays of length 0 are never lent, but 0 is also the size of an unused slot.
        if (length == 0 || !TryPutOwn(local, SizeClassOf(length), array, BytesOf(length), isExact: true))
        {
            ReturnElsewhere(array, clears);
        }
    }

    // Array.Clear would look up the element type, and AsSpan rejects arrays of a derived type.
    private static void Clear(T[] array) =>
        MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), array.Length).Clear();

    private static bool IsLent(int length) => length >= LengthMin && BitOperations.IsPow2(length);

    // Excludes the array header, so that a power-of-two limit holds the expected number of arrays.
    private static long BytesOf(int length) => (long)length * Unsafe.SizeOf<T>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int SizeClassOf(int length) =>
        BitOperations.LeadingZeroCount((uint)(length - 1) | (LengthMin - 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T[] RentElsewhere(int lengthMin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(lengthMin);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(lengthMin, LengthMax);
        int length = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(LengthMin, lengthMin));
        int sizeClass = SizeClassOf(length);
        object? idle = TakeElsewhere(sizeClass);
        T[] array = idle is null ? Create(length) : Unsafe.As<T[]>(idle);
        if (Ledger is { } ledger)
        {
            if (ledger.Poisons && idle is not null && !BufferPoison.IsIntact(array.AsSpan()))
            {
                BufferPoison.Report(Options.Name);
            }

            ledger.Add(array);
        }

        return array;
    }

    private T[] Create(int length) => RuntimeHelpers.IsReferenceOrContainsReferences<T>()
        ? new T[length]
        : GC.AllocateUninitializedArray<T>(length, pinned: _kind == BufferKind.Pinned);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnElsewhere(T[] array, bool clears)
    {
        int length = array.Length;
        if (!IsLent(length))
        {
            Throw.NotFromHere(nameof(array), Options.Name, length, LengthMin);
        }

        // With checks enabled, every array takes this path: such a pool has no thread slots.
        if (Ledger is { } ledger)
        {
            ledger.Remove(array);
            // Clear only now: until the ledger has accepted the return, another owner might hold the array.
            if (clears)
            {
                Clear(array);
            }

            if (ledger.Poisons)
            {
                BufferPoison.Fill(array.AsSpan());
            }
        }

        PutElsewhere(SizeClassOf(length), array, BytesOf(length));
    }
}

/// <summary>Specifies where the arrays of a <see cref="BufferPool{T}"/> are allocated.</summary>
public enum BufferKind
{
    /// <summary>On the ordinary heap. The garbage collector may move them.</summary>
    Heap,

    /// <summary>On the pinned object heap. Their addresses are stable and can be passed to the system.</summary>
    Pinned,
}
