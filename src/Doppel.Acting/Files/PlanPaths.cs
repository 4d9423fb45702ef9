using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Normalizes absolute paths (removes ".", ".." and repeated separators) and compares them.</summary>
internal static class PlanPaths
{
    /// <summary>Returns the normalized absolute form of a name.</summary>
    /// <param name="name">The name as given in the report.</param>
    /// <param name="workingDirectory">The base of a relative name. An absolute path.</param>
    /// <param name="dropsParents">
    /// Whether ".." was removed together with the component before it. The result is the same file only if that
    /// component is not a symbolic link.
    /// </param>
    public static ReportName ToPlain(ReportName name, ReportName workingDirectory, out bool dropsParents)
    {
        dropsParents = false;
        if (IsPlain(name.Bytes) || ObjectName.Is(name) || HostName.Is(name))
        {
            return name;
        }

        ReadOnlySpan<byte> path = IsAbsolute(name.Bytes)
            ? name.Bytes
            : [.. workingDirectory.Bytes, (byte)'/', .. name.Bytes];
        int root = RootLength(path);
        var joined = new List<byte>(path.Length);
        joined.AddRange(path[..root]);
        foreach (Range part in path[root..].Split((byte)'/'))
        {
            ReadOnlySpan<byte> component = path[root..][part];
            if (component.SequenceEqual(".."u8))
            {
                dropsParents = true;
                int parent = Math.Max(root, joined.LastIndexOf((byte)'/'));
                joined.RemoveRange(parent, joined.Count - parent);
            }
            else if (!component.IsEmpty && !component.SequenceEqual("."u8))
            {
                if (joined.Count > root)
                {
                    joined.Add((byte)'/');
                }

                joined.AddRange(component);
            }
        }

        return new ReportName(joined.ToArray());
    }

    /// <summary>Returns whether a path is absolute, is below a root and has no redundant component.</summary>
    public static bool IsPlain(ReadOnlySpan<byte> path)
    {
        int root = RootLength(path);
        if (root == 0 || path.Length == root)
        {
            return false;
        }

        path = path[root..];
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> component = path[part];
            if (component.IsEmpty || component.SequenceEqual("."u8) || component.SequenceEqual(".."u8))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Returns the length in bytes of the root of a path: "/", or "C:/" or "//server/share/" on Windows, or
    /// "s3://bucket/" for an object, or "host:machine/" for a file on another machine. 0 if the path is relative.
    /// </summary>
    public static int RootLength(ReadOnlySpan<byte> path)
    {
        if (ObjectName.RootLength(path) is > 0 and var bucket)
        {
            return bucket;
        }

        if (HostName.RootLength(path) is > 0 and var machine)
        {
            return machine;
        }

        if (!OperatingSystem.IsWindows())
        {
            return path.StartsWith("/"u8) ? 1 : 0;
        }

        if (path.StartsWith("//"u8))
        {
            int share = path[2..].IndexOf((byte)'/') + 3;
            int end = share <= 2 ? -1 : path[share..].IndexOf((byte)'/');
            return end < 0 ? path.Length : share + end + 1;
        }

        return path switch
        {
            [_, (byte)':', (byte)'/', ..] => 3,
            [(byte)'/', ..] => 1,
            _ => 0,
        };
    }

    /// <summary>
    /// Returns the location of an absolute path below a folder: <c>DIR/data/x</c> for <c>/data/x</c>, and
    /// <c>DIR/C/x</c> or <c>DIR/server/share/x</c> for Windows drives and shares.
    /// </summary>
    public static byte[] Below(ReadOnlySpan<byte> folder, ReadOnlySpan<byte> path)
    {
        folder = folder.TrimEnd((byte)'/');
        return path is [var letter, (byte)':', .. var rest]
            ? [.. folder, (byte)'/', letter, .. rest]
            : [.. folder, (byte)'/', .. path.TrimStart((byte)'/')];
    }

    private static bool IsAbsolute(ReadOnlySpan<byte> path) => RootLength(path) > 0;

    /// <summary>Returns whether a path equals another one, whose trailing '/' is ignored, or is below it.</summary>
    internal static bool IsAtOrBelow(ReadOnlySpan<byte> path, ReadOnlySpan<byte> above)
    {
        above = above.TrimEnd((byte)'/');
        return path.StartsWith(above) && (path.Length == above.Length || path[above.Length] == (byte)'/');
    }

    /// <summary>Returns the folder that contains a name.</summary>
    internal static ReportName FolderOf(ReportName name) =>
        new(name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray());

    /// <summary>Returns a name without its folder.</summary>
    internal static ReadOnlySpan<byte> BareOf(ReportName name) =>
        name.Bytes[(name.Bytes.LastIndexOf((byte)'/') + 1)..];

    /// <inheritdoc cref="BareOf"/>
    internal static ReportName Bare(ReportName name) => new(BareOf(name).ToArray());

    /// <summary>Returns the deepest folder that contains a name and is, or contains, a folder.</summary>
    internal static ReportName CommonFolder(ReportName folder, ReportName name)
    {
        while (folder.Bytes.Length > 1 && !IsAtOrBelow(name.Bytes, folder.Bytes))
        {
            folder = FolderOf(folder);
        }

        return folder;
    }
}
