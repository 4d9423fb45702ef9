using System.Text;

namespace Doppel.Volumes;

/// <summary>Notices mounts that come or go at, above or below some folders.</summary>
/// <remarks>For one thread. Where there is no /proc, nothing is noticed.</remarks>
internal sealed unsafe class MountWatch : IDisposable
{
    private const string Path = "/proc/self/mountinfo";

    private readonly string[] _roots;
    private string _mounts;

    /// <param name="roots">The absolute paths of the folders.</param>
    internal MountWatch(IReadOnlyList<ReadOnlyMemory<byte>> roots)
    {
        _roots = [.. roots.Select(static root => Encoding.Latin1.GetString(root.Span))];
        fixed (byte* path = "/proc/self/mountinfo\0"u8)
        {
            Descriptor = Libc.OpenAt(Libc.AtFdCwd, path, Libc.OpenReadOnly | Libc.OpenCloseOnExec, 0);
        }

        _mounts = Read();
    }

    /// <summary>
    /// Gets the descriptor that has urgent data (POLLPRI) whenever any mount comes or goes; -1 if none.
    /// </summary>
    internal int Descriptor { get; }

    /// <summary>Returns whether the mounts that matter are other ones than at the last call.</summary>
    internal bool HaveChanged()
    {
        string mounts = Read();
        bool areOther = mounts != _mounts;
        _mounts = mounts;
        return areOther;
    }

    public void Dispose() => _ = Libc.Close(Descriptor);

    private string Read()
    {
        try
        {
            return string.Join('\n', File.ReadLines(Path, Encoding.Latin1).Select(MountLine.Parse)
                .Where(mount => mount is not null && Matters(mount.MountPoint))
                .Select(static mount => $"{mount!.Id} {mount.Device} {mount.Root} {mount.MountPoint}"));
        }
        catch (IOException)
        {
            return "";
        }
    }

    private bool Matters(string mountPoint)
    {
        foreach (string root in _roots)
        {
            if (IsAtOrBelow(root, mountPoint) || IsAtOrBelow(mountPoint, root))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsAtOrBelow(string path, string folder) => folder == "/"
        || (path.StartsWith(folder, StringComparison.Ordinal)
            && (path.Length == folder.Length || path[folder.Length] == '/'));
}
