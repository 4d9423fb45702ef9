using Doppel.S3;
using Doppel.S3.Transfer;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel s3 cp</c>: uploads, downloads and copies on the server.</summary>
internal sealed class S3Copy
{
    private const string Standard = "-";

    private readonly S3Session _session;
    private readonly TransferMessages _messages;
    private readonly KnownFiles? _known;
    private readonly S3Transfer _transfer;

    private S3Copy(S3Session session, KnownFiles? known = null)
    {
        (_session, _known) = (session, known);
        _messages = new TransferMessages(session) { IsSingle = !session.Settings.Recursive };
        S3Existing existing = session.Settings.Overwrite ? S3Existing.Replace : S3Existing.Keep;
        S3TransferOptions options = TransferSetup.OptionsOf(session, existing, _messages);
        _transfer = new S3Transfer(
            session.Client, known is null ? options : options with { Filter = known.IsWanted });
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

        bool asksKnown = call.Settings.SkipKnown || call.Settings.CopyKnown;
        if (asksKnown && (!call.Settings.Recursive || !isUp || !Directory.Exists(source)))
        {
            throw new UsageException(
                $"{(call.Settings.SkipKnown ? "--skip-known" : "--copy-known")} is for uploads of a folder",
                "doppel s3 cp -r FOLDER s3://BUCKET/PREFIX");
        }

        string verb = (isUp, S3Location.Is(target)) switch
        {
            (true, _) => "Uploading",
            (false, true) => "Copying",
            (false, false) => "Downloading",
        };
        return S3Session.Run(call, session =>
        {
            if (target == Standard)
            {
                return PrintAsync(session, S3Location.Parse(source), verb);
            }

            KnownFiles? known = asksKnown
                ? KnownFiles.Find(session, Path.GetFullPath(source), S3Location.Parse(target).Root)
                : null;
            var copy = new S3Copy(session, known);
            var progress = new TransferProgress(verb, call.Host.Clock, () => copy._transfer.Totals);
            return session.WatchAsync(progress, async () =>
            {
                await copy.CopyAsync(source, target).ConfigureAwait(false);
                return copy.Conclude();
            });
        });
    }

