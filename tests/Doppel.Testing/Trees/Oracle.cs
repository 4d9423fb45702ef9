using System.Security.Cryptography;
using System.Text;
using Doppel.Testing.Processes;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Testing.Trees;

/// <summary>Finds duplicates the obvious way: find lists, SHA-256 of every file decides.</summary>
/// <remarks>Shares no code with what it judges.</remarks>
public static class Oracle
{
    /// <summary>The groups below some roots, each file below them seen once.</summary>
    /// <param name="roots">Absolute paths that do not lead into each other.</param>
    public static IReadOnlyList<ContentGroup> Find(params IReadOnlyList<ByteName> roots) => Find(1, roots);

    /// <summary>The groups of files of at least this size.</summary>
    public static IReadOnlyList<ContentGroup> Find(long sizeMin, IReadOnlyList<ByteName> roots) =>
        [.. Inodes(roots).Where(inode => inode.Size >= sizeMin)
            .GroupBy(inode => inode.Size).Where(bySize => bySize.Count() > 1)
            .SelectMany(bySize => bySize.GroupBy(inode => Sha256(inode.Copy.Names[0])))
            .Where(byContent => byContent.Count() > 1)
            .Select(byContent => new ContentGroup(
                byContent.First().Size, [.. byContent.Select(inode => inode.Copy).OrderBy(copy => copy.Names[0])]))
            .OrderByDescending(group => group.Size * (group.Copies.Count - 1))
            .ThenBy(group => group.Copies[0].Names[0])];

    /// <summary>Every regular file below some roots, one for each inode.</summary>
    public static IEnumerable<(long Size, ContentCopy Copy)> Inodes(IReadOnlyList<ByteName> roots)
    {
        ByteName[] arguments = [.. roots, "-type", "f", "-printf", @"%D %i %s %p\0"];
        byte[] listed = Tool.Run(new ProcessStart("find", arguments)).MustSucceed().Output;
        return Encoding.Latin1.GetString(listed).Split('\0', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' ', 4))
            .GroupBy(fields => (Device: fields[0], Inode: fields[1]))
            .Select(names => (long.Parse(names.First()[2]), new ContentCopy(
                names.Key.Device, names.Key.Inode,
                [.. names.Select(fields => new ByteName(Encoding.Latin1.GetBytes(fields[3]))).Order()])));
    }

    /// <summary>The SHA-256 of a file of any name and depth.</summary>
    public static string Sha256(ByteName path)
    {
        using FolderWalk walk = FolderWalk.To(path);
        using var handle = new SafeFileHandle(LibC.OpenAt(walk.Folder, walk.Name, 0), ownsHandle: true);
        using var stream = new FileStream(handle, FileAccess.Read, 1 << 16);
        return Convert.ToHexString(SHA256.HashData(stream));
    }
}
