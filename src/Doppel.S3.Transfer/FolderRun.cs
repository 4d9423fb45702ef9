using System.Globalization;
using System.Net;

namespace Doppel.S3.Transfer;

/// <summary>One transfer of a folder: to a bucket, from a bucket, or between two.</summary>
/// <param name="context">What all transfers share.</param>
/// <param name="source">The files or objects to transfer.</param>
/// <param name="target">Where they go.</param>
/// <param name="stop">Cancels the transfer.</param>
internal sealed class FolderRun(
    TransferContext context, TransferSide source, TransferSide target, CancellationToken stop)
{
    /// <summary>The reason why nothing is deleted in favor of an empty source.</summary>
    internal const string EmptySource = "it is empty, so everything in the target would be deleted";

    // The list of a small target takes fewer requests than a question for each object: at most ten.
    private const int ListedKeysMax = 10_000;

    private readonly S3TransferOptions _options = context.Options;
    private readonly TransferCounters _counters = context.Counters;
    private readonly SyncProof _proof = context.ProofBetween(source.Bucket, target.Bucket, stop);

    private readonly PendingUploads? _pending =
        target.Bucket is { } bucket ? new PendingUploads(context.Client, bucket.Bucket, bucket.Prefix) : null;

    private bool _isTargetKnown;
    private bool _isSourceEmpty = true;

    /// <summary>Transfers what is missing or differs, then deletes what only the target has, if wanted.</summary>
    internal async ValueTask RunAsync()
    {
        bool isDown = target.Folder is not null && !_options.IsDryRun;
        using DownloadFolder? folder = isDown
            ? DownloadFolder.OpenOrMake(context.Volume, target.Folder!, _options.Existing == S3Existing.Keep)
            : null;
        using LocalFolder? from = source.Folder is { } path ? LocalFolder.Open(context.Volume, path) : null;
        using LocalFolder? to = target.Folder is not null && folder is null
            ? LocalFolder.TryOpen(context.Volume, target.Folder)
            : null;
        LocalFolder? local = from ?? folder?.Local ?? to;
        Dictionary<string, S3TransferEntry>? others = await TargetAsync(local).ConfigureAwait(false);
        _isTargetKnown = others is not null;
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = _options.Parallelism,
            CancellationToken = stop,
        };
        await Parallel.ForEachAsync(
            PairsAsync(others ?? [], folder, local), parallel, (pair, _) => OneAsync(pair, folder))
            .ConfigureAwait(false);
        if (_options.Deletes)
        {
            await DeleteAsync(others!.Values, local).ConfigureAwait(false);
        }
    }

    /// <summary>Lists the target, or returns null if that is not needed, would take long, or is not allowed.</summary>
    private async ValueTask<Dictionary<string, S3TransferEntry>?> TargetAsync(LocalFolder? local)
    {
        bool isNeeded = _options.Existing == S3Existing.ReplaceDifferent || _options.Deletes || _options.IsDryRun;
        bool isUseful = _options.Existing == S3Existing.Keep && target.Bucket is not null;
        if (!isNeeded && !isUseful)
        {
            return null;
        }

        var entries = new Dictionary<string, S3TransferEntry>(StringComparer.Ordinal);
        try
        {
            await foreach (S3TransferEntry entry in EntriesAsync(target, LocalSide.Target, local).ConfigureAwait(false))
            {
                entries[entry.Name] = entry;
                if (!isNeeded && entries.Count > ListedKeysMax)
                {
                    return null;
                }
            }
        }
        catch (S3Exception refused) when (!isNeeded && refused.StatusCode == HttpStatusCode.Forbidden)
        {
            // The right to write does not imply the right to list.
            return null;
        }

        return entries;
    }

    private async IAsyncEnumerable<S3TransferEntry> EntriesAsync(
        TransferSide side, LocalSide use, LocalFolder? local)
    {
        if (side.Bucket is { } bucket)
        {
            var options = new S3ListOptions { Prefix = bucket.Prefix };
            await foreach (S3ListEntry one in context.Client
                .ListObjectsAsync(bucket.Bucket, options, stop).ConfigureAwait(false))
            {
                var entry = new S3TransferEntry(
                    one.Key[bucket.Prefix.Length..], one.Size, one.LastModified?.UtcDateTime, one.ETag, Path: null)
                {
                    Checksums = one.Checksums,
                };
                if (IsWanted(entry))
                {
                    yield return entry;
                }
            }

            yield break;
        }

        // A target that does not exist yet has no files.
        IEnumerable<S3TransferEntry> files = local is null ? [] : new LocalFiles(local, use, _counters).All(stop);
        foreach (S3TransferEntry file in files)
        {
            if (IsWanted(file))
            {
                yield return file;
            }
        }
    }

    // The marker of the folder itself has no name below it.
    private bool IsWanted(S3TransferEntry entry) =>
        entry.Name.Length == 0 ? !entry.IsFolderMarker : _options.Filter?.Invoke(entry) != false;

    // Entries that the target has, too, are taken out of it. What is left there in the end exists only there.
    private async IAsyncEnumerable<Pair> PairsAsync(
        Dictionary<string, S3TransferEntry> others, DownloadFolder? folder, LocalFolder? local)
    {
        KeyClashes? clashes = folder is null ? null : new KeyClashes(folder);
        await foreach (S3TransferEntry entry in EntriesAsync(source, LocalSide.Source, local).ConfigureAwait(false))
        {
            _isSourceEmpty = _isSourceEmpty && entry.IsFolderMarker;

            // Before the files below it, which would create it, too.
            if (folder is not null && entry.IsFolderMarker)
            {
                _counters.Expect(0);
                _counters.Report(FolderItem(entry, folder) with { Name = entry.Name });
                continue;
            }

            bool hasOther = others.Remove(entry.Name, out S3TransferEntry other);
            yield return new Pair(entry, hasOther ? other : null, clashes?.ReasonAgainst(entry.Name));
        }
    }

    private async ValueTask OneAsync(Pair pair, DownloadFolder? folder)
    {
        S3TransferEntry entry = pair.Entry;
        _counters.Expect(entry.Bytes);
        S3TransferItem item;
        try
        {
            item = await ItemAsync(pair, folder).ConfigureAwait(false);
        }
        catch (Exception failure) when (IsOfOne(failure))
        {
            item = new S3TransferItem(S3TransferStep.Problem, source.PlaceOf(entry.Name)) { Failure = failure };
        }

        _counters.Report(item with { Name = entry.Name, Bytes = entry.Bytes });
    }

    private async ValueTask<S3TransferItem> ItemAsync(Pair pair, DownloadFolder? folder)
    {
        S3TransferEntry entry = pair.Entry;
        if (pair.Other is { } other && await IsLeftAloneAsync(entry, other).ConfigureAwait(false) is { } step)
        {
            return new S3TransferItem(step, target.PlaceOf(entry.Name));
        }

        if (_options.IsDryRun)
        {
            return new S3TransferItem(TransferStep, target.PlaceOf(entry.Name));
        }

        if (source.Bucket is not { } from)
        {
            return await context.Objects
                .UploadAsync(entry, target.Bucket!.Value, _isTargetKnown, _pending!, stop).ConfigureAwait(false);
        }

        if (folder is not null)
        {
            return await DownloadAsync(pair, from, folder).ConfigureAwait(false);
        }

        S3TransferItem item = await context.Objects
            .CopyAsync(from, entry.Name, target.Bucket!.Value, entry.Name, _isTargetKnown, stop).ConfigureAwait(false);
        _counters.Add(item.Step == S3TransferStep.Copied ? entry.Bytes : 0);
        return item;
    }

    private S3TransferStep TransferStep => (source.Bucket, target.Bucket) switch
    {
        (null, _) => S3TransferStep.Uploaded,
        (_, null) => S3TransferStep.Downloaded,
        _ => S3TransferStep.Copied,
    };

    /// <summary>Returns why nothing is transferred; null if something is.</summary>
    private async ValueTask<S3TransferStep?> IsLeftAloneAsync(S3TransferEntry entry, S3TransferEntry other)
    {
        switch (_options.Existing)
        {
            case S3Existing.Keep:
                return S3TransferStep.Kept;
            case S3Existing.ReplaceDifferent when await _proof.IsSameAsync(entry, other).ConfigureAwait(false):
                return S3TransferStep.Unchanged;
            default:
                return null;
        }
    }

    private async ValueTask<S3TransferItem> DownloadAsync(Pair pair, BucketFolder from, DownloadFolder folder)
    {
        S3TransferEntry entry = pair.Entry;
        string[] components = ComponentsOf(entry.Name, out string? reason);
        reason = pair.Clash ?? reason;
        using DownloadPlace? place = reason is null ? folder.Find(components, out reason) : null;
        if (place is not null)
        {
            return await context.Objects.DownloadAsync(from, entry.Name, place, stop).ConfigureAwait(false);
        }

        return reason is null
            ? new S3TransferItem(S3TransferStep.Kept, target.PlaceOf(entry.Name))
            : new S3TransferItem(S3TransferStep.Problem, from.Address(entry.Name)) { Reason = reason };
    }

    // Some programs represent a folder with an empty object whose key is the folder name and a slash.
    private S3TransferItem FolderItem(S3TransferEntry marker, DownloadFolder folder)
    {
        string[] components = ComponentsOf(marker.Name[..^1], out string? reason);
        bool isThere = reason is null && folder.HasFolder(components);
        reason ??= isThere ? null : folder.Make(components);
        S3TransferStep step = isThere ? S3TransferStep.Unchanged : S3TransferStep.Downloaded;
        return reason is null
            ? new S3TransferItem(step, target.PlaceOf(marker.Name))
            : new S3TransferItem(S3TransferStep.Problem, source.PlaceOf(marker.Name)) { Reason = reason };
    }

    private static string[] ComponentsOf(string name, out string? reason)
    {
        bool isPath = S3KeyPath.TrySplit(
            name, OperatingSystem.IsWindows(), out string[] components, out string refusal);
        reason = isPath ? null : refusal;
        return components;
    }

    private async ValueTask DeleteAsync(IEnumerable<S3TransferEntry> others, LocalFolder? local)
    {
        S3TransferEntry[] gone = [.. others.Where(static entry => !entry.IsFolderMarker)
            .OrderBy(static entry => entry.Name, StringComparer.Ordinal)];
        string? against = gone.Length > 0 ? WhyNotDeleted(gone.Length) : null;
        if (against is not null)
        {
            string place = source.Bucket?.Address("") ?? source.Folder!;
            _counters.Report(new S3TransferItem(S3TransferStep.Problem, place) { Reason = against });
        }

        if (_options.IsDryRun && against is null)
        {
            Array.ForEach(gone, ReportDeleted);
            return;
        }

        bool isWanted = gone.Length > 0 && _counters.Problems == 0
            && (_options.ConfirmsDeletion is not { } confirms || await confirms(gone).ConfigureAwait(false));
        if (!isWanted)
        {
            _counters.LeaveAlone(gone.Length);
            return;
        }

        var removal = new S3Removal(target, local, gone, context);
        await (_options.Remover ?? new ListedRemover()).RemoveAsync(removal, stop).ConfigureAwait(false);
    }

    private string? WhyNotDeleted(int count)
    {
        if (_isSourceEmpty && !_options.DeletesAll)
        {
            return EmptySource;
        }

        return count > _options.DeletionsMax
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{count:N0} would be deleted, more than the limit of {_options.DeletionsMax:N0}")
            : null;
    }

    private void ReportDeleted(S3TransferEntry entry) => _counters.Report(
        new S3TransferItem(S3TransferStep.Deleted, target.PlaceOf(entry.Name))
        {
            Name = entry.Name,
            Bytes = entry.Bytes,
        });

    // Only failures of this file or object: the next one may succeed.
    private bool IsOfOne(Exception failure) => !stop.IsCancellationRequested && failure switch
    {
        S3Exception refused => !refused.AffectsAllRequests,
        IOException or UnauthorizedAccessException => true,
        _ => false,
    };

    /// <summary>A file or object of the source, and the one of the same name in the target.</summary>
    /// <param name="Entry">The entry of the source.</param>
    /// <param name="Other">The entry of the target; null if it has none, or if nobody looked.</param>
    /// <param name="Clash">Why the entry cannot be downloaded beside the others; null if it can.</param>
    private readonly record struct Pair(S3TransferEntry Entry, S3TransferEntry? Other, string? Clash);
}