    private static async ValueTask<ExitCode> PrintAsync(S3Session session, S3Location source, string verb)
    {
        Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "s3://BUCKET/KEY");
        var print = new S3Print(session);
        var progress = new TransferProgress(verb, session.Host.Clock, () => new() { Bytes = print.Bytes });
        return await session.WatchAsync(progress, async () =>
        {
            await print.RunAsync(source, range: null).ConfigureAwait(false);
            return ExitCode.Done;
        }).ConfigureAwait(false);
    }

    private ValueTask CopyAsync(string source, string target)
    {
        if (!S3Location.Is(source))
        {
            return UpAsync(source, S3Location.Parse(target));
        }

        return S3Location.Is(target)
            ? AcrossAsync(S3Location.Parse(source), S3Location.Parse(target))
            : DownAsync(S3Location.Parse(source), target);
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
            End(await _transfer
                .UploadStreamAsync(input, target.Bucket, target.Key, _session.Stop).ConfigureAwait(false));
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
            await _transfer.UploadFolderAsync(path, target.Bucket, target.Key, _session.Stop).ConfigureAwait(false);
            if (_session.Settings.CopyKnown)
            {
                await CopyKnownAsync(target).ConfigureAwait(false);
            }

            return;
        }

        Check(
            kind == EntryKind.File, $"{Quote.Text(source)} is not a file",
            "pass a pipe on standard input: doppel s3 cp - s3://...");
        _messages.IsSingle = true;
        string key = target.Key.Length == 0 || target.Key[^1] == '/' ? target.Key + Path.GetFileName(path) : target.Key;
        End(await _transfer.UploadFileAsync(path, target.Bucket, key, _session.Stop).ConfigureAwait(false));
    }

    private Task CopyKnownAsync(S3Location target)
    {
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = _session.Settings.Parallel,
            CancellationToken = _session.Stop,
        };
        return Parallel.ForEachAsync(_known!.All, parallel, async (file, stop) =>
        {
            string key = target.FolderKey + file.Name;
            if (file.Keys.Contains(key))
            {
                return;
            }

            try
            {
                await _transfer.CopyObjectAsync(target.Bucket, file.Keys[0], target.Bucket, key, stop)
                    .ConfigureAwait(false);
            }
            catch (Exception failure) when (_session.IsOfOne(failure))
            {
                _session.Problem($"{(target with { Key = key }).Shown()}: {S3Failure.Describe(failure)}");
            }
        });
    }

    private async ValueTask AcrossAsync(S3Location source, S3Location target)
    {
        if (!_session.Settings.Recursive)
        {
            Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "--recursive copies everything in it");
            bool isFolder = target.Key.Length == 0 || target.Key[^1] == '/';
            string name = source.Key[(source.Key.LastIndexOf('/') + 1)..];
            Check(!isFolder || name.Length > 0, $"{source.Shown()} has no file name", "give the full target name");
            End(await _transfer.CopyObjectAsync(
                source.Bucket, source.Key, target.Bucket, isFolder ? target.Key + name : target.Key, _session.Stop)
                .ConfigureAwait(false));
            return;
        }

        bool isInside = source.Bucket == target.Bucket
            && target.FolderKey.StartsWith(source.FolderKey, StringComparison.Ordinal);
        Check(!isInside, $"{target.Shown()} is inside {source.Shown()}", "the copies would be copied again");
        await _transfer.CopyFolderAsync(source.Bucket, source.Key, target.Bucket, target.Key, _session.Stop)
            .ConfigureAwait(false);
    }

    private async ValueTask DownAsync(S3Location source, string target)
    {
        Check(
            ByteText.IsPlain(target), $"{Quote.Text(target)} is not UTF-8",
            "redirect standard output: cp s3://... - >FILE");
        if (_session.Settings.Recursive)
        {
            await _transfer.DownloadFolderAsync(source.Bucket, source.Key, target, _session.Stop).ConfigureAwait(false);
            return;
        }

        Check(source.Key.Length > 0, $"{source.Shown()} is a bucket", "--recursive copies everything in it");
        string path = target;
        if (KindOf(target) == EntryKind.Folder || Path.EndsInDirectorySeparator(target))
        {
            string name = source.Key[(source.Key.LastIndexOf('/') + 1)..];
            bool isName = S3KeyPath.TrySplit(name, OperatingSystem.IsWindows(), out _, out string reason);
            Check(isName, $"{source.Shown()}: {reason}", "give the name of the target file");
            path = Path.Join(target, name);
        }

        try
        {
            End(await _transfer
                .DownloadFileAsync(source.Bucket, source.Key, path, _session.Stop).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            string part = S3Client.PartialFileOf(path);
            if (File.Exists(part))
            {
                _session.Say(
                    $"the downloaded part is kept in {Quote.Text(Path.GetFileName(part))}; run the same command again "
                    + "to continue");
            }

            throw;
        }
    }

    private EntryKind KindOf(string path)
    {
        byte[] absolute = _session.Paths.ToAbsolute(ByteText.ToBytes(path));
        VolumeError error = _session.Volume.Stat(
            FolderHandle.None, absolute, LinkPolicy.Follow, FactFields.None, out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }

    private ExitCode Conclude()
    {
        S3TransferTotals totals = _transfer.Totals;
        if (_session.Settings.Json)
        {
            _session.Write(S3Json.RenderTotals("copied", totals.Files, totals.Bytes, totals.Problems));
        }
        else if (totals.Files + totals.Problems + totals.Kept != 1)
        {
            string files = Count.Of(totals.Files, "object");
            string problems = totals.Problems == 0 ? "" : $", {Count.Of(totals.Problems, "problem")}";
            _session.Say($"{files}, {SizeText.Show(totals.Bytes)} copied{problems}");
        }

        if (_known is { Count: > 0 } known && !_session.Settings.CopyKnown)
        {
            _session.Say(
                $"{Count.Of(known.Count, "file")}, {SizeText.Show(known.Bytes)} in the bucket already and skipped");
        }

        if (totals.Kept > 0)
        {
            _session.Say(
                $"{Count.Of(totals.Kept, "object")} already there and skipped; --overwrite replaces what is "
                + "there, doppel s3 sync only what differs");
        }

        _messages.Conclude(totals);
        return totals.Problems + _session.Problems == 0 ? ExitCode.Done : ExitCode.Problems;
    }

    // If there is only a single object, a problem ends the run.
    private static void End(S3TransferItem item)
    {
        switch (item.Step)
        {
            case S3TransferStep.Kept:
                throw new UsageException($"{Quote.Text(item.Place)}: it already exists", "--overwrite replaces it");
            case S3TransferStep.Problem:
                throw new UsageException($"{Quote.Text(item.Place)}: {TransferMessages.ReasonOf(item)}");
            default:
                break;
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
