namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>Reads a stream block by block.</summary>
/// <remarks>
/// What it gives out is cut to what was read, and the block itself is seen by nobody else. So there is no count that
/// could be ignored and no way to pass on bytes that were not read.
/// </remarks>
internal readonly struct BlockSource(Stream stream, Memory<byte> block)
{
    /// <summary>The next bytes: a whole block, less only at the end of the stream, none after it.</summary>
    public async ValueTask<ReadOnlyMemory<byte>> NextAsync(CancellationToken cancellation)
    {
        Memory<byte> all = block;
        int read = await stream
            .ReadAtLeastAsync(all, all.Length, throwOnEndOfStream: false, cancellation).ConfigureAwait(false);
        return all[..read];
    }
}
