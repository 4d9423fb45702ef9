namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>
/// A source of lists. Structs implement it, so that each measured loop is compiled for one source alone.
/// </summary>
internal interface IListRival<T>
{
    static abstract string Name { get; }

    /// <summary>Gives an empty list.</summary>
    /// <param name="count">How many items it is going to hold, for sources that want to know.</param>
    static abstract List<T> Rent(int count);

    static abstract void Return(ref List<T>? list);

    /// <summary>Lets go of what lies where all threads take from.</summary>
    static abstract void Drain();
}
