using System.Text;

namespace Doppel.Lab;

/// <summary>A file that is read in the lab.</summary>
/// <param name="Path">Its absolute path.</param>
/// <param name="Size">Bytes of content.</param>
/// <param name="Inode">Its inode number, by which some strategies put files in order.</param>
internal sealed record LabFile(byte[] Path, long Size, ulong Inode)
{
    /// <summary>The path for System.IO; it is UTF-8, or the file would not be here.</summary>
    internal string Name => field ??= Encoding.UTF8.GetString(Path);
}
