using System.Text;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Finds the files to upload below a folder.</summary>
internal static class LocalFiles
{
    /// <summary>
    /// Returns all regular files but unfinished downloads, sorted by name within each folder. Symbolic links and
    /// special files are reported as problems and are never followed or opened. Folders that cannot be listed are also
    /// reported as problems.
    /// </summary>
    /// <param name="session">The run.</param>
    /// <param name="folder">The path of the folder.</param>
    /// <param name="side">
    /// Whether the files are uploaded. Links and special files in a target are nobody's problem: they stay.
    /// </param>
    internal static IEnumerable<LocalFile> Below(S3Session session, string folder, LocalSide side = LocalSide.Source)
    {
        var open = new Stack<(string Path, string Key)>();
        open.Push((folder, ""));
        while (open.TryPop(out (string Path, string Key) next))
        {
            session.Stop.ThrowIfCancellationRequested();
            foreach (FileSystemInfo entry in List(session, next.Path))
            {
                string key = next.Key + entry.Name;
                switch (KindOf(session, entry.FullName))
                {
                    case EntryKind.Folder:
                        open.Push((entry.FullName, key + "/"));
                        break;
                    case EntryKind.File when S3Client.IsPartialFile(entry.Name):
                    case EntryKind.Link or EntryKind.Special when side == LocalSide.Target:
                        break;
                    case EntryKind.File:
                        var file = (FileInfo)entry;
                        yield return new LocalFile(file.FullName, key, file.Length, file.LastWriteTimeUtc);
                        break;
                    case EntryKind.Link:
                        session.Problem($"{Quote.Text(entry.FullName)}: symbolic links are not followed");
                        break;
                    case EntryKind.Special:
                        session.Problem($"{Quote.Text(entry.FullName)}: pipes, sockets and devices are not read");
                        break;
                    default:
                        session.Problem($"{Quote.Text(entry.FullName)}: it was deleted, or its name is not UTF-8");
                        break;
                }
            }
        }
    }

    private static FileSystemInfo[] List(S3Session session, string folder)
    {
        try
        {
            FileSystemInfo[] entries = new DirectoryInfo(folder).GetFileSystemInfos();
            Array.Sort(entries, static (left, right) => string.CompareOrdinal(left.Name, right.Name));
            return entries;
        }
        catch (Exception failure) when (S3Failure.IsOfOne(failure))
        {
            session.Problem($"{Quote.Text(folder)}: {S3Failure.Describe(failure)}");
            return [];
        }
    }

    private static EntryKind KindOf(S3Session session, string path)
    {
        VolumeError error = session.Volume.Stat(
            FolderHandle.None, session.Paths.ToAbsolute(Encoding.UTF8.GetBytes(path)), LinkPolicy.Stay, FactFields.None,
            out FileFacts facts);
        return error.Failed ? EntryKind.Unknown : facts.Kind;
    }
}

/// <summary>What the files of a folder are listed for.</summary>
internal enum LocalSide
{
    /// <summary>They are uploaded.</summary>
    Source,

    /// <summary>They are compared with what is downloaded.</summary>
    Target,
}

/// <summary>A file to upload.</summary>
/// <param name="Path">The path of the file.</param>
/// <param name="Key">The path relative to the uploaded folder, with '/' between components.</param>
/// <param name="Bytes">The size in bytes.</param>
/// <param name="Modified">When the file was last modified, in UTC.</param>
internal readonly record struct LocalFile(string Path, string Key, long Bytes, DateTime Modified);
