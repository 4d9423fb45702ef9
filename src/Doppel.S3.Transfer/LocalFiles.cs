using System.Text;
using Doppel.Volumes;

namespace Doppel.S3.Transfer;

/// <summary>Lists the files of a local folder.</summary>
/// <param name="volume">The volume of the folder.</param>
/// <param name="side">
/// Whether the files are uploaded. Links and special files in a target are not problems: they stay.
/// </param>
/// <param name="counters">Receives what cannot be listed or uploaded.</param>
internal sealed class LocalFiles(IVolume volume, LocalSide side, TransferCounters counters)
{
    /// <summary>Returns the absolute form of a path that volumes require.</summary>
    internal static byte[] VolumePath(string path)
    {
        string full = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        return Encoding.UTF8.GetBytes(OperatingSystem.IsWindows() ? full.Replace('\\', '/') : full);
    }

    /// <summary>Returns the kind of the entry with a path, or unknown if there is none.</summary>
    internal static EntryKind KindOf(IVolume volume, string path, LinkPolicy links)
    {
        VolumeError error = volume.Stat(
            FolderHandle.None, VolumePath(path), links, FactFields.None, out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }

    /// <summary>
    /// Returns all regular files but unfinished downloads, sorted by name within each folder. Symbolic links and
    /// special files are reported as problems and are never followed or opened. Folders that cannot be listed are also
    /// reported as problems.
    /// </summary>
    /// <param name="folder">The path of the folder.</param>
    /// <param name="stop">Ends the list.</param>
    internal IEnumerable<S3TransferEntry> Below(string folder, CancellationToken stop)
    {
        var open = new Stack<(string Path, string Name)>();
        open.Push((folder, ""));
        while (open.TryPop(out (string Path, string Name) next))
        {
            stop.ThrowIfCancellationRequested();
            foreach (FileSystemInfo entry in List(next.Path))
            {
                string name = next.Name + entry.Name;
                switch (KindOf(volume, entry.FullName, LinkPolicy.Stay))
                {
                    case EntryKind.Folder:
                        open.Push((entry.FullName, name + "/"));
                        break;
                    case EntryKind.File when S3Client.IsPartialFile(entry.Name):
                    case EntryKind.Link or EntryKind.Special when side == LocalSide.Target:
                        break;
                    case EntryKind.File:
                        var file = (FileInfo)entry;
                        yield return new S3TransferEntry(
                            name, file.Length, file.LastWriteTimeUtc, default, file.FullName);
                        break;
                    case EntryKind.Link:
                        Refuse(entry, "symbolic links are not followed");
                        break;
                    case EntryKind.Special:
                        Refuse(entry, "pipes, sockets and devices are not read");
                        break;
                    default:
                        Refuse(entry, "it was deleted, or its name is not UTF-8");
                        break;
                }
            }
        }
    }

    private FileSystemInfo[] List(string folder)
    {
        try
        {
            FileSystemInfo[] entries = new DirectoryInfo(folder).GetFileSystemInfos();
            Array.Sort(entries, static (left, right) => string.CompareOrdinal(left.Name, right.Name));
            return entries;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            counters.Report(new S3TransferItem(S3TransferStep.Problem, folder) { Failure = failure });
            return [];
        }
    }

    private void Refuse(FileSystemInfo entry, string reason) =>
        counters.Report(new S3TransferItem(S3TransferStep.Problem, entry.FullName) { Reason = reason });
}

/// <summary>What the files of a folder are listed for.</summary>
internal enum LocalSide
{
    /// <summary>They are uploaded.</summary>
    Source,

    /// <summary>They are compared with what is downloaded.</summary>
    Target,
}
