using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Sends a body in chunks: accepts content in pieces of any size, and writes it to a stream with the framing that
/// servers require, one write per chunk.
/// </summary>
/// <remarks>
/// <para>Not thread-safe. Content is collected in a pooled buffer until a chunk is full; <see cref="CompleteAsync"/>
/// writes the last chunk and the end. A body that is longer or shorter than announced is never completed: the server,
/// which knows the length, waits for the missing bytes and discards the body.</para>
/// <para>Chunks allocate nothing. After a failed call the writer can no longer be used, but must still be disposed.
/// </para>
/// </remarks>
public sealed class AwsChunkedWriter : IDisposable
{
    private readonly Stream _destination;
    private readonly ChunkedOptions _options;
    private readonly long _contentLength;
    private ChecksumState? _checksum;
    private ChunkSigner _signer;
    private byte[]? _buffer;
    private long _missing;
    private int _held;
    private bool _isUsable = true;

    /// <summary>Starts a body.</summary>
    /// <param name="destination">The stream to write to. It is neither flushed nor disposed.</param>
    /// <param name="contentLength">The length of the content in bytes, 0 or greater.</param>
    /// <param name="options">How the body is split and signed.</param>
    /// <param name="signer">
    /// The signer from <see cref="RequestSigner.BeginChunks"/>. It is ignored for unsigned chunks.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range, or the signer is missing.</exception>
    public AwsChunkedWriter(
        Stream destination, long contentLength, ChunkedOptions options, ChunkSigner signer = default)
    {
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfNegative(contentLength);
        options.Validate();
        if (options.Signing == ChunkSigning.Signed && !signer.IsReady)
        {
            ChunkedErrors.SignerMissing();
        }

        _destination = destination;
        _options = options;
        _contentLength = contentLength;
        _missing = contentLength;
        _signer = signer;
        _checksum = options.Checksum is { } algorithm ? ChecksumStates.Rent(algorithm) : null;
        int contentMax = (int)Math.Min(options.ChunkBytes, contentLength);
        _buffer = Blocks.Pool.Rent(
            ChunkedFrame.HeadBytesMax + contentMax + ChunkedFrame.EndBytesMax);
    }

    /// <summary>The number of bytes of content still to be written.</summary>
    public long Missing => _missing;

    /// <summary>
    /// The checksum that was written after the content; null before that, and if the body has no checksum.
    /// </summary>
    public S3Checksum? Checksum { get; private set; }

    // The memory for the next bytes of content, limited to the bytes still missing.
    private Memory<byte> Room => _buffer.AsMemory(
        ChunkedFrame.HeadBytesMax + _held, (int)Math.Min(_options.ChunkBytes - _held, _missing));

