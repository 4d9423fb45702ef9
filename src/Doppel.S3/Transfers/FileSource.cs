using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>An upload from an open file. Parts are read in parallel at explicit offsets.</summary>
internal sealed class FileSource(SafeFileHandle file, long offset, long length) : UploadSource
{
    private long _given;

    internal override long? Length => length;

    internal override bool IsRepeatable => true;

    internal override RequestBody Whole() => new FileBody(file, offset, length);

    internal override ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken)
    {
        long bytes = Math.Min(partBytes, length - _given);
        var body = new FileBody(file, offset + _given, bytes);
        _given += bytes;
        return new(new UploadPart(body));
    }
}
