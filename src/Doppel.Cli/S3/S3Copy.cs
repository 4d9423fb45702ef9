using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 cp</c>: uploads, downloads and copies on the server.</summary>
internal sealed class S3Copy
{
    private const string Standard = "-";

    private readonly S3Session _session;
    private readonly TransferProgress _progress;
    private readonly S3Transfer _transfer;
    private readonly ForeignNames _names = new();

    private S3Copy(S3Session session, TransferProgress progress)
    {
        _session = session;
        _progress = progress;
        _transfer = new S3Transfer(session, progress);
    }

    /// <summary>Runs the command.</summary>
    internal static ExitCode Run(CommandCall<S3Settings> call)
    {
        string source = call.Operands[0];
        string target = call.Operands[1];
        bool isUp = !S3Location.Is(source);
        if (isUp && !S3Location.Is(target))
        {
            throw new UsageException(
                "neither argument is an s3:// address",
                "use doppel s3 cp FILE s3://BUCKET/KEY or doppel s3 cp s3://BUCKET/KEY FILE");
        }

        if (call.Settings.Json && target == Standard)
        {
            throw new UsageException(
                "--json cannot be used if the object is written to standard output", "doppel s3 head --json shows it");
        }

        string verb = (isUp, S3Location.Is(target)) switch
        {
            (true, _) => "Uploading",
            (false, true) => "Copying",
            (false, false) => "Downloading",
        };
        return S3Session.Run(call, session =>
        {
            var progress = new TransferProgress(verb, call.Host.Clock);
            var copy = new S3Copy(session, progress);
            return session.WatchAsync(progress, async () =>
            {
                await copy.CopyAsync(source, target).ConfigureAwait(false);
                return copy.Conclude();
            });
        });
    }

    private ValueTask CopyAsync(string source, string target)
    {
        if (!S3Location.Is(source))
        {
            return UpAsync(source, S3Location.Parse(target));
        }

        if (S3Location.Is(target))
        {
            return AcrossAsync(S3Location.Parse(source), S3Location.Parse(target));
        }

        return DownAsync(S3Location.Parse(source), target);
    }

    private async ValueTask UpAsync(string source, S3Location target)
    {
        if (source == Standard)
        {
            Check(
                !_session.Settings.Resume, "--resume cannot be used with standard input",
                "standard input cannot be read a second time");
            Check(
                target.Key.Length > 0 && target.Key[^1] != '/', $"{target.Shown()} does not name an object",
                "s3://BUCKET/KEY");
            await using var input = new InterruptibleInput(Console.OpenStandardInput());
            End(await _transfer.UploadAsync(input, target).ConfigureAwait(false));
            return;
        }

        Check(
            ByteText.IsPlain(source), $"{Quote.Text(source)} is not UTF-8",
            "pass it on standard input: doppel s3 cp - s3://...");
        string path = Path.GetFullPath(source);
        EntryKind kind = KindOf(source);
        if (kind == EntryKind.Folder)
        {
            Check(
                _session.Settings.Recursive, $"{Quote.Text(source)} is a folder",
                "--recursive copies everything below it");
            await UpFolderAsync(path, target).ConfigureAwait(false);
            return;
        }

        Check(
            kind == EntryKind.File, $"{Quote.Text(source)} is not a file",
            "pass a pipe on standard input: doppel s3 cp - s3://...");
        string key = target.Key.Length == 0 || target.Key[^1] == '/' ? target.Key + Path.GetFileName(path) : target.Key;
        _progress.Expect(new FileInfo(path).Length);
        End(await _transfer.UploadAsync(path, target with { Key = key }).ConfigureAwait(false));
    }

    private Task UpFolderAsync(string folder, S3Location target) => Parallel.ForEachAsync(
        LocalFiles.Below(_session, folder), Some(), (file, _) =>
        {
            _progress.Expect(file.Bytes);
            var goesTo = target with { Key = target.FolderKey + file.Key };
            _names.Look(file.Key);
            return OneAsync(file.Path, file.Bytes, () => _transfer.UploadAsync(file.Path, goesTo));
        });

    private async ValueTask AcrossAsync(S3Location source, S3Location target)
    {
        if (!_session.Settings.Recursive)
        {
            Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "--recursive copies everything in it");
            bool isFolder = target.Key.Length == 0 || target.Key[^1] == '/';
            string name = source.Key[(source.Key.LastIndexOf('/') + 1)..];
            Check(!isFolder || name.Length > 0, $"{source.Shown()} has no file name", "give the full target name");
            _progress.Expect(0);
            End(await _transfer.CopyAsync(source, isFolder ? target with { Key = target.Key + name } : target)
                .ConfigureAwait(false));
            return;
        }

