using System.Text;
using Doppel.Acting;
using Doppel.Finding;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 sync</c>.</summary>
internal static class S3Sync
{
    /// <summary>Runs the command.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call)
    {
        (S3Location? source, S3Location? target) = (Parse(call.Operands[0]), Parse(call.Operands[1]));
        if (source is null && target is null)
        {
            throw new UsageException(
                "neither argument is an s3:// address",
                "use doppel s3 sync FOLDER s3://BUCKET/PREFIX or doppel s3 sync s3://BUCKET/PREFIX FOLDER");
        }

        bool isInside = source is { } from && target is { } to && from.Bucket == to.Bucket
            && (to.FolderKey.StartsWith(from.FolderKey, StringComparison.Ordinal)
                || from.FolderKey.StartsWith(to.FolderKey, StringComparison.Ordinal));
        if (isInside)
        {
            throw new UsageException("one of the folders is inside the other", "choose two separate prefixes");
        }

        return S3Session.Run(call, session => RunAsync(session, source, target));
    }

    private static async ValueTask<ExitCode> RunAsync(S3Session session, S3Location? source, S3Location? target)
    {
        (string from, string to) = (session.Operands[0], session.Operands[1]);
        if (source is null && !Directory.Exists(from))
        {
            throw new UsageException($"{Quote.Text(from)} is not a folder", "doppel s3 cp copies a file");
        }

        S3Globs.RefuseOutside(session);
        if (session.Settings is { Delete: true, DryRun: false })
        {
            Confirmation.Check(session.Host, session.Settings);
            if (!ListedRemoval.AllowsNewRun(session))
            {
                return ExitCode.Failure;
            }
        }

        EntryFilter filter = session.Settings.Request.Filter.ToFilter();
        var messages = new TransferMessages(session);
        string trash = Encoding.UTF8.GetString(UserFolders.TrashOf(session.Host.Environment));
        var remover = new TransferRemover(session, target);
        bool hasDeclined = false;
        var transfer = new S3Transfer(
            session.Client, TransferSetup.OptionsOf(session, S3Existing.ReplaceDifferent, messages) with
            {
                Filter = entry => Passes(entry.Name, filter)
                    && (target is not null || entry.Path is null || !InTrash(entry, trash)),
                Deletes = session.Settings.Delete,
                DeletesAll = session.Settings.DeleteAll,
                DeletionsMax = session.Settings.DeletionsMax,
                ConfirmsDeletion = async gone =>
                {
                    hasDeclined = !await remover.IsConfirmedAsync(gone).ConfigureAwait(false);
                    return !hasDeclined;
                },
                Remover = remover,
            });
        var progress = new TransferProgress("Synchronizing", session.Host.Clock, () => transfer.Totals);
        await session.WatchAsync(progress, () => (source, target) switch
        {
            (null, { } bucket) => transfer.UploadFolderAsync(from, bucket.Bucket, bucket.Key, session.Stop),
            ({ } bucket, null) => transfer.DownloadFolderAsync(bucket.Bucket, bucket.Key, to, session.Stop),
            ({ } left, { } right) => transfer.CopyFolderAsync(
                left.Bucket, left.Key, right.Bucket, right.Key, session.Stop),
            _ => throw new InvalidOperationException(),
        }).ConfigureAwait(false);
        if (hasDeclined)
        {
            return ExitCode.Failure;
        }

        ExitCode code = Conclude(session, messages, transfer.Totals);
        remover.Conclude();
        return code;
    }

    private static S3Location? Parse(string word)
    {
        if (S3Location.Is(word))
        {
            return S3Location.Parse(word);
        }

        return ByteText.IsPlain(word) ? null : throw new UsageException($"{Quote.Text(word)} is not UTF-8");
    }

    // A filter includes an entry if it includes every folder above it, too.
    private static bool Passes(string name, EntryFilter filter)
    {
        byte[] path = Encoding.UTF8.GetBytes(name);
        int start = 0;
        int slash;
        while ((slash = path.AsSpan(start).IndexOf((byte)'/')) >= 0)
        {
            if (filter.ExcludesFolder(path.AsSpan(start, slash), path.AsSpan(0, start + slash)))
            {
                return false;
            }

            start += slash + 1;
        }

        return filter.WantsFile(path.AsSpan(start), path);
    }

    // What has gone to the trash of a target folder stays there.
    private static bool InTrash(S3TransferEntry entry, string trash)
    {
        if (trash.Length > 0 && entry.Path!.StartsWith(trash + "/", StringComparison.Ordinal))
        {
            return true;
        }

        byte[] path = Encoding.UTF8.GetBytes(entry.Name);
        for (int end = path.AsSpan().IndexOf((byte)'/'); end > 0;)
        {
            int start = path.AsSpan(0, end).LastIndexOf((byte)'/') + 1;
            if (TrashNames.IsTrash(path.AsSpan(0, start), path.AsSpan(start, end - start)))
            {
                return true;
            }

            int next = path.AsSpan(end + 1).IndexOf((byte)'/');
            end = next < 0 ? -1 : end + 1 + next;
        }

        return false;
    }

    private static ExitCode Conclude(S3Session session, TransferMessages messages, S3TransferTotals totals)
    {
        if (totals.NotDeleted > 0)
        {
            session.Say("nothing was deleted, because of the problems above");
        }

        if (session.Settings.Json && !session.Settings.DryRun)
        {
            session.Write(S3Json.RenderSync(totals));
        }
        else if (!session.Settings.DryRun)
        {
            string files = Count.Of(totals.Files, "object");
            string deleted = totals.Deleted == 0 ? "" : $", {Count.Of(totals.Deleted, "object")} deleted";
            string problems = totals.Problems == 0 ? "" : $", {Count.Of(totals.Problems, "problem")}";
            session.Say(
                $"{files}, {SizeText.Show(totals.Bytes)} transferred, {totals.Unchanged:N0} unchanged"
                + deleted + problems);
        }

        foreach (string notice in session.Settings.Request.Filter.Notices)
        {
            session.Say(notice);
        }

        messages.Conclude(totals);
        return totals.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }
}
