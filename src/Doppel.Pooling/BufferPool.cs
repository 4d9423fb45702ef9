using System.Numerics;
using System.Runtime.CompilerServices;
using Doppel.Pooling.Checks;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>Lends arrays whose length is a power of two, and keeps those that come back within bounds.</summary>
/// <typeparam name="T">The type of elements.</typeparam>
/// <remarks>
/// Thread-safe, also <see cref="Clear"/> and <see cref="Dispose"/> under use. <see cref="Rent"/> never waits and
/// allocates only if no array of the size is idle. The content of a rented array is what the last one left there.
/// Arrays of references are always cleared when they come back, so the pool keeps nothing alive.
/// </remarks>
public sealed class BufferPool<T> : IDisposable, ILender<T[]>
{
    /// <summary>The shortest array lent: 16 elements.</summary>
    public const int LengthMin = 16;

    /// <summary>The longest array lent: 2^30 elements.</summary>
    public const int LengthMax = 1 << 30;

    // A size class is the number of leading zeros of the largest length less one that it serves. Classes 0 and 1
    // belong to lengths that nobody may ask for: nothing is ever put there, so the short way need not look for them.
    private const int SizeClasses = 29;

    private readonly BufferKind _kind;
    private readonly PoolStore _store;

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Bounds, or null for the defaults.</param>
    /// <param name="kind">Where arrays lie. Elements with references cannot be pinned.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="ArgumentException">Elements with references are to be pinned.</exception>
    public BufferPool(PoolOptions? options = null, BufferKind kind = BufferKind.Heap)
    {
        if (kind == BufferKind.Pinned && RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            throw new ArgumentException(
                $"Arrays of {typeof(T).Name} hold references and cannot be pinned. Use {nameof(BufferKind.Heap)}.",
                nameof(kind));
        }

        _kind = kind;
        options = (options ?? new PoolOptions()).Validate(typeof(T).Name + "[]");
        _store = new PoolStore(options, SizeClasses, destroy: null);
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
    public T[] Rent(int lengthMin)
    {
        ThreadSlots? local = ThreadSlots.Current;
        return _store.TakeOwn(local, SizeClassOf(lengthMin)) is { } item
            ? Unsafe.As<T[]>(item)
            : RentElsewhere(lengthMin);
    }

    /// <summary>Borrows an array for the length of a <c>using</c>, as a span of exactly the length asked for.</summary>
    /// <param name="length">Elements, 0 to <see cref="LengthMax"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is outside its range.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public BufferLease<T> Lease(int length) => new(new Lease<T[]>(this, Rent(length), LeaseTicket.Take()), length);

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
            TakeBack(returned, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
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
            TakeBack(returned, clears: true);
        }
    }

    /// <summary>Lets go of every idle array, also in the places of other threads.</summary>
    public void Clear() => _store.Clear();

    /// <summary>Counts since the pool was made.</summary>
    public PoolStatistics GetStatistics() => _store.GetStatistics();

    /// <summary>Lets go of every idle array for good. What is out may still be returned and is dropped then.</summary>
    public void Dispose() => _store.Dispose();

    void ILender<T[]>.TakeBack(T[] item) => TakeBack(item, RuntimeHelpers.IsReferenceOrContainsReferences<T>());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBack(T[] array, bool clears)
    {
        ThreadSlots? local = ThreadSlots.Current;
        int length = array.Length;
        bool isLent = length >= LengthMin && BitOperations.IsPow2(length);
        if (clears && isLent && _store.Ledger is null)
        {
            Array.Clear(array);
        }

        if (!isLent || !_store.TryPutOwn(local, SizeClassOf(length), array, 1))
        {
            ReturnElsewhere(array, clears);
        }
    }

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
        object? idle = lengthMin == 0 ? _store.TakeOwn(ThreadSlots.Current, sizeClass) : null;
        idle ??= _store.TakeElsewhere(sizeClass);
        T[] array = idle is null ? Create(length) : Unsafe.As<T[]>(idle);
        if (_store.Ledger is { } ledger)
        {
            if (ledger.Poisons && idle is not null && !BufferPoison.IsIntact(array.AsSpan()))
            {
                BufferPoison.Report(_store.Options.Name);
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
        if (length < LengthMin || !BitOperations.IsPow2(length))
        {
            Throw.NotFromHere(nameof(array), _store.Options.Name, length, LengthMin);
        }

        // With checks on, every array comes this way: such a pool has no slots on threads.
        if (_store.Ledger is { } ledger)
        {
            ledger.Remove(array);
            // Not before: it might have belonged to another.
            if (clears)
            {
                Array.Clear(array);
            }

            if (ledger.Poisons)
            {
                BufferPoison.Fill(array.AsSpan());
            }
        }

        // Without the array's header, so that a bound of a power of two holds what one thinks it does.
        long bytes = (long)length * Unsafe.SizeOf<T>();
        _store.PutElsewhere(SizeClassOf(length), array, bytes);
    }
}
