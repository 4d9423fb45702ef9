namespace Doppel.S3.Http;

/// <summary>A body that lies in memory.</summary>
internal sealed class BytesBody(ReadOnlyMemory<byte> content) : RequestBody
{
    internal override long Length => content.Length;

    internal override ReadOnlyMemory<byte>? Memory => content;

    internal override ValueTask WriteAsync(
        Stream destination, IdleTimer timer, CancellationToken cancellationToken) =>
        WriteSlicesAsync(content, destination, timer, cancellationToken);

    internal override ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken)
    {
        sink(content.Span);
        return ValueTask.CompletedTask;
    }
}
