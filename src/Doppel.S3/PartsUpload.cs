using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>An upload in parts, or with a single request if there turns out to be only one part.</summary>
/// <remarks>Only one worker reads the source at a time, and part numbers follow that order.</remarks>
internal sealed class PartsUpload(
    S3Client client, string bucket, string key, UploadSource source, S3UploadOptions options, UploadBuffers buffers)
    : PartsTransfer(client, bucket, key), IDisposable
{
    // For sources of unknown length, the part size doubles after this many parts, so that 10,000 parts reach further.
    private const int PartsOfOneSize = 1000;

    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly Lock _telling = new();
    private Dictionary<int, S3Part>? _known;
    private UploadPart? _first;
    private long _partBytes;
    private long _taken;
    private long _told;
    private int _number;
    private bool _isAtEnd;

    public void Dispose()
    {
        _first?.Release();
        _turn.Dispose();
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal async ValueTask<S3PutResult> RunAsync(CancellationToken cancellationToken)
    {
        int wanted = source.IsRepeatable
            ? options.PartBytes
            : Math.Max(S3UploadOptions.PartBytesMin, Math.Min(options.PartBytes, buffers.PartBytesMax));
        _partBytes = source.Length is { } length ? PartBytesFor(length, wanted) : wanted;
        if (source.Length is null && _partBytes > buffers.PartBytesMax)
        {
            throw new ArgumentException(
                $"Parts of a stream without length have at most {buffers.PartBytesMax} bytes here, and servers want "
                + $"{S3UploadOptions.PartBytesMin}; raise UploadBufferBytesMax.");
        }

        UploadPart first = await source.NextAsync(_partBytes, cancellationToken).ConfigureAwait(false);
        _first = first;
        bool isAll = source.Length is { } all ? first.Length == all : first.Length < _partBytes;
        if (isAll && options.UploadId is null)
        {
            S3PutResult stored = await Client
                .PutAsync(Bucket, Key, first.Body, options, cancellationToken).ConfigureAwait(false);
            options.Tell(stored, first.Length);
            return stored;
        }

        string uploadId = options.UploadId
            ?? await Client.StartUploadAsync(Bucket, Key, options, cancellationToken).ConfigureAwait(false);
        if (options.UploadId is not null)
        {
            _known = await ListAsync(uploadId, cancellationToken).ConfigureAwait(false);
        }

        return await FinishAsync(
            uploadId, LanesFor(source.Length), options.Conditions, options.KeepsPartsOnFailure, cancellationToken)
            .ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    protected override async ValueTask<bool> MoveAsync(string uploadId, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        bool isMyTurn = true;
        UploadPart part = default;
        try
        {
            part = await NextAsync(cancellationToken).ConfigureAwait(false);
            if (part.Length == 0)
            {
                return false;
            }

            int number = _number;
            if (!part.ReadsSource)
            {
                // The next worker reads while this one sends.
                isMyTurn = false;
                _turn.Release();
            }

            await SendAsync(uploadId, number, part, cancellationToken).ConfigureAwait(false);
            return true;
        }
        finally
        {
            part.Release();
            if (isMyTurn)
            {
                _turn.Release();
            }
        }
    }

    protected override void CheckSource()
    {
        if (!source.IsUnchanged)
        {
            throw RequestBody.Rewritten();
        }
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<UploadPart> NextAsync(CancellationToken cancellationToken)
    {
        if (_isAtEnd)
        {
            return default;
        }

        UploadPart part = _first
            ?? await source.NextAsync(_partBytes, cancellationToken).ConfigureAwait(false);
        _first = null;
        _taken += part.Length;
        _isAtEnd = part.Length < _partBytes || _taken == source.Length;
        if (part.Length > 0 && ++_number > S3UploadOptions.PartsMax)
        {
            part.Release();
            throw TooLong();
        }

        if (source.Length is null && _number % PartsOfOneSize == 0)
        {
            _partBytes = Math.Min(2 * _partBytes, buffers.PartBytesMax);
        }

        return part;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private async ValueTask SendAsync(
        string uploadId, int number, UploadPart part, CancellationToken cancellationToken)
    {
        S3Part? known = _known is null
            ? null
            : await KnownAsync(_known, number, part, cancellationToken).ConfigureAwait(false);
        Add(known ?? await Client
            .UploadPartAsync(Bucket, Key, uploadId, number, part.Body, options.Checksum, cancellationToken)
            .ConfigureAwait(false));
        if (options.Progress is { } progress)
        {
            lock (_telling)
            {
                _told += part.Length;
                progress.Report(_told);
            }
        }
    }

    private static async ValueTask<S3Part?> KnownAsync(
        Dictionary<int, S3Part> stored, int number, UploadPart part, CancellationToken cancellationToken)
    {
        // A part that can be read only once is sent without comparing it.
        if (!part.Body.CanHash || !stored.TryGetValue(number, out S3Part known) || known.Bytes != part.Length)
        {
            return null;
        }

        string etag = await part.Body.Md5ETagAsync(cancellationToken).ConfigureAwait(false);
        return etag == known.ETag ? known : null;
    }

    private async ValueTask<Dictionary<int, S3Part>> ListAsync(string uploadId, CancellationToken cancellationToken)
    {
        var stored = new Dictionary<int, S3Part>();
        await foreach (S3Part part in Client
            .ListPartsAsync(Bucket, Key, uploadId, cancellationToken).ConfigureAwait(false))
        {
            stored[part.Number] = part;
        }

        return stored;
    }

    // Limits the workers to the number of parts, and to the number of parts that fit into memory at once.
    private int LanesFor(long? length)
    {
        long lanes = length is { } all ? (all + _partBytes - 1) / _partBytes : options.Parallelism;
        long fitting = source.IsRepeatable ? lanes : Math.Min(lanes, buffers.BytesMax / _partBytes);
        return (int)Math.Clamp(fitting, 1, options.Parallelism);
    }

    private S3Exception TooLong() =>
        new($"{Bucket}/{Key}: the stream is longer than {S3UploadOptions.PartsMax} parts of up to {_partBytes} bytes. "
            + "Raise UploadBufferBytesMax, or give a stream that knows its length.")
        {
            Code = "EntityTooLarge",
        };
}
