using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Compares the positions of absolute paths in the tree of folders, by their text.</summary>
internal static class PathTree
{
    /// <summary>Returns whether a path is a given path or lies below it.</summary>
    internal static bool IsAtOrBelow(ReportName path, ReportName above)
    {
        ReadOnlySpan<byte> head = above.Bytes.EndsWith("/"u8) ? above.Bytes[..^1] : above.Bytes;
        return path.Bytes.StartsWith(head)
            && (path.Bytes.Length == head.Length || path.Bytes[head.Length] == (byte)'/');
    }

    /// <summary>Returns the folder that contains a name.</summary>
    internal static ReportName FolderOf(ReportName name) =>
        new(name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray());

    /// <summary>Returns the deepest folder that contains a name and is, or contains, a folder.</summary>
    internal static ReportName CommonFolder(ReportName folder, ReportName name)
    {
        while (folder.Bytes.Length > 1 && !IsAtOrBelow(name, folder))
        {
            folder = FolderOf(folder);
        }

        return folder;
    }
}
