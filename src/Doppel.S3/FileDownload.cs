namespace Doppel.S3;

/// <summary>Downloads an object to a file, in parallel parts.</summary>
internal sealed class FileDownload(
    S3Client client, string bucket, string key, string path, S3DownloadOptions options)
{
    private const int BlockBytes = 1024 * 1024;

    // Data that is damaged again and again is not damaged by chance.
    private const int RunsMax = 3;

    private readonly Lock _telling = new();
    private DownloadProof? _proof;
    private long _done;

    internal async ValueTask<S3DownloadResult> RunAsync(CancellationToken cancellationToken)
    {
        if (!options.Replaces && File.Exists(path))
        {
            throw new IOException($"'{path}' is there already.");
        }

        for (int run = 1; ; run++)
        {
            try
            {
                return await RunOnceAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (S3Exception failure) when (failure.Code == S3ErrorCode.ChecksumMismatch && run < RunsMax)
            {
                // Something on the way has changed the data. It is unlikely to do so again.
                Tell(-_done);
            }
        }
    }

    private async ValueTask<S3DownloadResult> RunOnceAsync(CancellationToken cancellationToken)
    {
        // The response for the first part identifies the object and its length. An empty object has no range at all.
        S3Object first = await GetAsync(S3Range.Of(0, options.PartBytes), options.Conditions, cancellationToken)
            .ConfigureAwait(false);
        if (first.Status == S3Status.RangeNotSatisfiable)
        {
            first.Dispose();
            first = await GetAsync(range: null, options.Conditions, cancellationToken).ConfigureAwait(false);
        }

        using (first)
        {
            return first.IsFound
                ? await DownloadAsync(first, cancellationToken).ConfigureAwait(false)
                : new S3DownloadResult(first.Status, ETag: null, Length: 0, ResumedBytes: 0);
        }
    }

    private ValueTask<S3Object> GetAsync(
        S3Range? range, S3Conditions conditions, CancellationToken cancellationToken) =>
        client.GetObjectAsync(
            bucket,
            key,
            new S3GetOptions
            {
                Range = range,
                Conditions = conditions,
                VersionId = options.VersionId,
                WithChecksum = true,
                LeavesVerification = true,
            },
            cancellationToken);

    private async ValueTask<S3DownloadResult> DownloadAsync(S3Object first, CancellationToken cancellationToken)
    {
        string etag = first.ETag ?? throw S3Client.BadAnswer(bucket, key, "the server gives no ETag");
        using PartialFile file = PartialFile.Open(path, etag, first.ObjectLength, options.PartBytes);
        try
        {
            return await DownloadAsync(first, etag, file, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            if (IsFinal(failure) || !file.HasAny)
            {
                file.Discard();
            }

            throw;
        }
    }

    private async ValueTask<S3DownloadResult> DownloadAsync(
        S3Object first, string etag, PartialFile file, CancellationToken cancellationToken)
    {
        _done = 0;
        for (int part = 0; part < file.PartCount; part++)
        {
            _done += file.Has(part) ? file.BytesOf(part) : 0;
        }

        long resumed = _done;
        var parts = new PartsOfObject(client, bucket, key, first, options.VersionId);
        using var proof = new DownloadProof(
            file, await parts.FindProofAsync(cancellationToken).ConfigureAwait(false));
        _proof = proof;
        if (file.PartCount > 0 && !file.Has(0))
        {
            await ReceiveAsync(first, file, part: 0, cancellationToken).ConfigureAwait(false);
        }
        else
        {
            first.Dispose();
        }

        var rest = new ParallelOptions
        {
            MaxDegreeOfParallelism = options.Parallelism,
            CancellationToken = cancellationToken,
        };
        await Parallel.ForEachAsync(
            Enumerable.Range(0, file.PartCount).Where(part => !file.Has(part)),
            rest,
            (part, token) => ReceiveAsync(file, part, etag, token)).ConfigureAwait(false);
        bool isVerified = proof.IsAny
            && await IsProvenAsync(first, file, parts, proof, cancellationToken).ConfigureAwait(false);
        file.Finish(path, options.Replaces);
        return new S3DownloadResult(S3Status.Ok, etag, first.ObjectLength, resumed)
        {
            IsVerified = isVerified,
            Info = first,
        };
    }

    // The same download would fail again, or find another object. With other credentials it may succeed.
    private static bool IsFinal(Exception failure) => failure is S3Exception
    {
        Code: S3ErrorCode.ObjectChanged or S3ErrorCode.ChecksumMismatch or S3ErrorCode.BadAnswer
            or "NoSuchBucket" or "InvalidObjectState" or "InvalidRequest" or "MethodNotAllowed",
    };

    // Returns false if the ETag turns out not to be derived from the content.
    private static async ValueTask<bool> IsProvenAsync(
        S3Object first, PartialFile file, PartsOfObject parts, DownloadProof proof, CancellationToken cancellationToken)
    {
        if (proof.IsEqual())
        {
            return true;
        }

        S3ETag etag = first.ContentETag;
        long[]? sizes = proof.IsOfETag
            ? await parts.FindSizesAsync(cancellationToken).ConfigureAwait(false)
            : null;
        bool isOfParts = etag.PartCount > 0;
        bool isExplained = isOfParts
            ? sizes is not null && DownloadProof.IsEqual(file, first.ObjectLength, etag, sizes)
            : sizes?.Length > 1;
        return isExplained ? isOfParts : throw first.Mismatch(proof.Name);
    }

    private async ValueTask ReceiveAsync(PartialFile file, int part, string etag, CancellationToken cancellationToken)
    {
        var range = S3Range.Of(file.OffsetOf(part), file.BytesOf(part));
        using S3Object answer = await GetAsync(range, new S3Conditions { IfMatch = etag }, cancellationToken)
            .ConfigureAwait(false);
        if (!answer.IsFound || answer.ETag != etag)
        {
            throw new S3Exception($"{bucket}/{key}: it became another object while it was downloaded.")
            {
                Code = S3ErrorCode.ObjectChanged,
                IsRetryable = true,
            };
        }

        await ReceiveAsync(answer, file, part, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask ReceiveAsync(
        S3Object answer, PartialFile file, int part, CancellationToken cancellationToken)
    {
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        Stream body = answer.OpenBody();
        long offset = file.OffsetOf(part);
        int count;
        while ((count = await body.ReadAsync(block, cancellationToken).ConfigureAwait(false)) > 0)
        {
            file.Write(offset, block.AsSpan(0, count));
            offset += count;
            Tell(count);
        }

        Blocks.Pool.Return(ref block);
        file.Done(part);
        _proof?.Advance();
    }

    private void Tell(long bytes)
    {
        if (options.Progress is { } progress)
        {
            lock (_telling)
            {
                _done += bytes;
                progress.Report(_done);
            }
        }
    }
}
