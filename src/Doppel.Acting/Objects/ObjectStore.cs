using System.Net;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Sends the requests about objects that acting and undoing need.</summary>
/// <remarks>Thread-safe. Failures are <see cref="S3Exception"/>s.</remarks>
/// <param name="clients">Returns the client for a bucket, as it is named in <c>s3://BUCKET/KEY</c>.</param>
/// <param name="time">The clock.</param>
internal sealed class ObjectStore(Func<string, S3Client> clients, TimeProvider time)
{
    // Copies of a larger object are made in parts of this size if those of the original are unknown.
    private const long CopyPartBytes = 512L << 20;

    /// <summary>Returns the client for an object, and the name of its bucket.</summary>
    internal (S3Client Client, string Bucket) Of(ReportName name) => Of(ObjectName.BucketOf(name));

    /// <summary>Returns the client for a bucket, and its name without the profile.</summary>
    internal (S3Client Client, string Bucket) Of(string bucket) =>
        (clients(bucket), bucket[(bucket.IndexOf('@', StringComparison.Ordinal) + 1)..]);

    /// <summary>Asks for the state of an object: one request.</summary>
    /// <returns>The state, or null if there is no such object.</returns>
    internal async ValueTask<ObjectState?> LookAsync(ReportName name, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        S3ObjectInfo info = await client.HeadObjectAsync(
            bucket, ObjectName.KeyOf(name), new S3GetOptions { WithChecksum = true }, cancellation)
            .ConfigureAwait(false);
        return info.IsFound ? ObjectState.Of(info, time.GetUtcNow()) : null;
    }

    /// <summary>Asks for what an undo needs as well: the tags, and the size of the parts if there are any.</summary>
    internal async ValueTask<ObjectState> CompleteAsync(
        ReportName name, ObjectState state, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        string key = ObjectName.KeyOf(name);
        if (S3ETag.Parse(state.ETag).PartCount > 0)
        {
            var first = new S3GetOptions { PartNumber = 1, Conditions = new S3Conditions { IfMatch = state.ETag } };
            S3ObjectInfo part = await client.HeadObjectAsync(bucket, key, first, cancellation).ConfigureAwait(false);
            bool isOfPart = part.IsFound
                && (part.Length < state.Size || S3ETag.Parse(state.ETag).PartCount == 1);
            state = isOfPart ? state.WithPartBytes(part.Length) : state;
        }

        try
        {
            IReadOnlyDictionary<string, string>? tags = await client.GetTagsAsync(
                bucket, key, cancellationToken: cancellation).ConfigureAwait(false);
            return tags is null ? state : state.WithTags(tags);
        }
        catch (S3Exception unknown) when (unknown.StatusCode
            is HttpStatusCode.NotImplemented or HttpStatusCode.MethodNotAllowed)
        {
            return state;
        }
    }

    /// <summary>Deletes an object if it has an ETag, on servers that check it.</summary>
    internal ValueTask<S3Status> DeleteAsync(ReportName name, string etag, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        return client.DeleteObjectAsync(
            bucket, ObjectName.KeyOf(name), new S3Conditions { IfMatch = etag }, cancellation);
    }

    /// <summary>Opens the content of an object, provided that it still has its ETag.</summary>
    internal ValueTask<S3Object> OpenAsync(ReportName name, string etag, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        return client.GetObjectAsync(
            bucket, ObjectName.KeyOf(name), new S3GetOptions { Conditions = new S3Conditions { IfMatch = etag } },
            cancellation);
    }

    /// <summary>Stores a copy of an object under another name, which must be free.</summary>
    /// <param name="source">The name of the source.</param>
    /// <param name="from">The state of the source. If it changes, nothing is stored.</param>
    /// <param name="name">The name of the copy.</param>
    /// <param name="state">The state whose properties and parts the copy gets.</param>
    /// <param name="cancellation">Cancels the copy.</param>
    /// <returns>The copy, which is not stored if the source has changed.</returns>
    internal async ValueTask<S3PutResult> CopyAsync(
        ReportName source, ObjectState from, ReportName name, ObjectState state, CancellationToken cancellation)
    {
        (S3Client sourceClient, string sourceBucket) = Of(source);
        (S3Client client, string bucket) = Of(name);
        if (!ReferenceEquals(sourceClient, client))
        {
            await using S3Object content = await OpenAsync(source, from.ETag, cancellation).ConfigureAwait(false);
            return content.IsFound
                ? await StoreAsync(content.OpenBody(), name, state, cancellation).ConfigureAwait(false)
                : new S3PutResult(S3Status.PreconditionFailed, ETag: null, VersionId: null);
        }

        S3UploadOptions options = state.ToOptions();
        return await client.CopyAsync(
            sourceBucket, ObjectName.KeyOf(source), bucket, ObjectName.KeyOf(name),
            new S3CopyOptions
            {
                SourceConditions = new S3Conditions { IfMatch = from.ETag },
                Replacement = options,
                SingleBytesMax = options.SingleBytesMax,
                PartBytes = state.PartSizes.Any() ? options.PartBytes : CopyPartBytes,
            },
            cancellation).ConfigureAwait(false);
    }

    /// <summary>Stores content under a name, which must be free.</summary>
    /// <returns>The object, which is not stored if the name is taken.</returns>
    internal async ValueTask<S3PutResult> StoreAsync(
        Stream content, ReportName name, ObjectState state, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        string key = ObjectName.KeyOf(name);
        S3UploadOptions options = state.ToOptions() with { Conditions = S3Conditions.Create };
        if (content.CanSeek && state.Size <= options.SingleBytesMax)
        {
            return await client.PutObjectAsync(bucket, key, content, state.Size, options, cancellation)
                .ConfigureAwait(false);
        }

        // What can be read only once is kept in memory part by part, since not all servers take signed chunks.
        options = content.CanSeek ? options : options with { SingleBytesMax = options.PartBytes };
        return await client.UploadAsync(bucket, key, content, options, cancellation).ConfigureAwait(false);
    }

    /// <summary>Removes an object that this run has stored, unless another program has replaced it.</summary>
    internal async ValueTask RemoveAsync(ReportName name, S3PutResult stored, CancellationToken cancellation)
    {
        // Some servers leave out the quotes in some of their answers.
        ObjectState? now = await LookAsync(name, cancellation).ConfigureAwait(false);
        if (now is not null && now.ETag.Trim('"') == stored.ETag?.Trim('"'))
        {
            await DeleteAsync(name, now.ETag, cancellation).ConfigureAwait(false);
        }
    }

    /// <summary>Makes the deleted version of an object the current one again, if it still exists.</summary>
    /// <returns>Whether it did, and nothing but delete markers is newer.</returns>
    internal async ValueTask<bool> RestoreVersionAsync(
        ReportName name, string versionId, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        string key = ObjectName.KeyOf(name);
        List<string> markers = [];
        bool isFound = false;
        await foreach (S3Version version in client.ListVersionsAsync(bucket, key, cancellation).ConfigureAwait(false))
        {
            if (version.Key != key || !version.IsDeleteMarker)
            {
                isFound = version.Key == key && version.VersionId == versionId;
                break;
            }

            markers.Add(version.VersionId);
        }

        foreach (string marker in isFound ? markers : [])
        {
            await client.DeleteVersionAsync(bucket, key, marker, cancellation).ConfigureAwait(false);
        }

        return isFound;
    }
}
