using System.Runtime.CompilerServices;

namespace Doppel.Volumes;

/// <content>Supports paths of any length: a path that is too long for one call is walked in pieces.</content>
public sealed unsafe partial class LinuxVolume
{
    // PATH_MAX from linux/limits.h, which includes the terminating null byte.
    private const int PathBytesMaxExcl = 4096;

    [SkipLocalsInit]
    private static VolumeError Open(FolderHandle at, ReadOnlySpan<byte> path, int flags, out int descriptor)
    {
        VolumeError error = Enter(at, ref path, out int start);
        if (error.Failed)
        {
            descriptor = -1;
            return error;
        }

        byte* terminated = stackalloc byte[path.Length + 1];
        Terminate(path, terminated);
        do
        {
            descriptor = Libc.OpenAt(start, terminated, flags, 0);
            error = descriptor >= 0 ? VolumeError.None : LastError();
        }
        while (error.Code == Errno.Interrupted);
        Leave(at, start);
        return error;
    }

    [SkipLocalsInit]
    private static VolumeError StatPath(
        FolderHandle at, ReadOnlySpan<byte> path, int flags, uint mask, out StatxBuffer result)
    {
        result = default;
        VolumeError error = Enter(at, ref path, out int start);
        if (error.Failed)
        {
            return error;
        }

        byte* terminated = stackalloc byte[path.Length + 1];
        Terminate(path, terminated);
        flags |= path.IsEmpty ? Libc.AtEmptyPath : 0;
        fixed (StatxBuffer* buffer = &result)
        {
            error = Libc.Statx(start, terminated, flags, mask, buffer) == 0
                ? VolumeError.None
                : LastError();
        }

        Leave(at, start);
        return error;
    }

    // For a descriptor that was just opened, which is when a network file system asks its server in any case.
    private static VolumeError StatDescriptor(int descriptor, out FileFacts facts)
    {
        VolumeError error = StatDescriptor(descriptor, flags: 0, StatxBuffer.MaskAll, out StatxBuffer result);
        result.CopyTo(out facts);
        return error;
    }

    private static VolumeError StatDescriptor(int descriptor, int flags, uint mask, out StatxBuffer result)
    {
        result = default;
        fixed (byte* empty = &s_empty)
        fixed (StatxBuffer* buffer = &result)
        {
            return Libc.Statx(descriptor, empty, Libc.AtEmptyPath | flags, mask, buffer) == 0
                ? VolumeError.None
                : LastError();
        }
    }

    [SkipLocalsInit]
    private static VolumeError ReadLinkHere(int start, ReadOnlySpan<byte> path, out byte[] target)
    {
        byte* terminated = stackalloc byte[path.Length + 1];
        Terminate(path, terminated);
        byte* buffer = stackalloc byte[PathBytesMaxExcl];
        nint length = Libc.ReadLinkAt(start, terminated, buffer, PathBytesMaxExcl);
        target = length > 0 ? new ReadOnlySpan<byte>(buffer, (int)length).ToArray() : [];
        return length >= 0 ? VolumeError.None : LastError();
    }

    /// <summary>Walks all but the last piece of a path that is too long for one call.</summary>
    /// <param name="at">The base of the path.</param>
    /// <param name="path">The path. Afterwards the remaining piece, which is short enough for one call.</param>
    /// <param name="start">
    /// The descriptor that this piece is relative to: <paramref name="at"/>, or one to pass to <see cref="Leave"/>.
    /// </param>
    private static VolumeError Enter(FolderHandle at, ref ReadOnlySpan<byte> path, out int start)
    {
        start = at.Value;
        if (path.Contains((byte)0))
        {
            // The system would treat the part before the null byte as the entire path.
            return new VolumeError(VolumeErrorKind.BadName);
        }

        return path.Length < PathBytesMaxExcl ? VolumeError.None : EnterDeep(at, ref path, out start);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static VolumeError EnterDeep(FolderHandle at, ref ReadOnlySpan<byte> path, out int start)
    {
        start = at.Value;
        byte* terminated = stackalloc byte[PathBytesMaxExcl];
        while (path.Length >= PathBytesMaxExcl)
        {
            int cut = path[..(PathBytesMaxExcl - 1)].LastIndexOf((byte)'/');
            if (cut <= 0)
            {
                Leave(at, start);
                return Errno.ToError(Errno.NameTooLong);
            }

            Terminate(path[..cut], terminated);
            int flags = Libc.OpenPath | Libc.OpenDirectory | Libc.OpenCloseOnExec;
            int next = Libc.OpenAt(start, terminated, flags, 0);
            VolumeError error = next >= 0 ? VolumeError.None : LastError();
            Leave(at, start);
            if (error.Failed)
            {
                return error;
            }

            start = next;
            path = path[cut..].TrimStart((byte)'/');
        }

        return VolumeError.None;
    }

    private static void Leave(FolderHandle at, int start)
    {
        if (start != at.Value)
        {
            _ = Libc.Close(start);
        }
    }

    private static void Terminate(ReadOnlySpan<byte> path, byte* destination)
    {
        path.CopyTo(new Span<byte>(destination, path.Length));
        destination[path.Length] = 0;
    }
}
