using System.Buffers;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Arrays of an <see cref="ArrayPool{T}"/>, counted.</summary>
internal sealed class PooledArrays(ArrayPool<byte> pool) : IWholeFileArrays
{
    private readonly RentCounter _counter = new();

    /// <inheritdoc/>
    public RentTally Tally => _counter.Tally;

    /// <inheritdoc/>
    public byte[] Rent(int bytes)
    {
        byte[] array = pool.Rent(bytes);
        _counter.Rented();
        return array;
    }

    /// <inheritdoc/>
    public void Return(byte[] array)
    {
        // Cleared as in the article: a file must not be seen by who rents next.
        pool.Return(array, clearArray: true);
        _counter.Returned();
    }
}
