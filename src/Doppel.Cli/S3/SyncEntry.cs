using System.Text;
using Doppel.Finding;
using Doppel.S3;

namespace Doppel.Cli;

/// <summary>A file or an object on one side of a synchronization.</summary>
/// <param name="Name">The path or key below the folder, with '/' between components.</param>
/// <param name="Bytes">The size in bytes.</param>
/// <param name="Modified">When it was last modified, in UTC, or null if the server does not say.</param>
/// <param name="ETag">The ETag of an object.</param>
/// <param name="Path">The path of a file, or null for an object.</param>
internal readonly record struct SyncEntry(string Name, long Bytes, DateTime? Modified, S3ETag ETag, string? Path)
{
    /// <summary>Gets whether some programs represent a folder with this object.</summary>
    internal bool IsFolderMarker => Path is null && Bytes == 0 && Name.EndsWith('/');

    /// <summary>Returns whether a filter includes this entry, and every folder above it.</summary>
    internal bool Passes(EntryFilter filter)
    {
        byte[] path = Encoding.UTF8.GetBytes(Name);
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
}
