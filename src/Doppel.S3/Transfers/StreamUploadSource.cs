using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// An upload from a stream. Parts are read into memory, so that they can be sent in parallel and again.
/// </summary>
internal sealed class StreamUploadSource(Stream stream, long? length, UploadBuffers buffers) : UploadSource
{
    private long _given;

    internal override long? Length => length;

    internal override bool IsRepeatable => false;

    internal override RequestBody Whole() => throw new InvalidOperationException("It is read part by part.");

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal override async ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken)
    {
        long wanted = length is { } total ? Math.Min(partBytes, total - _given) : partBytes;
        if (wanted > buffers.PartBytesMax)
        {
            // The part exceeds the memory limit, so it is sent while it is read.
            _given += wanted;
            return new UploadPart(new StreamBody(stream, wanted)) { ReadsSource = true };
        }

        int bytes = (int)Math.Max(1, wanted);
        BufferedPart buffer = await buffers.RentAsync(bytes, cancellationToken).ConfigureAwait(false);
        try
        {
            Memory<byte> memory = buffer.Memory.Slice(0, (int)wanted);
            int count = await stream
                .ReadAtLeastAsync(memory, memory.Length, throwOnEndOfStream: false, cancellationToken)
                .ConfigureAwait(false);
            if (length is not null && count < wanted)
            {
                throw RequestBody.Changed(length.Value, _given + count);
            }

            _given += count;
            return new UploadPart(new BytesBody(memory.Slice(0, count)), buffer);
        }
        catch
        {
            buffer.Release();
            throw;
        }
    }
}
