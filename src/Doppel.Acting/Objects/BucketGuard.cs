using System.Net;
using System.Text;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>
/// Keeps other runs from acting on a bucket at the same time, and finds out what the server promises about it.
/// </summary>
/// <remarks>
/// Two runs that have chosen opposite keepers could each find the keeper of the other in place and then delete both.
/// Files are moved aside before that check. Objects cannot be, so the first run stores a small object, the lock, which
/// is also what the promises are tried on. It is removed at the end of the run.
/// </remarks>
internal sealed class BucketGuard
{
    /// <summary>The key of the lock.</summary>
    internal const string Key = ".doppel-lock";

    private const string OtherETag = "\"00000000000000000000000000000000\"";

    private readonly S3Client _client;
    private readonly string _bucket;
    private readonly byte[] _run;
    private readonly byte[] _text;
    private S3Versioning _versioning;

    private BucketGuard(S3Client client, string bucket, string run)
    {
        _client = client;
        _bucket = bucket;
        _run = Encoding.UTF8.GetBytes($" from {Environment.MachineName}, run {run}.");
        _text =
        [
            .. Encoding.UTF8.GetBytes($"doppel acts on {bucket}"), .. _run,
            .. " It removes this object at the end.\n"u8,
        ];
    }

    /// <summary>Gets why nothing in the bucket may be acted on, or null.</summary>
    internal Step? Against { get; private set; }

    /// <summary>Gets whether the server deletes an object only if it has the ETag that the request names.</summary>
    internal bool ChecksETags { get; private set; }

    /// <summary>Gets whether the server stores an object only if the key is free, so that the lock works.</summary>
    internal bool IsExclusive { get; private set; }

    /// <summary>Gets whether the bucket keeps the old versions of its objects.</summary>
    internal bool IsVersioned => _versioning != S3Versioning.Off;

    /// <summary>Stores the lock.</summary>
    /// <param name="client">The client.</param>
    /// <param name="bucket">The name of the bucket.</param>
    /// <param name="run">The ID of the run. A lock that it has left behind earlier is its own.</param>
    /// <param name="cancellation">Cancels the requests.</param>
    /// <exception cref="S3Exception">The server cannot be reached.</exception>
    internal static async ValueTask<BucketGuard> TakeAsync(
        S3Client client, string bucket, string run, CancellationToken cancellation)
    {
        var guard = new BucketGuard(client, bucket, run);
        guard._versioning = await guard.AskVersioningAsync(cancellation).ConfigureAwait(false);
        try
        {
            bool isCreated = await guard.TryCreateAsync(cancellation).ConfigureAwait(false)
                || (await guard.ReadAsync(cancellation).ConfigureAwait(false) is null
                    && await guard.TryCreateAsync(cancellation).ConfigureAwait(false));
            guard.IsExclusive = isCreated
                ? !await guard.TryCreateAsync(cancellation).ConfigureAwait(false)
                : await guard.IsOwnAsync(cancellation).ConfigureAwait(false);
            if (guard.Against is null)
            {
                guard.ChecksETags = await guard.TryDeleteAsync(cancellation).ConfigureAwait(false);
            }
        }
        catch (S3Exception denied) when (IsRefused(denied))
        {
            // Without the right to store objects there is no lock, and each object is looked at before its deletion.
        }

        return guard;
    }

    /// <summary>Looks for the lock of another run in a bucket of which copies are to stay.</summary>
    /// <remarks>
    /// Whoever removes something first locks it, or moves it aside, and then asks this: of two opposite runs, at least
    /// one sees the other. Nothing is stored in the bucket. A lock of this run was left there when the run was
    /// interrupted, or the bucket is another name of one that the run has locked; <see cref="PlaceProbe"/> tells which.
    /// </remarks>
    /// <returns>
    /// Why another run may be removing copies, or null; and whether the lock can be seen. Whoever may read only a
    /// prefix cannot see it.
    /// </returns>
    internal static async ValueTask<(Step? Against, bool IsSeen)> WhyHeldAsync(
        S3Client client, string bucket, string run, CancellationToken cancellation)
    {
        var guard = new BucketGuard(client, bucket, run);
        try
        {
            byte[]? text = await guard.ReadAsync(cancellation).ConfigureAwait(false);
            return (text is null || guard.IsOwn(text) ? null : guard.Held(text), true);
        }
        catch (S3Exception denied) when (IsRefused(denied))
        {
            return (null, false);
        }
    }

    /// <summary>
    /// Returns whether the current version of an object stays in the bucket when the object is deleted.
    /// </summary>
    internal bool KeepsVersionOf(ObjectState state) => state.VersionId is not null
        && (_versioning == S3Versioning.Enabled
            || (_versioning == S3Versioning.Suspended && state.VersionId != ObjectState.OldestVersion));

