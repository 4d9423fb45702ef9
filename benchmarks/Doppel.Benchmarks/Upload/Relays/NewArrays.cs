namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>A new array for each file; the collector takes it back.</summary>
internal sealed class NewArrays : IWholeFileArrays
{
    /// <inheritdoc/>
    public RentTally Tally => new(0, 0, HeldBytes: 0);

    /// <inheritdoc/>
    public byte[] Rent(int bytes) => new byte[bytes];

    /// <inheritdoc/>
    public void Return(byte[] array)
    {
    }
}