        string from = source.FolderKey;
        bool isInside = source.Bucket == target.Bucket && target.FolderKey.StartsWith(from, StringComparison.Ordinal);
        Check(!isInside, $"{target.Shown()} is inside {source.Shown()}", "the copies would be copied again");
        await ObjectsAsync(source.Bucket, from, entry => CopyOneAsync(source, target, entry, from.Length))
            .ConfigureAwait(false);
    }

    private async ValueTask<string?> CopyOneAsync(S3Location source, S3Location target, S3ListEntry entry, int cut)
    {
        string key = target.FolderKey + entry.Key[cut..];
        string? reason = key.Length == 0
            ? $"{new S3Location(source.Bucket, entry.Key).Shown()}: it would have an empty name"
            : await _transfer.CopyAsync(source with { Key = entry.Key }, target with { Key = key })
                .ConfigureAwait(false);
        _progress.Add(reason is null ? entry.Size : 0);
        return reason;
    }

    private async ValueTask DownAsync(S3Location source, string target)
    {
        if (target == Standard)
        {
            Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "s3://BUCKET/KEY");
            End(await _transfer.PrintAsync(source, range: null).ConfigureAwait(false));
            return;
        }

        Check(
            ByteText.IsPlain(target), $"{Quote.Text(target)} is not UTF-8",
            "redirect standard output: cp s3://... - >FILE");
        var down = new S3Download(_session, _progress, _transfer);
        if (_session.Settings.Recursive)
        {
            using DownloadFolder folder = down.OpenOrMake(target);
            int cut = source.FolderKey.Length;
            var clashes = new KeyClashes(folder);
            await ObjectsAsync(
                source.Bucket, source.FolderKey,
                entry => down.OneAsync(source with { Key = entry.Key }, entry.Size, cut, folder),
                entry => clashes.ReasonAgainst(entry.Key[cut..])).ConfigureAwait(false);
            return;
        }

        Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "--recursive copies everything in it");
        End(await down.AloneAsync(source, target, KindOf(target)).ConfigureAwait(false));
    }

    /// <summary>Copies all objects below a prefix, several at a time.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">The prefix of the keys.</param>
    /// <param name="copy">Copies an object. Called concurrently.</param>
    /// <param name="judge">
    /// Returns why an object must not be copied, or null. Called for one object at a time, in listing order.
    /// </param>
    private async Task ObjectsAsync(
        string bucket,
        string prefix,
        Func<S3ListEntry, ValueTask<string?>> copy,
        Func<S3ListEntry, string?>? judge = null)
    {
        await Parallel.ForEachAsync(JudgedAsync(), Some(), (one, _) =>
        {
            (S3ListEntry entry, string? reason) = one;
            _progress.Expect(entry.Size);
            return OneAsync(entry.Key, entry.Size, () => reason is null
                ? copy(entry)
                : ValueTask.FromResult<string?>($"{new S3Location(bucket, entry.Key).Shown()}: {reason}"));
        }).ConfigureAwait(false);

        async IAsyncEnumerable<(S3ListEntry Entry, string? Reason)> JudgedAsync()
        {
            await foreach (S3ListEntry entry in _session.Client
                .ListObjectsAsync(bucket, new S3ListOptions { Prefix = prefix }, _session.Stop).ConfigureAwait(false))
            {
                yield return (entry, judge?.Invoke(entry));
            }
        }
    }

    /// <summary>Copies one of many objects. A failure becomes a problem of this object only.</summary>
    private async ValueTask OneAsync(string name, long bytes, Func<ValueTask<string?>> copy)
    {
        try
        {
            string? reason = await copy().ConfigureAwait(false);
            if (reason?.EndsWith(S3Transfer.Exists, StringComparison.Ordinal) == true)
            {
                _progress.Skip(bytes);
            }
            else if (reason is not null)
            {
                _session.Problem(reason);
            }
        }
        catch (Exception failure) when (_session.IsOfOne(failure))
        {
            _session.Problem($"{Quote.Text(name)}: {S3Failure.Describe(failure)}");
        }
    }

    private ParallelOptions Some() => new()
    {
        MaxDegreeOfParallelism = _session.Settings.Parallel,
        CancellationToken = _session.Stop,
    };

    private EntryKind KindOf(string path)
    {
        byte[] absolute = _session.Paths.ToAbsolute(ByteText.ToBytes(path));
        VolumeError error = _session.Volume.Stat(
            FolderHandle.None, absolute, LinkPolicy.Follow, FactFields.None, out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }

    private ExitCode Conclude()
    {
        if (_session.Settings.Json)
        {
            _session.Write(S3Json.RenderTotals("copied", _progress.Files, _progress.Bytes, _session.Problems));
        }
        else if (_session.Operands[1] != Standard && _progress.Files + _session.Problems + _progress.Skipped != 1)
        {
            string files = Count.Of(_progress.Files, "object");
            string problems = _session.Problems == 0 ? "" : $", {Count.Of(_session.Problems, "problem")}";
            _session.Say($"{files}, {SizeText.Show(_progress.Bytes)} copied{problems}");
        }

        if (_progress.Skipped > 0)
        {
            _session.Say(
                $"{Count.Of(_progress.Skipped, "object")} already there and skipped; --overwrite replaces what is "
                + "there, doppel s3 sync only what differs");
        }

        _names.Tell(_session);
        S3Transfer.TellUnverified(_session, _progress);

        return _session.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }

    // If there is only a single object, a problem ends the run.
    private static void End(string? reason)
    {
        if (reason is not null)
        {
            throw new UsageException(
                reason,
                reason.EndsWith(S3Transfer.Exists, StringComparison.Ordinal) ? "--overwrite replaces it" : null);
        }
    }

    private static void Check(bool holds, string message, string hint)
    {
        if (!holds)
        {
            throw new UsageException(message, hint);
        }
    }
}
