namespace Doppel.Web;

/// <summary>A list that grows by pages, so that growing copies nothing and wastes at most one page.</summary>
/// <remarks>Not thread-safe while it grows.</remarks>
internal sealed class Pages<T>
    where T : unmanaged
{
    private const int Shift = 13;
    private const int PageItems = 1 << Shift;

    private readonly List<T[]> _pages = [];

    /// <summary>Gets the number of items.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets an item, which can be changed in place.</summary>
    internal ref T this[int index] => ref _pages[index >> Shift][index & (PageItems - 1)];

    /// <summary>Adds an item at the end.</summary>
    internal void Add(T item)
    {
        if (Count >> Shift == _pages.Count)
        {
            _pages.Add(new T[PageItems]);
        }

        Count++;
        this[Count - 1] = item;
    }
}
