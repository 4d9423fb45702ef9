using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 mb</c> and <c>doppel s3 rb</c>.</summary>
internal static class S3Buckets
{
    /// <summary>Creates a bucket.</summary>
    internal static ExitCode Make(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.ParseBucket(call.Operands[0]);
        return S3Session.Run(call, async session =>
            await session.Client.CreateBucketAsync(place.Bucket, session.Stop).ConfigureAwait(false) == S3Status.Ok
                ? Done(session, place)
                : throw new UsageException(
                    $"{place.Shown()}: the bucket already exists", "use it, or choose another name"));
    }

    /// <summary>Deletes an empty bucket.</summary>
    internal static ExitCode Remove(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.ParseBucket(call.Operands[0]);
        return S3Session.Run(call, async session =>
            await session.Client.DeleteBucketAsync(place.Bucket, session.Stop).ConfigureAwait(false) switch
            {
                S3Status.Ok => Done(session, place),
                S3Status.NotFound => throw new UsageException(
                    $"{place.Shown()}: no such bucket", "doppel s3 ls lists the buckets"),
                _ => throw new UsageException(
                    $"{place.Shown()}: the bucket is not empty", "doppel s3 rm --recursive deletes its objects"),
            });
    }

    private static ExitCode Done(S3Session session, S3Location place)
    {
        if (session.Settings.Json)
        {
            session.Write(S3Json.RenderBucket(place.Bucket));
        }

        return ExitCode.Done;
    }
}
