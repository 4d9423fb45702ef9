namespace Doppel.S3;

/// <summary>An upload from memory. Parts are slices of it.</summary>
internal sealed class MemorySource(ReadOnlyMemory<byte> content) : UploadSource
{
    private int _given;

    internal override long? Length => content.Length;

    internal override bool IsRepeatable => true;

    internal override RequestBody Whole() => new BytesBody(content);

    internal override ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken)
    {
        int length = (int)Math.Min(partBytes, content.Length - _given);
        ReadOnlyMemory<byte> part = content.Slice(_given, length);
        _given += length;
        return new(new UploadPart(new BytesBody(part)));
    }
}
