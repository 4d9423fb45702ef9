namespace Doppel.Volumes;

/// <summary>Assigns small numbers to objects and finds the objects by number. Bounded; slots are reused.</summary>
/// <remarks>
/// Thread-safe. Finding an object takes no lock. A number combines a slot and a generation, so that a number that was
/// given up does not find a later object in the same slot (until the slot has held 32,768 others).
/// </remarks>
internal sealed class SlotTable<T>
    where T : class
{
    private const int SlotBits = 16;
    private const int GenerationMask = 0x7FFF;
    private const int ChunkSlots = 256;

    /// <summary>The maximum number of objects in a table.</summary>
    public const int SlotsMax = 1 << SlotBits;

    private readonly Lock _gate = new();
    private readonly Slot?[]?[] _chunks = new Slot?[SlotsMax / ChunkSlots][];
    private readonly Stack<int> _free = new();
    private readonly Dictionary<int, int> _generations = [];
    private int _used;

    private sealed record Slot(int Number, T Item);

    /// <summary>The number of objects in the table.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _used - _free.Count;
            }
        }
    }

    /// <summary>Adds an object.</summary>
    /// <returns>The number of the object, at least 0, or -1 if the table is full.</returns>
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

    /// <summary>Returns the object with a number, or null if it is not, or no longer, in the table.</summary>
    public T? Find(int number)
    {
        int index = number & (SlotsMax - 1);
        Slot?[]? chunk = number < 0 ? null : Volatile.Read(ref _chunks[index / ChunkSlots]);
        Slot? slot = chunk is null ? null : Volatile.Read(ref chunk[index % ChunkSlots]);
        return slot?.Number == number ? slot.Item : null;
    }

    /// <summary>Removes an object.</summary>
    /// <returns>The object, or null if it was already removed.</returns>
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
