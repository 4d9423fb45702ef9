namespace Doppel.Pooling;

/// <summary>The totals over the tiers of a pool while they are enumerated.</summary>
internal struct PoolCounts
{
    internal long Kept;
    internal long ItemsHeld;
    internal long BytesHeld;

    internal void Add(ReadOnlySpan<Slot> slots)
    {
        foreach (ref readonly Slot slot in slots)
        {
            Kept += slot.Put;
            if (slot.Item is not null)
            {
                ItemsHeld++;
                BytesHeld += slot.Room;
            }
        }
    }
}
