using System.Text;

namespace Doppel.Lab;

/// <summary>A file to read in a measurement.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Size">The size of the content in bytes.</param>
/// <param name="Inode">The inode number, by which some strategies order files.</param>
internal sealed record LabFile(byte[] Path, long Size, ulong Inode)
{
    /// <summary>Gets the path for System.IO. It is always valid UTF-8, because other files are left out.</summary>
    internal string Name => field ??= Encoding.UTF8.GetString(Path);
}
