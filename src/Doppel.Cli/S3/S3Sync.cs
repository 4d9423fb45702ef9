using Doppel.Finding;
using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 sync</c>.</summary>
internal sealed class S3Sync
{
    private readonly S3Session _session;
    private readonly TransferProgress _progress;
    private readonly S3Transfer _transfer;
    private readonly S3Download _download;
    private readonly ForeignNames _names = new();
    private readonly EntryFilter _filter;
    private readonly S3Location? _source;
    private readonly S3Location? _target;
    private readonly SyncProof _proof;
    private readonly string _verb;
    private long _deleted;

    private S3Sync(S3Session session, TransferProgress progress, S3Location? source, S3Location? target)
    {
        _session = session;
        _progress = progress;
        _source = source;
        _target = target;
        _transfer = new S3Transfer(session, progress);
        _download = new S3Download(session, progress, _transfer);
        _filter = session.Settings.Filter.ToFilter();
        _proof = new SyncProof(session, source, target);
        _verb = (source, target) switch
        {
            (null, _) => "upload",
            (_, null) => "download",
            _ => "copy",
        };
    }

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

        // What differs is replaced. Nothing else is.
        call.Settings.Overwrite = true;
        return S3Session.Run(call, session =>
        {
            var progress = new TransferProgress("Synchronizing", call.Host.Clock);
            var sync = new S3Sync(session, progress, source, target);
            return session.WatchAsync(progress, sync.RunAsync);
        });
    }

    private static S3Location? Parse(string word)
    {
        if (S3Location.Is(word))
        {
            return S3Location.Parse(word);
        }

        return ByteText.IsPlain(word) ? null : throw new UsageException($"{Quote.Text(word)} is not UTF-8");
    }

    private async ValueTask<ExitCode> RunAsync()
    {
        if (_source is null && !Directory.Exists(_session.Operands[0]))
        {
            throw new UsageException(
                $"{Quote.Text(_session.Operands[0])} is not a folder", "doppel s3 cp copies a file");
        }

        if (_session.Settings is { Delete: true, DryRun: false })
        {
            Confirmation.Check(_session.Host, _session.Settings);
        }

        var others = new Dictionary<string, SyncEntry>(StringComparer.Ordinal);
        await foreach (SyncEntry entry in EntriesAsync(_target, _session.Operands[1]).ConfigureAwait(false))
        {
            others[entry.Name] = entry;
        }

        bool isDown = _target is null && !_session.Settings.DryRun;
        using DownloadFolder? folder = isDown ? _download.OpenOrMake(_session.Operands[1]) : null;
        KeyClashes? clashes = folder is null ? null : new KeyClashes(folder);
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = _session.Settings.Parallel,
            CancellationToken = _session.Stop,
        };
        await Parallel.ForEachAsync(
            PairsAsync(others, clashes), parallel, (pair, _) => OneAsync(pair, folder)).ConfigureAwait(false);
        if (_session.Settings.Delete && !await DeleteAsync(others).ConfigureAwait(false))
        {
            return ExitCode.Failure;
        }

        return Conclude();
    }

    private async IAsyncEnumerable<SyncEntry> EntriesAsync(S3Location? place, string operand)
    {
        if (place is { } bucket)
        {
            string prefix = bucket.FolderKey;
            var options = new S3ListOptions { Prefix = prefix };
            await foreach (S3ListEntry one in _session.Client
                .ListObjectsAsync(bucket.Bucket, options, _session.Stop).ConfigureAwait(false))
            {
                var entry = new SyncEntry(
                    one.Key[prefix.Length..], one.Size, one.LastModified?.UtcDateTime, one.ETag, Path: null);
                if (entry.Name.Length > 0 && entry.Passes(_filter))
                {
                    yield return entry;
                }
            }

            yield break;
        }

        string folder = Path.GetFullPath(operand);
        LocalSide side = _source is null ? LocalSide.Source : LocalSide.Target;
        foreach (LocalFile file in Directory.Exists(folder) ? LocalFiles.Below(_session, folder, side) : [])
        {
            var entry = new SyncEntry(file.Key, file.Bytes, file.Modified, default, file.Path);
            if (entry.Passes(_filter))
            {
                yield return entry;
            }
        }
    }

    // Entries that the target has, too, are taken out of it. What is left there in the end exists only there.
    private async IAsyncEnumerable<Pair> PairsAsync(Dictionary<string, SyncEntry> others, KeyClashes? clashes)
    {
        await foreach (SyncEntry entry in EntriesAsync(_source, _session.Operands[0]).ConfigureAwait(false))
        {
            bool hasOther = others.Remove(entry.Name, out SyncEntry other);
            yield return new Pair(entry, hasOther ? other : null, clashes?.ReasonAgainst(entry.Name));
        }
    }

    private async ValueTask OneAsync(Pair pair, DownloadFolder? folder)
    {
        _progress.Expect(pair.Entry.Bytes);
        try
        {
            bool isSame = pair.Other is { } other
                && await _proof.IsSameAsync(pair.Entry, other).ConfigureAwait(false);
            if (isSame)
            {
                _progress.Skip(pair.Entry.Bytes);
            }
            else if (_session.Settings.DryRun)
            {
                Show(_verb, pair.Entry.Name);
            }
            else if (await TransferAsync(pair, folder).ConfigureAwait(false) is { } reason)
            {
                _session.Problem(reason);
            }
        }
        catch (Exception failure) when (_session.IsOfOne(failure))
        {
            _session.Problem($"{Quote.Text(pair.Entry.Name)}: {S3Failure.Describe(failure)}");
        }
    }

    private async ValueTask<string?> TransferAsync(Pair pair, DownloadFolder? folder)
    {
        SyncEntry entry = pair.Entry;
        if (_source is not { } source)
        {
            _names.Look(entry.Name);
            return await _transfer.UploadAsync(entry.Path!, KeyIn(_target!.Value, entry.Name)).ConfigureAwait(false);
        }

        S3Location from = KeyIn(source, entry.Name);
        if (pair.Clash is { } clash)
        {
            return $"{from.Shown()}: {clash}";
        }

        if (folder is not null)
        {
            return await _download.OneAsync(from, entry.Bytes, source.FolderKey.Length, folder).ConfigureAwait(false);
        }

        string? reason = await _transfer.CopyAsync(from, KeyIn(_target!.Value, entry.Name)).ConfigureAwait(false);
        _progress.Add(reason is null ? entry.Bytes : 0);
        return reason;
    }

    /// <summary>Deletes what the source does not have.</summary>
    /// <returns>False if the user declined.</returns>
    private async ValueTask<bool> DeleteAsync(Dictionary<string, SyncEntry> others)
    {
        SyncEntry[] gone = [.. others.Values.Where(static entry => !entry.IsFolderMarker)
            .OrderBy(static entry => entry.Name, StringComparer.Ordinal)];
        if (gone.Length == 0)
        {
            return true;
        }

        if (_session.Problems > 0)
        {
            _session.Say("nothing was deleted, because of the problems above");
            return true;
        }

        if (_session.Settings.DryRun)
        {
            foreach (SyncEntry entry in gone)
            {
                Show("delete", entry.Name);
            }

            return true;
        }

        string what = Count.Of(gone.Length, _target is null ? "file" : "object");
        string size = SizeText.Show(gone.Sum(static entry => entry.Bytes));
        string fate = _target is null
            ? "They are not moved to the trash."
            : "Only a bucket with versioning keeps them.";
        string question = $"Delete {what}, {size}, that {Quote.Text(_session.Operands[0])} does not have? {fate}";
        if (!Confirmation.Of(_session.Host, _session.Settings, question, declined: "nothing was deleted"))
        {
            return false;
        }

        if (_target is { } target)
        {
            S3DeleteEntry[] keys = [.. gone.Select(entry => new S3DeleteEntry(target.FolderKey + entry.Name))];
            _deleted = await S3Remove.DeleteAsync(_session, target, keys).ConfigureAwait(false);
            return true;
        }

        foreach (SyncEntry entry in gone)
        {
            DeleteFile(entry.Path!);
        }

        return true;
    }

    private void DeleteFile(string path)
    {
        try
        {
            File.Delete(path);
            _deleted++;
        }
        catch (Exception failure) when (_session.IsOfOne(failure))
        {
            _session.Problem($"{Quote.Text(path)}: {S3Failure.Describe(failure)}");
        }
    }

    private void Show(string verb, string name)
    {
        string place = _target is { } target ? KeyIn(target, name).ToString() : Path.Join(_session.Operands[1], name);
        _session.Write(_session.Settings.Json
            ? S3Json.RenderStep(verb, name)
            : $"{verb} {Quote.Sentence(place)}\n");
    }

    private ExitCode Conclude()
    {
        if (_session.Settings.Json && !_session.Settings.DryRun)
        {
            _session.Write(S3Json.RenderSync(_progress, _deleted, _session.Problems));
        }
        else if (!_session.Settings.DryRun)
        {
            string files = Count.Of(_progress.Files, "object");
            string deleted = _deleted == 0 ? "" : $", {Count.Of(_deleted, "object")} deleted";
            string problems = _session.Problems == 0 ? "" : $", {Count.Of(_session.Problems, "problem")}";
            _session.Say(
                $"{files}, {SizeText.Show(_progress.Bytes)} transferred, {_progress.Skipped:N0} unchanged"
                + deleted + problems);
        }

        _names.Tell(_session);
        S3Transfer.TellUnverified(_session, _progress);
        return _session.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }

    private static S3Location KeyIn(S3Location folder, string name) => folder with { Key = folder.FolderKey + name };

    /// <summary>A file or object of the source, and the one of the same name in the target.</summary>
    /// <param name="Entry">The entry of the source.</param>
    /// <param name="Other">The entry of the target; null if it has none.</param>
    /// <param name="Clash">Why the entry cannot be downloaded beside the others; null if it can.</param>
    private readonly record struct Pair(SyncEntry Entry, SyncEntry? Other, string? Clash);
}
