using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>The source of an upload, which provides its parts in order.</summary>
internal abstract class UploadSource
{
    /// <summary>The total length in bytes, or null if it is unknown until the end is reached.</summary>
    internal abstract long? Length { get; }

    /// <summary>Whether parts can be read again, and in any order.</summary>
    internal abstract bool IsRepeatable { get; }

    /// <summary>Whether the source is still as it was at the beginning, as far as the system can tell.</summary>
    internal virtual bool IsUnchanged => true;

    /// <summary>Returns the whole source as the body of a single request.</summary>
    internal abstract RequestBody Whole();

    /// <summary>Returns the next part. The last part may be shorter; an empty part marks the end.</summary>
    /// <param name="partBytes">The part size in bytes.</param>
    /// <param name="cancellationToken">Cancels the wait for data or memory.</param>
    internal abstract ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken);
}

/// <summary>
/// A part to be sent, and the memory that it occupies until then. The default value is an empty part.
/// </summary>
internal readonly record struct UploadPart(RequestBody Body, BufferedPart? Buffer = null)
{
    internal long Length => Body is null ? 0 : Body.Length;

    /// <summary>
    /// Whether sending this part reads from the source, so that the next part cannot be taken before.
    /// </summary>
    internal bool ReadsSource { get; init; }

    /// <summary>Returns the memory to its pool.</summary>
    internal void Release() => Buffer?.Release();
}

/// <summary>An upload from memory. Parts are slices of it.</summary>
internal sealed class MemoryUploadSource(ReadOnlyMemory<byte> content) : UploadSource
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

/// <summary>An upload from an open file. Parts are read in parallel at explicit offsets.</summary>
internal sealed class FileUploadSource(SafeFileHandle file, long offset, long length) : UploadSource
{
    private readonly FileState _state = FileState.Of(file);
    private long _given;

    internal override long? Length => length;

    internal override bool IsRepeatable => true;

    internal override bool IsUnchanged => _state.IsStateOf(file);

    internal override RequestBody Whole() => new FileBody(file, offset, length, _state);

    internal override ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken)
    {
        long bytes = Math.Min(partBytes, length - _given);
        var body = new FileBody(file, offset + _given, bytes, bytes == length ? _state : null);
        _given += bytes;
        return new(new UploadPart(body));
    }
}
