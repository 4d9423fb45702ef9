namespace Doppel.Pooling.Tiers;

/// <summary>A place for one idle item, with the bytes that the pool's budget has set aside for it.</summary>
/// <remarks>
/// 32 bytes, two to a cache line. Only who holds the shelf may write; anybody may look. The bytes stay set aside
/// while the item is out, so that taking and putting back touch nothing that threads share.
/// </remarks>
internal struct Slot
{
    internal object? Item;

    /// <summary>How often an item was put here. Tells a sweep whether the slot was used since the last one.</summary>
    internal long Put;

    /// <summary>Bytes that an item here may keep alive; 0 means that the slot has to ask the budget first.</summary>
    internal long Room;

    /// <summary>What <see cref="Put"/> was at the last sweep; the lower half is enough to see a change.</summary>
    internal int PutSeen;

    /// <summary>Sweeps that found the slot unused, in a row.</summary>
    internal int Unused;
}
