using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>A requested object: its headers, and its body as it arrives.</summary>
/// <remarks>
/// Dispose it, whether or not you read the body, to release the connection. The body is not read until you ask for it.
/// Not thread-safe.
/// </remarks>
public sealed class S3Object : S3ObjectInfo, IDisposable, IAsyncDisposable
{
    private readonly string _bucket;
    private readonly string _key;
    private readonly string? _askedVersion;
    private ObjectStream? _body;
    private bool _isDisposed;

    internal S3Object(
        HttpResponseMessage answer, S3Transport transport, string bucket, string key, S3GetOptions? options)
        : base(answer)
    {
        Transport = transport;
        _bucket = bucket;
        _key = key;
        _askedVersion = options?.VersionId;
        IsVerified = options?.LeavesVerification != true;
    }

    /// <summary>Whether the body is compared with what is known about it, as far as anything is known.</summary>
    internal bool IsVerified { get; }

    /// <summary>The transport that fetches the rest of the object.</summary>
    internal S3Transport Transport { get; }

    /// <summary>The bucket and key, for messages.</summary>
    internal string Place => $"{_bucket}/{_key}";

    /// <summary>
    /// Returns a stream over the body, which can be read once, sequentially, as it arrives. If the connection breaks,
    /// the stream requests the rest, starting after the last byte returned, provided that the object is unchanged.
    /// </summary>
    /// <returns>The same stream for each call. It is empty if the object does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The object has been disposed.</exception>
    public Stream OpenBody()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        return IsFound ? _body ??= new ObjectStream(this) : Stream.Null;
    }

    /// <summary>Reads the whole body into the caller's memory.</summary>
    /// <param name="destination">The destination, at least <see cref="S3ObjectInfo.Length"/> bytes long.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The number of bytes read, which is the whole body.</returns>
    /// <exception cref="ArgumentException">The destination is too short. Nothing was read.</exception>
    /// <exception cref="EndOfStreamException">The body has already been read, at least in part.</exception>
    /// <exception cref="S3Exception">The body could not be read completely.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReadAsync(Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        if (destination.Length < Length)
        {
            throw new ArgumentException($"The body has {Length} bytes; there is room for {destination.Length}.");
        }

        // Stream.ReadExactlyAsync would do the same, but allocates.
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
    /// <param name="destination">The stream to write to. It is not disposed.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>A task that completes when the body has been written.</returns>
    /// <exception cref="S3Exception">
    /// The body could not be read completely. Part of it has been written.
    /// </exception>
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

    internal S3Exception Mismatch(string proof) => new(
        $"{Place}: the downloaded data does not match the object's {proof}.")
    {
        Code = S3ErrorCode.ChecksumMismatch,
        IsRetryable = true,
    };

    /// <summary>Requests a byte range of the same object.</summary>
    /// <param name="first">The offset of the first byte.</param>
    /// <param name="last">The offset of the last byte.</param>
    /// <param name="etag">The ETag that the object must still have.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">The object has changed, or the server does not support ranges.</exception>
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
