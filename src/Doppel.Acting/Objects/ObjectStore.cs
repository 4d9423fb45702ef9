using System.Net;
using Doppel.Reports;
using Doppel.S3;

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

    /// <summary>
    /// Asks whether a bucket keeps the old versions of its objects. It does not if the server cannot tell.
    /// </summary>
    internal async ValueTask<S3Versioning> VersioningOfAsync(string bucket, CancellationToken cancellation)
    {
        (S3Client client, string name) = Of(bucket);
        try
        {
            return await client.GetVersioningAsync(name, cancellation).ConfigureAwait(false);
        }
        catch (S3Exception unknown) when (BucketGuard.IsRefused(unknown))
        {
            return S3Versioning.Off;
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
    /// <param name="name">The name.</param>
    /// <param name="etag">The ETag.</param>
    /// <param name="isCompared">Whether the caller compares the content, so that its digests do not matter.</param>
    /// <param name="cancellation">Cancels the request.</param>
    internal ValueTask<S3Object> OpenAsync(
        ReportName name, string etag, bool isCompared, CancellationToken cancellation)
    {
        (S3Client client, string bucket) = Of(name);
        var options = new S3GetOptions
        {
            Conditions = new S3Conditions { IfMatch = etag },
            LeavesVerification = isCompared,
        };
        return client.GetObjectAsync(bucket, ObjectName.KeyOf(name), options, cancellation);
    }

    /// <summary>
    /// Returns whether the content of an object can be read, by the first bytes. Unlike a look, that finds no object
    /// whose file a gateway merely remembers.
    /// </summary>
    internal async ValueTask<bool> IsReadableAsync(ReportName name, ObjectState state)
    {
        await using S3Object content = await OpenAsync(
            name, state.ETag, isCompared: true, CancellationToken.None).ConfigureAwait(false);
        return content.IsFound && (state.Size == 0
            || await content.OpenBody().ReadAsync(new byte[1]).ConfigureAwait(false) > 0);
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
            await using S3Object content = await OpenAsync(source, from.ETag, isCompared: false, cancellation)
                .ConfigureAwait(false);
            return content.IsFound
                ? await StoreAsync(content.OpenBody(), name, state, cancellation).ConfigureAwait(false)
                : new S3PutResult(S3Status.PreconditionFailed, ETag: null, VersionId: null);
        }

        S3UploadOptions options = state.ToOptions();
        var copy = new S3CopyOptions
        {
            SourceConditions = new S3Conditions { IfMatch = from.ETag },
            Conditions = S3Conditions.Create,
            Replacement = options,
            SingleBytesMax = options.SingleBytesMax,
            PartBytes = state.PartSizes.Any() ? options.PartBytes : CopyPartBytes,
        };
        try
        {
            return await client.CopyAsync(
                sourceBucket, ObjectName.KeyOf(source), bucket, ObjectName.KeyOf(name), copy, cancellation)
                .ConfigureAwait(false);
        }
        catch (S3Exception refused) when (refused.StatusCode is HttpStatusCode.NotImplemented)
        {
            // Such a server has no conditions for copies. The name was free a moment ago.
            return await client.CopyAsync(
                sourceBucket, ObjectName.KeyOf(source), bucket, ObjectName.KeyOf(name),
                copy with { Conditions = default }, cancellation).ConfigureAwait(false);
        }
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

    /// <summary>Stores an empty object that shows under which names a place is reached.</summary>
    /// <returns>The object, or null if nothing may be stored there.</returns>
    internal async ValueTask<S3PutResult?> PutTokenAsync(ReportName name)
    {
        (S3Client client, string bucket) = Of(name);
        try
        {
            return await client.PutObjectAsync(bucket, ObjectName.KeyOf(name), ReadOnlyMemory<byte>.Empty)
                .ConfigureAwait(false);
        }
        catch (S3Exception refused) when (BucketGuard.IsRefused(refused))
        {
            return null;
        }
    }

    /// <summary>Returns whether there is an object, or null if that may not be seen.</summary>
    /// <remarks>By GET, which no server answers from a list that it has kept.</remarks>
    internal async ValueTask<bool?> HasTokenAsync(ReportName name)
    {
        (S3Client client, string bucket) = Of(name);
        try
        {
            await using S3Object found = await client.GetObjectAsync(bucket, ObjectName.KeyOf(name))
                .ConfigureAwait(false);
            return found.IsFound;
        }
        catch (S3Exception refused) when (BucketGuard.IsRefused(refused))
        {
            return null;
        }
    }

    /// <summary>Removes such an object for good, also where the bucket keeps versions.</summary>
    internal async ValueTask RemoveTokenAsync(ReportName name, string? version)
    {
        (S3Client client, string bucket) = Of(name);
        string key = ObjectName.KeyOf(name);
        if (version is null)
        {
            await client.DeleteObjectAsync(bucket, key).ConfigureAwait(false);
        }
        else
        {
            await client.DeleteVersionAsync(bucket, key, version, CancellationToken.None).ConfigureAwait(false);
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

        if (isFound)
        {
            foreach (string marker in markers)
            {
                await client.DeleteVersionAsync(bucket, key, marker, cancellation).ConfigureAwait(false);
            }
        }

        return isFound;
    }
}
