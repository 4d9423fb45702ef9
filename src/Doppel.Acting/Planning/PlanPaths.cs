using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Absolute paths without ".", ".." and doubled separators.</summary>
internal static class PlanPaths
{
    /// <summary>The plain absolute form of a name.</summary>
    /// <param name="name">The name as a report gives it.</param>
    /// <param name="workingDirectory">Where a relative one starts; absolute.</param>
    /// <param name="dropsParents">
    /// Whether ".." was taken away with what stands before it, which is the same file only if that is no link.
    /// </param>
    public static ReportName ToPlain(ReportName name, ReportName workingDirectory, out bool dropsParents)
    {
        dropsParents = false;
        if (IsPlain(name.Bytes))
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

    /// <summary>Whether a path is absolute, names something below a root and has no needless component.</summary>
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
    /// The length of the part that no component stands before: "/", on Windows "C:/" or "//server/share/"; 0 where the
    /// path is relative.
    /// </summary>
    public static int RootLength(ReadOnlySpan<byte> path)
    {
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

        return path is [_, (byte)':', (byte)'/', ..] ? 3 : path.StartsWith("/"u8) ? 1 : 0;
    }

    /// <summary>
    /// An absolute path kept below a folder: <c>DIR/data/x</c> for <c>/data/x</c>; of drives and shares of Windows
    /// <c>DIR/C/x</c> and <c>DIR/server/share/x</c>.
    /// </summary>
    public static byte[] Below(ReadOnlySpan<byte> folder, ReadOnlySpan<byte> path)
    {
        folder = folder.TrimEnd((byte)'/');
        return path is [var letter, (byte)':', .. var rest]
            ? [.. folder, (byte)'/', letter, .. rest]
            : [.. folder, (byte)'/', .. path.TrimStart((byte)'/')];
    }

    private static bool IsAbsolute(ReadOnlySpan<byte> path) => RootLength(path) > 0;
}
