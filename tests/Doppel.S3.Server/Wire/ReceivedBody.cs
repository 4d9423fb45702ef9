using System.Globalization;

namespace Doppel.S3.Server;

/// <summary>The body of a request, read once and only when it is asked for.</summary>
/// <remarks>Chunks of HTTP are taken apart; those of S3 (<c>aws-chunked</c>) are part of what is read.</remarks>
public sealed class ReceivedBody
{
    private readonly RawConnection _connection;
    private readonly bool _isChunked;
    private long _left;
    private bool _chunkBefore;

    internal ReceivedBody(RawConnection connection, RawRequest request)
    {
        _connection = connection;
        _isChunked = request.HeaderHas("Transfer-Encoding", "chunked");
        Expects = request.HeaderHas("Expect", "100-continue");
        Length = _isChunked ? null : LengthOf(request);
        _left = Length ?? 0;
        IsRead = Length == 0;
    }

    /// <summary>How many bytes were announced; null for a body in chunks.</summary>
    public long? Length { get; }

    /// <summary>Whether all of it was read.</summary>
    public bool IsRead { get; private set; }

    /// <summary>Whether the client waits for <c>100 Continue</c>. The first read sends it.</summary>
    public bool Expects { get; set; }

    /// <summary>Reads everything that is left.</summary>
    /// <exception cref="EndOfStreamException">The client ended before it had sent as much as it announced.</exception>
    public async ValueTask<byte[]> ReadAllAsync(CancellationToken stop)
    {
        if (Length is { } length)
        {
            byte[] all = GC.AllocateUninitializedArray<byte>(checked((int)Math.Min(_left, length)));
            for (int read = 0; read < all.Length;)
            {
                read += await ReadAsync(all.AsMemory(read), stop);
            }

            return all;
        }

        using var bytes = new MemoryStream();
        byte[] piece = new byte[1 << 16];
        while (await ReadAsync(piece, stop) is int count and > 0)
        {
            bytes.Write(piece.AsSpan(0, count));
        }

        return bytes.ToArray();
    }

    /// <summary>Reads and forgets that many bytes, or fewer where it ends.</summary>
    public async ValueTask SkipAsync(long bytes, CancellationToken stop)
    {
        byte[] piece = new byte[1 << 16];
        while (bytes > 0 && await ReadAsync(piece.AsMemory(0, (int)Math.Min(bytes, piece.Length)), stop)
            is int count and > 0)
        {
            bytes -= count;
        }
    }

    /// <summary>Reads some bytes; 0 at its end.</summary>
    public async ValueTask<int> ReadAsync(Memory<byte> target, CancellationToken stop)
    {
        if (IsRead)
        {
            return 0;
        }

        if (Expects)
        {
            Expects = false;
            await _connection.WriteAsync("HTTP/1.1 100 Continue\r\n\r\n"u8.ToArray(), stop);
        }

        if (_isChunked && _left == 0 && !await NextChunkAsync(stop))
        {
            IsRead = true;
            return 0;
        }

        int count = await _connection.ReadAsync(target[..(int)Math.Min(target.Length, _left)], stop);
        if (count == 0 && target.Length > 0)
        {
            throw new EndOfStreamException($"The client ended with {_left} bytes to come.");
        }

        _left -= count;
        IsRead = !_isChunked && _left == 0;
        return count;
    }

    private static long LengthOf(RawRequest request) => request.Header("Content-Length") switch
    {
        null => 0,
        string text when long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long length) =>
            length,
        string text => throw new WireException($"This is no length: {text}"),
    };

    private async ValueTask<bool> NextChunkAsync(CancellationToken stop)
    {
        if (_chunkBefore && await _connection.ReadLineAsync(stop) is not "")
        {
            throw new WireException("A chunk is longer than it said.");
        }

        _chunkBefore = true;
        string size = (await _connection.ReadLineAsync(stop) ?? "").Split(';')[0];
        if (!long.TryParse(size, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out _left))
        {
            throw new WireException($"This is no size of a chunk: {size}");
        }

        if (_left > 0)
        {
            return true;
        }

        while (await _connection.ReadLineAsync(stop) is { Length: > 0 })
        {
            // Trailers of HTTP tell nothing here.
        }

        return false;
    }
}
