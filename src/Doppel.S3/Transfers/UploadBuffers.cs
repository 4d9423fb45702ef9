using System.Numerics;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Pools the memory for a client's uploads: bounded in total, and released when idle.</summary>
internal sealed class UploadBuffers(long bytesMax) : IDisposable
{
    private readonly BufferBudget _budget = new(bytesMax);
    private readonly NativeBufferPool _pool = new(new PoolOptions
    {
        Name = "s3-upload-parts",
        BytesMax = bytesMax,
        ItemBytesMax = Math.Min(bytesMax, NativeBufferPool.BytesMax),
        KeepsByThread = false,
    });

    /// <summary>The maximum total size in bytes of all parts in memory.</summary>
    internal long BytesMax => bytesMax;

    /// <summary>
    /// The maximum size in bytes of a part in memory. Two such parts fit, so that one can be sent while one is read.
    /// </summary>
    internal int PartBytesMax { get; } =
        (int)Math.Min(NativeBufferPool.BytesMax, (long)BitOperations.RoundUpToPowerOf2((ulong)bytesMax + 1) / 4);

    public void Dispose() => _pool.Dispose();

    /// <summary>Rents memory for a part, waiting until enough is available.</summary>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal async ValueTask<BufferedPart> RentAsync(int bytes, CancellationToken cancellationToken)
    {
        await _budget.TakeAsync(RentedBytes(bytes), cancellationToken).ConfigureAwait(false);
        try
        {
            return new BufferedPart(this, _pool.Rent(bytes));
        }
        catch
        {
            _budget.Give(RentedBytes(bytes));
            throw;
        }
    }

    internal void Return(NativeBuffer<byte> block)
    {
        int bytes = block.Length;
        NativeBuffer<byte>? returned = block;
        _pool.Return(ref returned);
        _budget.Give(bytes);
    }

    // Blocks have a power-of-two size.
    private static long RentedBytes(int bytes) => (long)BitOperations.RoundUpToPowerOf2((uint)bytes);
}
