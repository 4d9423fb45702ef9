namespace Doppel.S3;

/// <summary>A request body in memory.</summary>
internal sealed class BytesBody(ReadOnlyMemory<byte> content) : RequestBody
{
    private ReadOnlyMemory<byte> _content = content;

    /// <summary>Replaces the content.</summary>
    internal void Reset(ReadOnlyMemory<byte> content)
    {
        _content = content;
        Checksum = null;
    }

    internal override long Length => _content.Length;

    internal override ReadOnlyMemory<byte>? Memory => _content;

    internal override ValueTask WriteAsync(
        Stream destination, IdleTimer timer, CancellationToken cancellationToken) =>
        WriteSlicesAsync(_content, destination, timer, cancellationToken);

    internal override ValueTask ReadAsync(BodySink sink, CancellationToken cancellationToken)
    {
        sink(_content.Span);
        return ValueTask.CompletedTask;
    }
}
