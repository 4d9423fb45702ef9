using System.Text;
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

        if (session.Settings is { Delete: true, DryRun: false })
        {
            Confirmation.Check(session.Host, session.Settings);
        }

        EntryFilter filter = session.Settings.Filter.ToFilter();
        var messages = new TransferMessages(session);
        bool hasDeclined = false;
        var transfer = new S3Transfer(
            session.Client, TransferSetup.OptionsOf(session, S3Existing.ReplaceDifferent, messages) with
            {
                Filter = entry => Passes(entry.Name, filter),
                Deletes = session.Settings.Delete,
                ConfirmsDeletion = gone => !(hasDeclined = !Confirms(session, gone, isLocal: target is null)),
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
        return hasDeclined ? ExitCode.Failure : Conclude(session, messages, transfer.Totals);
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

    private static bool Confirms(S3Session session, IReadOnlyList<S3TransferEntry> gone, bool isLocal)
    {
        string what = Count.Of(gone.Count, isLocal ? "file" : "object");
        string size = SizeText.Show(gone.Sum(static entry => entry.Bytes));
        string fate = isLocal ? "They are not moved to the trash." : "Only a bucket with versioning keeps them.";
        string question = $"Delete {what}, {size}, that {Quote.Text(session.Operands[0])} does not have? {fate}";
        return Confirmation.Of(session.Host, session.Settings, question, declined: "nothing was deleted");
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

        messages.Conclude(totals);
        return totals.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }
}
