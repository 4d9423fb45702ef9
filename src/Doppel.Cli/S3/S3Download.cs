using System.Text;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Determines the target paths of downloads and downloads the objects.</summary>
internal sealed class S3Download(S3Session session, TransferProgress progress, S3Transfer transfer)
{
    /// <summary>Opens the target folder. Creates its last component if it is missing.</summary>
    /// <exception cref="UsageException">The folder cannot be opened or created.</exception>
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

    /// <summary>Downloads one of many objects into a folder.</summary>
    /// <param name="source">The object.</param>
    /// <param name="bytes">The size of the object, in bytes.</param>
    /// <param name="cut">The length of the part of the key that represents the folder.</param>
    /// <param name="folder">The target folder.</param>
    /// <returns>Why the object was not downloaded; null if it was.</returns>
    internal async ValueTask<string?> OneAsync(S3Location source, long bytes, int cut, DownloadFolder folder)
    {
        string below = source.Key[cut..];

        // Some programs represent a folder with an empty object whose key is the folder name and a slash.
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

    /// <summary>Downloads a single object to a file, or to a folder under its own name.</summary>
    /// <returns>Why the object was not downloaded; null if it was.</returns>
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
            if (File.Exists(S3Client.PartialFileOf(place.Path)))
            {
                string part = Quote.Text(S3Client.PartialFileOf(name));
                session.Say($"the downloaded part is kept in {part}; run the same command again to continue");
            }

            throw;
        }
    }

    private DownloadFolder Open(string path, string shown) => DownloadFolder.Open(
        session.Volume, session.Paths.ToAbsolute(Encoding.UTF8.GetBytes(path)), Quote.Text(shown),
        session.Settings.Overwrite);

    private static string Refused(S3Location source, string reason) => $"{source.Shown()}: {reason}";
}
