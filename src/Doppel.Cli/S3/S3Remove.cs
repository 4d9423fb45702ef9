using Doppel.Acting;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 rm</c>.</summary>
internal static class S3Remove
{
    // An interrupted run may have left it. Removing it needs no lock.
    private const string LockKey = ".doppel-lock";

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

        string what = $"{place.Shown()}, {SizeText.Show(info.ObjectLength)}";
        if (session.Settings.DryRun)
        {
            session.Write(Row(session, place));
            return ExitCode.Done;
        }

        return place.Key == LockKey
            ? await UnlockAsync(session, place, info, what).ConfigureAwait(false)
            : await DeleteAsync(
                session, place,
                [
                    PlanCopy.OfObject(
                        place.ToName(), info.ObjectLength, TimeOf(info.LastModified), S3ETag.Parse(info.ETag)),
                ],
                what).ConfigureAwait(false);
    }

    private static async ValueTask<ExitCode> UnlockAsync(
        S3Session session, S3Location place, S3ObjectInfo info, string what)
    {
        if (!Confirmation.Ask(session.Host, session.Settings, $"Delete {what}? This cannot be undone."))
        {
            return ExitCode.Failure;
        }

        S3Status status = await session.Client
            .DeleteObjectAsync(place.Bucket, place.Key, new S3Conditions { IfMatch = info.ETag }, session.Stop)
            .ConfigureAwait(false);
        bool isDeleted = status == S3Status.Ok;
        if (!isDeleted)
        {
            session.Problem($"{place.Shown()}: it has changed since it was listed");
        }

        TellDeleted(session, isDeleted ? 1 : 0);
        return isDeleted ? ExitCode.Done : ExitCode.Failure;
    }

    // Keep the list, so that exactly the objects that were counted and shown are deleted, and no newer ones.
    private static async ValueTask<ExitCode> ManyAsync(S3Session session, S3Location place)
    {
        var entries = new List<PlanCopy>();
        long bytes = 0;
        var options = new S3ListOptions { Prefix = place.FolderKey };
        await foreach (S3ListEntry entry in session.Client
            .ListObjectsAsync(place.Bucket, options, session.Stop).ConfigureAwait(false))
        {
            entries.Add(PlanCopy.OfObject(
                (place with { Key = entry.Key }).ToName(), entry.Size, TimeOf(entry.LastModified), entry.ETag));
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
            session.Write(string.Concat(
                entries.Select(entry => Row(session, S3Location.Parse(entry.Names[0].ToString())))));
            return ExitCode.Done;
        }

        return await DeleteAsync(session, place with { Key = place.FolderKey }, entries, totals).ConfigureAwait(false);
    }

    /// <summary>Deletes objects after asking. Those that cannot be deleted are problems.</summary>
    private static async ValueTask<ExitCode> DeleteAsync(
        S3Session session, S3Location place, IReadOnlyList<PlanCopy> listed, string what)
    {
        Confirmation.Check(session.Host, session.Settings);
        if (!ListedRemoval.AllowsNewRun(session))
        {
            return ExitCode.Failure;
        }

        var removal = new ListedRemoval(session);
        PlanCopy[] copies = await removal.MarkAsync(place, listed).ConfigureAwait(false);
        string fate = ListedRemoval.FateOf(copies);
        if (!Confirmation.Ask(session.Host, session.Settings, $"Delete {what}? {fate}"))
        {
            return ExitCode.Failure;
        }

        if (session.Settings.Yes && copies.Any(static copy => copy.IsFinal))
        {
            session.Say(fate);
        }

        long deleted = 0;
        removal.Remove(ActionKind.Delete, place.ToName(), copies, result =>
        {
            if (result.Status == ActStatus.Done)
            {
                deleted++;
            }
            else
            {
                session.Problem($"{Quote.Text(result.Name.ToString())}: {Quote.Sentence(result.Reason)}");
            }
        });
        if (session.Settings.Recursive)
        {
            session.Say($"{Count.Of(deleted, "object")} deleted");
        }

        removal.Conclude(copies);
        TellDeleted(session, deleted);
        ExitCode partly = deleted > 0 ? ExitCode.Problems : ExitCode.Failure;
        return session.Problems == 0 ? ExitCode.Done : partly;
    }

    private static FileTime TimeOf(DateTimeOffset? time) => time is { } known ? FileTime.From(known) : default;

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
