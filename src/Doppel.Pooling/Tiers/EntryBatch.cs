using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>The entries that a thread hands on or takes over at once. Allocated on the stack.</summary>
[InlineArray(Shelf.Slots)]
internal struct EntryBatch
{
    private Entry _first;
}
