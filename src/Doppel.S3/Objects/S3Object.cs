using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Http;

namespace Doppel.S3;

/// <summary>An object that was asked for: what the answer says of it, and its body while it arrives.</summary>
/// <remarks>
/// Dispose it, read or not: that releases the connection. Nothing of the body is read before it is asked for. Not
/// thread-safe.
/// </remarks>
public sealed class S3Object : S3ObjectInfo, IDisposable, IAsyncDisposable
{
    private readonly string _bucket;
    private readonly string _key;
    private readonly string? _askedVersion;
    private ObjectStream? _body;
    private bool _isDisposed;

    internal S3Object(HttpResponseMessage answer, S3Transport transport, string bucket, string key, string? versionId)
        : base(answer)
    {
        Transport = transport;
        _bucket = bucket;
        _key = key;
        _askedVersion = versionId;
    }

    /// <summary>Where the rest of it can be asked for.</summary>
    internal S3Transport Transport { get; }

    /// <summary>Bucket and key, for messages.</summary>
    internal string Place => $"{_bucket}/{_key}";

    /// <summary>
    /// The body, read once from front to back as it arrives. If the connection breaks, the rest is asked for from the
    /// byte after the last one given, provided that the object is still the same.
    /// </summary>
    /// <returns>The same stream each time; an empty one if the object is not there.</returns>
    /// <exception cref="ObjectDisposedException">It has been disposed.</exception>
    public Stream OpenBody()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        return IsFound ? _body ??= new ObjectStream(this) : Stream.Null;
    }

    /// <summary>Reads the whole body into memory of the caller.</summary>
    /// <param name="destination">At least <see cref="S3ObjectInfo.Length"/> bytes.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Bytes read: all.</returns>
    /// <exception cref="ArgumentException">The destination is too short; nothing was read.</exception>
    /// <exception cref="EndOfStreamException">The body, or a part of it, has been read before.</exception>
    /// <exception cref="S3Exception">The body could not be read to its end.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        if (destination.Length < Length)
        {
            throw new ArgumentException($"The body has {Length} bytes; there is room for {destination.Length}.");
        }

        // Stream.ReadExactlyAsync would do the same and leave garbage behind.
        Stream body = OpenBody();
        int length = (int)Length;
        int count;
        for (int read = 0; read < length; read += count)
        {
            Memory<byte> rest = destination.Slice(read, length - read);
            count = await body.ReadAsync(rest, cancellationToken).ConfigureAwait(false);
            if (count == 0)
            {
                throw new EndOfStreamException("The body, or a part of it, has been read before.");
            }
        }

        return length;
    }

    /// <summary>Writes the whole body to a stream.</summary>
    /// <param name="destination">Where it goes. It is not disposed.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">The body could not be read to its end; a part of it was written.</exception>
    public Task CopyToAsync(Stream destination, CancellationToken cancellationToken = default) =>
        OpenBody().CopyToAsync(destination, cancellationToken);

    /// <inheritdoc/>
    public void Dispose()
    {
        _isDisposed = true;
        _body?.Dispose();
        Answer.Dispose();
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Asks for a part of the same object.</summary>
    /// <param name="first">Its first byte.</param>
    /// <param name="last">Its last byte.</param>
    /// <param name="etag">What the object has to be still.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It is another object, or the server cannot give parts.</exception>
    internal async ValueTask<HttpResponseMessage> GetRestAsync(
        long first, long last, string etag, CancellationToken cancellationToken)
    {
        S3Call call = Transport.Begin(HttpMethod.Get, _bucket, _key);
        if (_askedVersion is not null)
        {
            call.AddQuery("versionId", _askedVersion);
        }

        call.AddHeader("range", $"bytes={first}-{last}");
        call.AddHeader("if-match", etag);
        call.Expected = Expected.PreconditionFailed | Expected.NotFound;
        HttpResponseMessage answer = await Transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        var rest = new S3ObjectInfo(answer);
        bool isSame = rest.IsFound && rest.ETag == etag;
        if (isSame && rest.Offset == first && rest.Length == last - first + 1)
        {
            return answer;
        }

        answer.Dispose();
        throw new S3Exception(isSame
            ? $"{Place}: the connection broke, and the server does not give the rest of an object."
            : $"{Place}: the connection broke, and the object is another one by now.")
        {
            Code = isSame ? S3ErrorCode.BadAnswer : S3ErrorCode.ObjectChanged,
            StatusCode = answer.StatusCode,
        };
    }
}
