namespace Doppel.Benchmarks.Pools;

/// <summary>A bounded queue from one thread to one other, which allocates nothing and takes no lock.</summary>
/// <param name="capacity">A power of two.</param>
internal sealed class Ring<T>(int capacity)
    where T : class
{
    private readonly T?[] _items = new T?[capacity];
    private RingEnds _ends;

    public void Push(T item)
    {
        var spinner = new SpinWait();
        long tail = _ends.Tail;
        while (tail - Volatile.Read(ref _ends.Head) == _items.Length)
        {
            spinner.SpinOnce(sleep1Threshold: -1);
        }

        _items[(int)tail & (_items.Length - 1)] = item;
        Volatile.Write(ref _ends.Tail, tail + 1);
    }

    public T Pop()
    {
        var spinner = new SpinWait();
        long head = _ends.Head;
        while (Volatile.Read(ref _ends.Tail) == head)
        {
            spinner.SpinOnce(sleep1Threshold: -1);
        }

        ref T? slot = ref _items[(int)head & (_items.Length - 1)];
        T item = slot!;
        slot = null;
        Volatile.Write(ref _ends.Head, head + 1);
        return item;
    }
}