    /// <summary>Writes the next bytes of content.</summary>
    /// <param name="content">The bytes. You may reuse the memory when the call has completed.</param>
    /// <param name="cancellationToken">Cancels the operation. If a write is canceled, the body is lost.</param>
    /// <returns>A task that completes when the bytes have been buffered or written.</returns>
    /// <exception cref="InvalidOperationException">
    /// There are more bytes than announced, and none of them was accepted; or the writer can no longer be used.
    /// </exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    public async ValueTask WriteAsync(ReadOnlyMemory<byte> content, CancellationToken cancellationToken = default)
    {
        CheckUsable();
        if (content.Length > _missing)
        {
            ChunkedErrors.TooMuch(_contentLength);
        }

        while (!content.IsEmpty)
        {
            int count = Math.Min(content.Length, Room.Length);
            content.Slice(0, count).CopyTo(Room);
            content = content.Slice(count);
            if (Advance(count))
            {
                await WriteChunkAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Reads all missing content from a stream, directly into the buffer.</summary>
    /// <param name="source">The stream to read. It is not read past the missing content, and not disposed.</param>
    /// <param name="cancellationToken">Cancels the operation. If a write is canceled, the body is lost.</param>
    /// <returns>A task that completes when all missing content has been read.</returns>
    /// <exception cref="EndOfStreamException">The stream ended too early. The body is not completed.</exception>
    /// <exception cref="InvalidOperationException">The writer can no longer be used.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    public async ValueTask CopyFromAsync(Stream source, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        CheckUsable();
        while (_missing > 0)
        {
            _isUsable = false;
            int count = await source.ReadAsync(Room, cancellationToken).ConfigureAwait(false);
            _isUsable = true;
            if (count == 0)
            {
                ChunkedErrors.SourceEnded(_contentLength, _missing);
            }

            if (Advance(count))
            {
                await WriteChunkAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Writes the last chunk and the end of the body. Nothing may be written afterwards.</summary>
    /// <param name="cancellationToken">Cancels the operation. The body is then lost.</param>
    /// <returns>A task that completes when the end has been written.</returns>
    /// <exception cref="InvalidOperationException">
    /// Content is missing, or the writer can no longer be used. Nothing is written.
    /// </exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    public async ValueTask CompleteAsync(CancellationToken cancellationToken = default)
    {
        CheckUsable();
        if (_missing > 0)
        {
            ChunkedErrors.TooLittle(_contentLength, _missing);
        }

        (int start, int end) = FrameLast();
        _isUsable = false;
        await _destination.WriteAsync(_buffer.AsMemory(start, end - start), cancellationToken).ConfigureAwait(false);
        Release();
    }

    /// <summary>Returns the buffer to its pool. An incomplete body stays incomplete.</summary>
    public void Dispose()
    {
        // After a failed call the stream may still use the buffer, so it is left to the garbage collector.
        if (_isUsable)
        {
            _isUsable = false;
            Release();
        }
    }

    private void Release()
    {
        Blocks.Pool.Return(ref _buffer);
        ChecksumStates.Return(ref _checksum);
    }

    private void CheckUsable()
    {
        if (!_isUsable)
        {
            ChunkedErrors.Broken();
        }
    }

    /// <summary>Counts bytes that were added to the buffer.</summary>
    /// <returns>Whether the chunk is full.</returns>
    private bool Advance(int count)
    {
        _held += count;
        _missing -= count;
        return _held == _options.ChunkBytes;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private async ValueTask WriteChunkAsync(CancellationToken cancellationToken)
    {
        (int start, int end) = FrameChunk();
        _isUsable = false;
        await _destination.WriteAsync(_buffer.AsMemory(start, end - start), cancellationToken).ConfigureAwait(false);
        _isUsable = true;
        _held = 0;
    }

    // Writes the framing around the buffered content. The head ends where the content begins.
    private (int Start, int End) FrameChunk()
    {
        ReadOnlySpan<byte> content = _buffer.AsSpan(ChunkedFrame.HeadBytesMax, _held);
        _checksum?.Append(content);
        int start = ChunkedFrame.HeadBytesMax - ChunkedFrame.HeadBytes(_held, _options.Signing);
        WriteHead(content, _buffer.AsSpan(start));
        int end = ChunkedFrame.HeadBytesMax + _held;
        return (start, end + ChunkedFrame.WriteLineEnd(_buffer.AsSpan(end)));
    }

    private (int Start, int End) FrameLast()
    {
        (int start, int end) = _held > 0 ? FrameChunk() : default;
        end += WriteHead([], _buffer.AsSpan(end));
        if (_checksum is not null)
        {
            S3Checksum checksum = _checksum.GetChecksum();
            int trailer = end;
            end += ChunkedFrame.WriteTrailer(checksum, _buffer.AsSpan(end));
            Checksum = checksum;
            SignTrailer(ref end, trailer);
        }

        return (start, end + ChunkedFrame.WriteLineEnd(_buffer.AsSpan(end)));
    }

    // A trailer is signed with a line feed, but sent with a carriage return before it.
    private void SignTrailer(ref int end, int start)
    {
        Span<byte> signature = stackalloc byte[SHA256.HashSizeInBytes];
        ReadOnlySpan<byte> trailer = _buffer.AsSpan(start, end - start);
        bool isSigned = _options.Signing == ChunkSigning.Signed;
        if (isSigned)
        {
            _signer.SignTrailers(trailer, signature);
        }

        end--;
        end += ChunkedFrame.WriteLineEnd(_buffer.AsSpan(end));
        if (isSigned)
        {
            end += ChunkedFrame.WriteTrailerSignature(signature, _buffer.AsSpan(end));
        }
    }

    private int WriteHead(ReadOnlySpan<byte> content, Span<byte> destination)
    {
        if (_options.Signing == ChunkSigning.Unsigned)
        {
            return ChunkedFrame.WriteHead(content.Length, [], destination);
        }

        Span<byte> signature = stackalloc byte[SHA256.HashSizeInBytes];
        _signer.SignChunk(content, signature);
        return ChunkedFrame.WriteHead(content.Length, signature, destination);
    }
}
