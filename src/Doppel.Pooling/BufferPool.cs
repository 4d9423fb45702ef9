using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Pooling.Checks;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>Lends arrays whose length is a power of two, and keeps those that come back within bounds.</summary>
/// <typeparam name="T">The type of elements.</typeparam>
/// <remarks>
/// Thread-safe, also <see cref="Pool.Clear"/> and <see cref="Pool.Dispose()"/> under use. <see cref="Rent"/> never
/// waits and allocates only if no array of the size is idle. The content of a rented array is what the last one left
/// there. Arrays of references are always cleared when they come back, so the pool keeps nothing alive.
/// </remarks>
public sealed class BufferPool<T> : Pool
{
    /// <summary>The shortest array lent: 16 elements.</summary>
    public const int LengthMin = 16;

    /// <summary>The longest array lent: 2^30 elements.</summary>
    public const int LengthMax = 1 << 30;

    // A size class is the number of leading zeros of the largest length less one that it serves. Classes 0 and 1
    // belong to lengths that nobody may ask for: nothing is ever put there, so the short way need not look for them.
    private const int SizeClasses = 29;

    private readonly BufferKind _kind;

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Bounds, or null for the defaults.</param>
    /// <param name="kind">Where arrays lie. Elements with references cannot be pinned.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="ArgumentException">Elements with references are to be pinned.</exception>
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

    /// <summary>One pool for the whole process, on the ordinary heap, with the default bounds.</summary>
    public static BufferPool<T> Shared { get; } = new();

    /// <summary>Borrows an array; give it back with <see cref="Return"/>.</summary>
    /// <param name="lengthMin">
    /// Elements wanted, 0 to <see cref="LengthMax"/>. The array has the next power of two, and <see
    /// cref="LengthMin"/> at least.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The length is outside its range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T[] Rent(int lengthMin) => RentBy(ThreadSlots.Current, lengthMin);

    /// <summary>Borrows an array for the length of a <c>using</c>, as a span of exactly the length asked for.</summary>
    /// <param name="length">Elements, 0 to <see cref="LengthMax"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is outside its range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public BufferLease<T> Lease(int length)
    {
        ThreadSlots local = ThreadSlots.GetOrCreate();
        T[] array = RentBy(local, length);
        return new BufferLease<T>(new Lease<T[]>(this, array, local.Tickets.Take()), length);
    }

    /// <summary>Gives an array back, and clears the variable so that it cannot be used any more.</summary>
    /// <param name="array">What <see cref="Rent"/> gave. Null is ignored.</param>
    /// <exception cref="ArgumentException">Its length is none that this pool lends.</exception>
    /// <exception cref="InvalidOperationException">
    /// It was returned already, through another variable. Without checks this is noticed only while the array lies in
    /// this thread's first place. What may be returned by several needs a <see cref="Lease"/>, which always finds out.
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

    /// <summary>As <see cref="Return"/>, after all elements were overwritten with zeros: for what is secret.</summary>
    /// <param name="array">What <see cref="Rent"/> gave. Null is ignored.</param>
    /// <exception cref="ArgumentException">Its length is none that this pool lends.</exception>
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

        // Only an array of the length that belongs to the class finds exactly its bytes set aside; none of length 0
        // is ever lent, but no bytes are what an unused slot has.
        if (length == 0 || !TryPutOwn(local, SizeClassOf(length), array, BytesOf(length), isExact: true))
        {
            ReturnElsewhere(array, clears);
        }
    }

    // Not by Array.Clear, which looks up what elements are; nor by AsSpan, which refuses an array of a derived type.
    private static void Clear(T[] array) =>
        MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(array), array.Length).Clear();

    private static bool IsLent(int length) => length >= LengthMin && BitOperations.IsPow2(length);

    // Without the array's header, so that a bound of a power of two holds what one thinks it does.
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

        // With checks on, every array comes this way: such a pool has no slots on threads.
        if (Ledger is { } ledger)
        {
            ledger.Remove(array);
            // Not before: it might have belonged to another.
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
