using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Tiers;

/// <summary>As many entries as a thread hands on, or takes over, at once; on the stack.</summary>
[InlineArray(Shelf.Slots)]
internal struct EntryBatch
{
    private Entry _first;
}
