using Doppel.Catalog;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog add</c> for a bucket: what its list shows is saved.</summary>
internal static class SavedBucket
{
    /// <summary>Saves the list of a bucket, or of prefixes in one.</summary>
    /// <exception cref="UsageException">The roots are not in one bucket, or it cannot be listed or saved.</exception>
    internal static ExitCode Run(CommandCall<SavedSettings> call, SavedVolumes volumes)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string name = call.Operands[0];
        IReadOnlyList<string> roots = settings.Request.Roots;
        S3Location[] buckets =
            [.. roots.Where(S3Location.Is).Select(static root => S3Location.Parse(root).Root).Distinct()];
        if (buckets.Length > 1 || !roots.All(S3Location.Is))
        {
            throw new UsageException(
                "a saved volume has the folders of this machine or the prefixes of one bucket",
                "save each bucket with a command of its own");
        }

        if (settings.SizesOnly)
        {
            throw new UsageException(
                "--sizes cannot be used with a bucket", "of a bucket, only the list is read in any case");
        }

        using SavedDraft draft = SavedAdd.Guard(name, () => volumes.Create(name));
        using var signals = new StopSignals(draft.Dispose);
        signals.DisarmStop();
        using var clients = new BucketClients(host, settings.Request.Connection);
        BucketRoots bucket = settings.Request.BucketsOf(
            host, clients, text => settings.Messages.ShowProgress(host.Error, text));
        SavedTotals totals = bucket.Save(buckets[0], volumes, draft);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        if (!settings.Messages.Quiet)
        {
            messages.Warn(bucket.Warnings);
            var printer = new ProblemPrinter(messages, settings.Messages.Verbose);
            printer.Print(bucket.Problems);
            printer.PrintRest();
        }

        SavedAdd.Guard(name, () =>
        {
            draft.Complete();
            return true;
        });
        if (!settings.Messages.Quiet)
        {
            messages.Line($"saved as {name}: {Count.Of(totals.Files, "object")}, {SizeText.Show(totals.Bytes)}; "
                + $"{Count.Of(totals.Digests, "object")} with an MD5");
        }

        return bucket.ProblemCount > 0 ? ExitCode.Problems : ExitCode.Done;
    }
}
