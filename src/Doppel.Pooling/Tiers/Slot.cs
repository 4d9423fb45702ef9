namespace Doppel.Pooling;

/// <summary>A place for one idle item, with the bytes reserved for it in the pool's budget.</summary>
/// <remarks>
/// The size is 32 bytes, two to a cache line. Only the current owner of the shelf may write; any thread may read. The
/// bytes stay reserved while the item is rented, so renting and returning touch no state shared between threads.
/// </remarks>
internal struct Slot
{
    internal object? Item;

    /// <summary>
    /// The number of times an item was put here. It tells a sweep whether the slot was used since the last one.
    /// </summary>
    internal long Put;

    /// <summary>The number of bytes reserved for an item; 0 means that bytes must first be reserved.</summary>
    internal long Room;

    /// <summary>
    /// The value of <see cref="Put"/> at the last sweep. The lower half is enough to detect a change.
    /// </summary>
    internal int PutSeen;

    /// <summary>The number of consecutive sweeps that found the slot unused.</summary>
    internal int Unused;
}
