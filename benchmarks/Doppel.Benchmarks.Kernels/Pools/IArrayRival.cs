namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>
/// A source of <c>int[]</c>. Structs implement it, so that each measured loop is compiled for one source alone.
/// </summary>
internal interface IArrayRival
{
    static abstract string Name { get; }

    /// <summary>Gives an array of at least that length; called with one length in a cell.</summary>
    static abstract int[] Rent(int length);

    static abstract void Return(ref int[]? array);

    /// <summary>Takes an array back such that the next one who gets it finds zeros.</summary>
    static abstract void ReturnCleared(ref int[]? array);
}
