using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 uploads</c>.</summary>
internal static class S3Uploads
{
    /// <summary>Lists unfinished uploads, and aborts them on request.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.Parse(call.Operands[0]);
        return S3Session.Run(call, session => ListAsync(session, place));
    }

    private static async ValueTask<ExitCode> ListAsync(S3Session session, S3Location place)
    {
        DateTimeOffset latest = session.Host.Clock.GetUtcNow() - session.Settings.Older;
        var uploads = new List<S3PendingUpload>();
        long bytes = 0;
        await foreach (S3PendingUpload upload in session.Client
            .ListUploadsAsync(place.Bucket, place.Key, session.Stop).ConfigureAwait(false))
        {
            // An upload of unknown age may have begun just now.
            if (session.Settings.Older > TimeSpan.Zero && !(upload.Initiated <= latest))
            {
                continue;
            }

            long size = await BytesOfAsync(session, place.Bucket, upload).ConfigureAwait(false);
            uploads.Add(upload);
            bytes += size;
            session.Write(session.Settings.Json
                ? S3Json.Render(place.Bucket, upload, size)
                : S3Rows.Render(upload, size, session.Host.Out.IsTerminal));
        }

        string totals = $"{Count.Of(uploads.Count, "unfinished upload")}, {SizeText.Show(bytes)}";
        bool isAborted = session.Settings.Abort && uploads.Count > 0 && !session.Settings.DryRun;
        if (!isAborted)
        {
            session.Say(totals);
            return ExitCode.Done;
        }

        return Confirmation.Ask(session.Host, session.Settings, $"Abort {totals}?")
            ? await AbortAsync(session, place, uploads).ConfigureAwait(false)
            : ExitCode.Failure;
    }

    private static async ValueTask<long> BytesOfAsync(S3Session session, string bucket, S3PendingUpload upload)
    {
        long bytes = 0;
        await foreach (S3Part part in session.Client
            .ListPartsAsync(bucket, upload.Key, upload.UploadId, session.Stop).ConfigureAwait(false))
        {
            bytes += part.Bytes;
        }

        return bytes;
    }

    private static async ValueTask<ExitCode> AbortAsync(
        S3Session session, S3Location place, List<S3PendingUpload> uploads)
    {
        long aborted = 0;
        foreach (S3PendingUpload upload in uploads)
        {
            try
            {
                // An upload that has ended in the meantime is as good as aborted.
                await session.Client.AbortUploadAsync(place.Bucket, upload.Key, upload.UploadId, session.Stop)
                    .ConfigureAwait(false);
                aborted++;
            }
            catch (Exception failure) when (session.IsOfOne(failure))
            {
                session.Problem($"{(place with { Key = upload.Key }).Shown()}: {S3Failure.Describe(failure)}");
            }
        }

        session.Say($"{Count.Of(aborted, "upload")} aborted");
        return session.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }
}
