using System.Text;

namespace Doppel.App;

/// <summary>
/// Makes paths absolute in the form that volumes require: bytes, with '/' between components and none at the end.
/// </summary>
internal sealed class RootPaths
{
    private const int PathBytes = 64 * 1024;

    private readonly ReadOnlyMemory<byte> _workingDirectory;

    /// <summary>
    /// Initializes a new instance that resolves paths against a working directory, which must be absolute, or empty if
    /// it no longer exists.
    /// </summary>
    internal RootPaths(ReadOnlyMemory<byte> workingDirectory) => _workingDirectory = workingDirectory;

    /// <summary>Gets the working directory, against which relative paths are resolved.</summary>
    /// <exception cref="UsageException">The working directory no longer exists.</exception>
    internal ReadOnlyMemory<byte> WorkingDirectory => !_workingDirectory.IsEmpty
        ? _workingDirectory
        : throw new UsageException("the working directory no longer exists", "use absolute paths");

    /// <summary>
    /// Gets the working directory where all paths are absolute, so that it does not matter if it no longer exists: then
    /// it is "/".
    /// </summary>
    internal ReadOnlyMemory<byte> WorkingDirectoryOrRoot =>
        _workingDirectory.IsEmpty ? "/"u8.ToArray() : _workingDirectory;

    /// <summary>Creates an instance for the working directory of the process.</summary>
    internal static unsafe RootPaths OfProcess()
    {
        if (OperatingSystem.IsWindows())
        {
            return new RootPaths(Encoding.UTF8.GetBytes(Environment.CurrentDirectory.Replace('\\', '/')));
        }

        // The runtime would lose bytes that are not UTF-8.
        byte[] buffer = new byte[PathBytes];
        fixed (byte* start = buffer)
        {
            if (UnixNative.getcwd(start, (nuint)buffer.Length) == null)
            {
                return new RootPaths(default);
            }
        }

        return new RootPaths(buffer.AsSpan(0, Array.IndexOf(buffer, (byte)0)).ToArray());
    }

    /// <summary>Returns whether a path is absolute or there is a working directory to resolve it against.</summary>
    internal bool CanResolve(ReadOnlySpan<byte> path) => !_workingDirectory.IsEmpty || path.StartsWith("/"u8);

    /// <summary>
    /// Returns the absolute form of a path. ".." is kept because only the file system knows where it leads.
    /// </summary>
    /// <exception cref="UsageException">The path is relative, and the working directory no longer exists.</exception>
    internal byte[] ToAbsolute(ReadOnlySpan<byte> path)
    {
        if (OperatingSystem.IsWindows())
        {
            string full = Path.GetFullPath(
                Encoding.UTF8.GetString(path), Encoding.UTF8.GetString(WorkingDirectory.Span));
            string trimmed = Path.TrimEndingDirectorySeparator(full);
            return Encoding.UTF8.GetBytes(trimmed.Replace('\\', '/'));
        }

        bool isAbsolute = path.StartsWith("/"u8);
        return Join(isAbsolute ? path : [.. WorkingDirectory.Span, (byte)'/', .. path], dropParents: false);
    }

    /// <summary>
    /// Removes each ".." and the component before it from a path. The result names the same file only if none of the
    /// removed components is a symbolic link.
    /// </summary>
    internal static byte[] WithoutParents(ReadOnlySpan<byte> absolute) => Join(absolute, dropParents: true);

    /// <summary>Returns whether an absolute path equals another one or is below it.</summary>
    internal static bool IsAtOrBelow(ReadOnlySpan<byte> path, ReadOnlySpan<byte> folder)
    {
        folder = folder.TrimEnd((byte)'/');
        return path.StartsWith(folder) && (path.Length == folder.Length || path[folder.Length] == '/');
    }

    private static byte[] Join(ReadOnlySpan<byte> path, bool dropParents)
    {
        var joined = new List<byte>(path.Length);
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> component = path[part];
            if (component.IsEmpty || component.SequenceEqual("."u8))
            {
                continue;
            }

            if (dropParents && component.SequenceEqual(".."u8))
            {
                int parent = Math.Max(0, joined.LastIndexOf((byte)'/'));
                joined.RemoveRange(parent, joined.Count - parent);
                continue;
            }

            joined.Add((byte)'/');
            joined.AddRange(component);
        }

        return joined.Count == 0 ? [(byte)'/'] : [.. joined];
    }
}