    /// <summary>Removes the lock of a run that was interrupted, if there is one.</summary>
    /// <returns>Whether there was one.</returns>
    internal static async ValueTask<bool> RemoveLeftoverAsync(
        S3Client client, string bucket, string run, CancellationToken cancellation)
    {
        var guard = new BucketGuard(client, bucket, run);
        if (await guard.ReadAsync(cancellation).ConfigureAwait(false) is not { } text
            || !guard.IsOwn(text))
        {
            return false;
        }

        guard._versioning = await guard.AskVersioningAsync(cancellation).ConfigureAwait(false);
        return await guard.ReleaseAsync(cancellation).ConfigureAwait(false);
    }

    /// <summary>Removes the lock.</summary>
    /// <returns>Whether it was this run's.</returns>
    internal async ValueTask<bool> ReleaseAsync(CancellationToken cancellation)
    {
        if (Against is not null)
        {
            return false;
        }

        if (!IsVersioned)
        {
            await _client.DeleteObjectAsync(_bucket, Key, cancellationToken: cancellation).ConfigureAwait(false);
            return true;
        }

        List<string> versions = [];
        await foreach (S3Version version in _client.ListVersionsAsync(_bucket, Key, cancellation).ConfigureAwait(false))
        {
            if (version.Key == Key)
            {
                versions.Add(version.VersionId);
            }
        }

        foreach (string version in versions)
        {
            await _client.DeleteVersionAsync(_bucket, Key, version, cancellation).ConfigureAwait(false);
        }

        return true;
    }

    /// <summary>Returns a message about a bucket whose lock may not be read.</summary>
    /// <param name="bucket">The bucket, as it is named in <c>s3://BUCKET/KEY</c>.</param>
    internal static string Unseen(string bucket) =>
        $"weaker guarantees in s3://{bucket}: it is forbidden to read {Key}, "
        + "so another run that removes objects there would not be noticed";

    /// <summary>Returns whether a server refuses a request, rather than failing to answer it.</summary>
    internal static bool IsRefused(S3Exception failure) => failure.StatusCode is HttpStatusCode.Forbidden
        or HttpStatusCode.NotImplemented or HttpStatusCode.MethodNotAllowed or HttpStatusCode.BadRequest;

    private async ValueTask<S3Versioning> AskVersioningAsync(CancellationToken cancellation)
    {
        try
        {
            return await _client.GetVersioningAsync(_bucket, cancellation).ConfigureAwait(false);
        }
        catch (S3Exception unknown) when (IsRefused(unknown))
        {
            return S3Versioning.Off;
        }
    }

    private async ValueTask<bool> TryCreateAsync(CancellationToken cancellation)
    {
        var options = new S3PutOptions { ContentType = "text/plain", Conditions = S3Conditions.Create };
        try
        {
            return (await _client.PutObjectAsync(_bucket, Key, _text, options, cancellation).ConfigureAwait(false))
                .IsStored;
        }
        catch (S3Exception unknown) when (unknown.Code == S3ErrorCode.Ambiguous)
        {
            return false;
        }
    }

    private async ValueTask<bool> IsOwnAsync(CancellationToken cancellation)
    {
        byte[]? text = await ReadAsync(cancellation).ConfigureAwait(false);
        Against = text is not null && IsOwn(text) ? null : Held(text ?? []);
        return true;
    }

    // A bucket may have several names, and the lock has the one that it was stored under.
    private bool IsOwn(byte[] text) => text.AsSpan().IndexOf(_run) >= 0;

    private Step Held(byte[] text)
    {
        string whose = text.Length == 0 ? "" : $" ({Encoding.UTF8.GetString(text).TrimEnd('\n', '.')})";
        return Step.Skip($"another run acts on the bucket{whose}; if none does, remove s3://{_bucket}/{Key}");
    }

    private async ValueTask<byte[]?> ReadAsync(CancellationToken cancellation)
    {
        await using S3Object found = await _client.GetObjectAsync(_bucket, Key, cancellationToken: cancellation)
            .ConfigureAwait(false);
        if (!found.IsFound || found.Length > 4096)
        {
            return null;
        }

        byte[] text = new byte[found.Length];
        await found.ReadAsync(text, cancellation).ConfigureAwait(false);
        return text;
    }

    // Returns whether the server refuses to delete the lock because it has another ETag.
    private async ValueTask<bool> TryDeleteAsync(CancellationToken cancellation)
    {
        S3Status status;
        try
        {
            status = await _client.DeleteObjectAsync(
                _bucket, Key, new S3Conditions { IfMatch = OtherETag }, cancellation).ConfigureAwait(false);
        }
        catch (S3Exception unknown) when (IsRefused(unknown) || unknown.Code == S3ErrorCode.Ambiguous)
        {
            status = S3Status.NotFound;
        }

        if (status == S3Status.PreconditionFailed)
        {
            return true;
        }

        await TryCreateAsync(cancellation).ConfigureAwait(false);
        return false;
    }
}
