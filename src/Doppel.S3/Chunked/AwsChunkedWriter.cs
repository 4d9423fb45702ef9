using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Doppel.Pooling;
using Doppel.S3.Checksums;
using Doppel.S3.Http;
using Doppel.S3.Signing;

namespace Doppel.S3.Chunked;

/// <summary>
/// Sends a body in chunks: takes content in pieces of any size and writes it to a stream with all that servers want
/// around it, each chunk with one write.
/// </summary>
/// <remarks>
/// <para>One thread at a time. Content is held in one pooled buffer until a chunk is full; <see cref="CompleteAsync"/>
/// writes the last one and the end. More or fewer bytes than announced are never sent as if they were right: the
/// server, which was told the length, waits for bytes that do not come and drops the body.</para>
/// <para>Nothing is allocated for a chunk. After a call that failed the writer is of no use; dispose it all the same.
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

    /// <summary>Begins a body.</summary>
    /// <param name="destination">Where it goes. It is neither flushed nor disposed.</param>
    /// <param name="contentLength">Bytes of the content, 0 or more.</param>
    /// <param name="options">How it is cut and signed.</param>
    /// <param name="signer">
    /// What signs, from <see cref="RequestSigner.BeginChunks"/>; of no use for unsigned chunks.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of its range, or there is no signer.</exception>
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

    /// <summary>Bytes of the content that are still to come.</summary>
    public long Missing => _missing;

    /// <summary>The checksum that was written behind the content; null before, and where there is none.</summary>
    public S3Checksum? Checksum { get; private set; }

    // Where the next bytes of content go, as far as they are still missing.
    private Memory<byte> Room => _buffer.AsMemory(
        ChunkedFrame.HeadBytesMax + _held, (int)Math.Min(_options.ChunkBytes - _held, _missing));

    /// <summary>Takes the next bytes of the content.</summary>
    /// <param name="content">May be used again when this has returned.</param>
    /// <param name="cancellationToken">Ends a write; the body is lost then.</param>
    /// <exception cref="InvalidOperationException">
    /// There are more bytes than announced, of which none is taken, or the writer is of no use any more.
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

    /// <summary>Takes all content that is still missing from a stream, read right into the buffer.</summary>
    /// <param name="source">It is not read beyond what is missing, and not disposed.</param>
    /// <param name="cancellationToken">Ends a read or a write; after a write the body is lost.</param>
    /// <exception cref="EndOfStreamException">The stream ended before. The body is not ended then.</exception>
    /// <exception cref="InvalidOperationException">The writer is of no use any more.</exception>
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

    /// <summary>Writes the last chunk and the end. Nothing may be written after that.</summary>
    /// <param name="cancellationToken">Ends the write; the body is lost then.</param>
    /// <exception cref="InvalidOperationException">
    /// Bytes are missing, or the writer is of no use any more. Nothing is written then.
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

    /// <summary>Gives the buffer back. A body that is not complete stays so.</summary>
    public void Dispose()
    {
        // After a call that failed its stream may still use the buffer: it is left to the garbage collector.
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

    /// <summary>Counts bytes that were put into the room.</summary>
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

    // Puts around the content held what belongs there. The head ends where the content begins.
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

    // A trailer is signed with a line feed and sent with a carriage return before it.
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
