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
    private readonly byte[] _text;

    private BucketGuard(S3Client client, string bucket, string run)
    {
        _client = client;
        _bucket = bucket;
        _text = Encoding.UTF8.GetBytes(
            $"doppel acts on {bucket} from {Environment.MachineName}, run {run}. It removes this object at the end.\n");
    }

    /// <summary>Gets why nothing in the bucket may be acted on, or null.</summary>
    internal Step? Against { get; private set; }

    /// <summary>Gets whether the server deletes an object only if it has the ETag that the request names.</summary>
    internal bool ChecksETags { get; private set; }

    /// <summary>Gets whether the server stores an object only if the key is free, so that the lock works.</summary>
    internal bool IsExclusive { get; private set; }

    /// <summary>Gets whether the bucket keeps the old versions of its objects.</summary>
    internal bool IsVersioned { get; private set; }

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
        guard.IsVersioned = await guard.AskVersioningAsync(cancellation).ConfigureAwait(false);
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

    /// <summary>Returns why another run may be removing copies in a bucket of which one is to stay, or null.</summary>
    /// <remarks>
    /// Whoever removes something first locks it, or moves it aside, and then asks this: of two opposite runs, at least
    /// one sees the other. Nothing is stored in the bucket.
    /// </remarks>
    internal static async ValueTask<Step?> WhyHeldAsync(
        S3Client client, string bucket, string run, CancellationToken cancellation)
    {
        var guard = new BucketGuard(client, bucket, run);
        try
        {
            byte[]? text = await guard.ReadAsync(cancellation).ConfigureAwait(false);
            return text is null || text.SequenceEqual(guard._text) ? null : guard.Held(text);
        }
        catch (S3Exception denied) when (IsRefused(denied))
        {
            // Whoever may read only a prefix cannot see the lock.
            return null;
        }
    }

    /// <summary>Removes the lock of a run that was interrupted, if there is one.</summary>
    /// <returns>Whether there was one.</returns>
    internal static async ValueTask<bool> RemoveLeftoverAsync(
        S3Client client, string bucket, string run, CancellationToken cancellation)
    {
        var guard = new BucketGuard(client, bucket, run);
        if (await guard.ReadAsync(cancellation).ConfigureAwait(false) is not { } text
            || !text.SequenceEqual(guard._text))
        {
            return false;
        }

        guard.IsVersioned = await guard.AskVersioningAsync(cancellation).ConfigureAwait(false);
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

    private static bool IsRefused(S3Exception failure) => failure.StatusCode is HttpStatusCode.Forbidden
        or HttpStatusCode.NotImplemented or HttpStatusCode.MethodNotAllowed or HttpStatusCode.BadRequest;

    private async ValueTask<bool> AskVersioningAsync(CancellationToken cancellation)
    {
        try
        {
            return await _client.GetVersioningAsync(_bucket, cancellation).ConfigureAwait(false) != S3Versioning.Off;
        }
        catch (S3Exception unknown) when (IsRefused(unknown))
        {
            return false;
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
        Against = text?.SequenceEqual(_text) == true ? null : Held(text ?? []);
        return true;
    }

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
