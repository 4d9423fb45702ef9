namespace Doppel.Volumes.Portable;

/// <summary>Gives things small numbers and finds them by number again. Bounded; slots are used anew.</summary>
/// <remarks>
/// Thread-safe; finding takes no lock. A number is a slot and a generation, so that a number that was given back does
/// not find what came into its slot later (until 32,768 others have been there).
/// </remarks>
internal sealed class SlotTable<T>
    where T : class
{
    private const int SlotBits = 16;
    private const int GenerationMask = 0x7FFF;
    private const int ChunkSlots = 256;

    /// <summary>The most things that one table holds.</summary>
    public const int SlotsMax = 1 << SlotBits;

    private readonly Lock _gate = new();
    private readonly Slot?[]?[] _chunks = new Slot?[SlotsMax / ChunkSlots][];
    private readonly Stack<int> _free = new();
    private readonly Dictionary<int, int> _generations = [];
    private int _used;

    private sealed record Slot(int Number, T Item);

    /// <summary>Puts a thing in.</summary>
    /// <returns>Its number, 0 or more; -1 when the table is full.</returns>
    public int Add(T item)
    {
        lock (_gate)
        {
            if (!_free.TryPop(out int index))
            {
                if (_used == SlotsMax)
                {
                    return -1;
                }

                index = _used++;
            }

            int generation = (_generations.GetValueOrDefault(index) + 1) & GenerationMask;
            _generations[index] = generation;
            int number = (generation << SlotBits) | index;
            Slot?[] chunk = _chunks[index / ChunkSlots] ??= new Slot?[ChunkSlots];
            Volatile.Write(ref chunk[index % ChunkSlots], new Slot(number, item));
            return number;
        }
    }

    /// <summary>The thing of a number; null when it is not in the table (any more).</summary>
    public T? Find(int number)
    {
        int index = number & (SlotsMax - 1);
        Slot?[]? chunk = number < 0 ? null : Volatile.Read(ref _chunks[index / ChunkSlots]);
        Slot? slot = chunk is null ? null : Volatile.Read(ref chunk[index % ChunkSlots]);
        return slot?.Number == number ? slot.Item : null;
    }

    /// <summary>Takes a thing out.</summary>
    /// <returns>What was there; null when it is gone already.</returns>
    public T? Remove(int number)
    {
        lock (_gate)
        {
            T? item = Find(number);
            if (item is not null)
            {
                int index = number & (SlotsMax - 1);
                Volatile.Write(ref _chunks[index / ChunkSlots]![index % ChunkSlots], null);
                _free.Push(index);
            }

            return item;
        }
    }
}
