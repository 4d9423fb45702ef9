using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 rm</c>.</summary>
internal static class S3Remove
{
    /// <summary>Deletes an object, or everything below a folder after showing how much that is.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call)
    {
        S3Location place = S3Location.Parse(call.Operands[0]);
        return S3Session.Run(call, session =>
        {
            if (session.Settings.Recursive)
            {
                return ManyAsync(session, place);
            }

            return place.Key.Length > 0
                ? OneAsync(session, place)
                : throw new UsageException(
                    $"{place.Shown()} is a bucket",
                    "rm --recursive deletes everything in it, doppel s3 rb the bucket itself");
        });
    }

    private static async ValueTask<ExitCode> OneAsync(S3Session session, S3Location place)
    {
        S3ObjectInfo info = await session.Client
            .HeadObjectAsync(place.Bucket, place.Key, options: null, session.Stop).ConfigureAwait(false);
        if (!info.IsFound)
        {
            throw new UsageException(place.NotFound(), "rm --recursive deletes a folder");
        }

        string question = $"Delete {place.Shown()}, {SizeText.Show(info.ObjectLength)}?";
        if (session.Settings.DryRun)
        {
            session.Write(Row(session, place));
            return ExitCode.Done;
        }

        if (!Confirmation.Of(session.Host, session.Settings, question))
        {
            return ExitCode.Failure;
        }

        await session.Client
            .DeleteObjectAsync(place.Bucket, place.Key, cancellationToken: session.Stop).ConfigureAwait(false);
        TellDeleted(session, 1);
        return ExitCode.Done;
    }

    // Keep the keys, so that exactly the objects that were counted and shown are deleted, and no newer ones.
    private static async ValueTask<ExitCode> ManyAsync(S3Session session, S3Location place)
    {
        var entries = new List<S3DeleteEntry>();
        long bytes = 0;
        var options = new S3ListOptions { Prefix = place.FolderKey };
        await foreach (S3ListEntry entry in session.Client
            .ListObjectsAsync(place.Bucket, options, session.Stop).ConfigureAwait(false))
        {
            entries.Add(new S3DeleteEntry(entry.Key));
            bytes += entry.Size;
        }

        string below = (place with { Key = place.FolderKey }).Shown();
        string totals = $"{Count.Of(entries.Count, "object")}, {SizeText.Show(bytes)}, below {below}";
        if (entries.Count == 0 || session.Settings.Yes || session.Settings.DryRun)
        {
            session.Say(totals);
        }

        if (entries.Count == 0)
        {
            TellDeleted(session, 0);
            return ExitCode.Done;
        }

        if (session.Settings.DryRun)
        {
            session.Write(string.Concat(entries.Select(entry => Row(session, place with { Key = entry.Key }))));
            return ExitCode.Done;
        }

        return Confirmation.Of(session.Host, session.Settings, $"Delete {totals}?")
            ? await DeleteAndTellAsync(session, place, entries).ConfigureAwait(false)
            : ExitCode.Failure;
    }

    /// <summary>Deletes objects. Those that cannot be deleted are problems.</summary>
    /// <returns>The number of objects that were deleted.</returns>
    private static async ValueTask<long> DeleteAsync(
        S3Session session, S3Location place, IReadOnlyList<S3DeleteEntry> entries)
    {
        long deleted = 0;
        await foreach (S3DeleteResult result in session.Client
            .DeleteObjectsAsync(place.Bucket, entries, session.Stop).ConfigureAwait(false))
        {
            if (result.IsDeleted)
            {
                deleted++;
            }
            else
            {
                string why = result.Message is null ? result.Code! : $"{result.Code}: {result.Message}";
                session.Problem($"{(place with { Key = result.Key }).Shown()}: {Quote.Sentence(why)}");
            }
        }

        return deleted;
    }

    private static async ValueTask<ExitCode> DeleteAndTellAsync(
        S3Session session, S3Location place, List<S3DeleteEntry> entries)
    {
        long deleted = await DeleteAsync(session, place, entries).ConfigureAwait(false);
        session.Say($"{Count.Of(deleted, "object")} deleted");
        TellDeleted(session, deleted);
        ExitCode partly = deleted > 0 ? ExitCode.Problems : ExitCode.Failure;
        return session.Problems == 0 ? ExitCode.Done : partly;
    }

    private static string Row(S3Session session, S3Location place) => session.Settings.Json
        ? S3Json.RenderObject(place)
        : $"{Quote.Sentence(place.ToString())}\n";

    private static void TellDeleted(S3Session session, long objects)
    {
        if (session.Settings.Json && !session.Settings.DryRun)
        {
            session.Write(S3Json.RenderTotals("deleted", objects, bytes: null, session.Problems));
        }
    }
}
