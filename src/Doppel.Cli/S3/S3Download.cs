using System.Text;
using Doppel.Cli.Output;
using Doppel.Volumes;

namespace Doppel.Cli.S3;

/// <summary>Finds out where objects go that are downloaded, and downloads them.</summary>
internal sealed class S3Download(S3Session session, TransferProgress progress, S3Transfer transfer)
{
    /// <summary>Opens the folder that all goes into; its last component is made where it is missing.</summary>
    /// <exception cref="UsageException">It cannot be opened or made.</exception>
    internal DownloadFolder OpenOrMake(string target)
    {
        string path = Path.GetFullPath(target);
        try
        {
            if (!Path.Exists(path) && Directory.Exists(Path.GetDirectoryName(path)))
            {
                Directory.CreateDirectory(path);
            }
        }
        catch (Exception failure) when (S3Failure.IsKnown(failure))
        {
            throw new UsageException($"cannot make the folder {Quote.Text(target)}: {S3Failure.Describe(failure)}");
        }

        return Open(path, target);
    }

    /// <summary>Downloads one of many below a folder.</summary>
    /// <param name="source">Which.</param>
    /// <param name="bytes">How long it is.</param>
    /// <param name="cut">How much of its key stands for the folder.</param>
    /// <param name="folder">Where it goes.</param>
    /// <returns>Why it was not; null where it was.</returns>
    internal async ValueTask<string?> OneAsync(S3Location source, long bytes, int cut, DownloadFolder folder)
    {
        string below = source.Key[cut..];

        // What makes folders visible in other programs: an empty object of the folder's name with a slash behind.
        bool isMarker = bytes == 0 && (below.Length == 0 || below[^1] == '/');
        if (isMarker && below.Length == 0)
        {
            progress.Done();
            return null;
        }

        string name = isMarker ? below[..^1] : below;
        if (!KeyPath.TrySplit(name, OperatingSystem.IsWindows(), out string[] components, out string reason))
        {
            return Refused(source, reason);
        }

        if (isMarker)
        {
            reason = folder.Make(components);
            progress.Done();
            return reason.Length == 0 ? null : Refused(source, reason);
        }

        using DownloadPlace? place = folder.Find(components, out reason);
        return place is null
            ? Refused(source, reason)
            : await transfer.DownloadAsync(source, place).ConfigureAwait(false);
    }

    /// <summary>Downloads one object to a file of the user's, or into a folder under its own name.</summary>
    /// <returns>Why it was not; null where it was.</returns>
    internal async ValueTask<string?> AloneAsync(S3Location source, string target, EntryKind kind)
    {
        bool isFolder = kind == EntryKind.Folder || Path.EndsInDirectorySeparator(target);
        string full = Path.GetFullPath(target);
        string name = isFolder ? source.Key[(source.Key.LastIndexOf('/') + 1)..] : Path.GetFileName(full);
        if (isFolder && !KeyPath.TrySplit(name, OperatingSystem.IsWindows(), out _, out string reason))
        {
            throw new UsageException(Refused(source, reason), "give the name of the target file");
        }

        string above = isFolder ? full : Path.GetDirectoryName(full) ?? full;
        using DownloadFolder folder = Open(above, isFolder ? target : above);
        using DownloadPlace? place = folder.Find([name], out reason);
        if (place is null)
        {
            return $"{Quote.Text(isFolder ? Path.Join(target, name) : target)}: {reason}";
        }

        try
        {
            return await transfer.DownloadAsync(source, place).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            if (File.Exists(place.Path + KeyPath.PartSuffix))
            {
                string part = Quote.Text(name + KeyPath.PartSuffix);
                session.Say($"the downloaded part is kept in {part}; run the same command again to continue");
            }

            throw;
        }
    }

    private DownloadFolder Open(string path, string shown) => DownloadFolder.Open(
        session.Volume, session.Paths.ToAbsolute(Encoding.UTF8.GetBytes(path)), Quote.Text(shown),
        session.Flags.Overwrite);

    private static string Refused(S3Location source, string reason) => $"{source.Shown()}: {reason}";
}
