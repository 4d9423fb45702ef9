using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <content>Measures the latency of a device for a small read.</content>
public sealed unsafe partial class LinuxVolume
{
    // The block size of nearly every file system, and a multiple of every sector size, as uncached reads require.
    private const int ProbeBytes = 4096;

    // The cache keeps files in pieces of up to 2 MiB and drops only whole pieces.
    private const int DropBytes = 4 * 1024 * 1024;

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = default;
        VolumeError error = OpenFile(at, path, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        error = facts.Size == 0 ? new VolumeError(VolumeErrorKind.Unsupported) : Probe(file.Value, out latency);
        Close(file);
        return error;
    }

    [SkipLocalsInit]
    private static VolumeError Probe(int file, out TimeSpan latency)
    {
        latency = default;
        byte* buffer = stackalloc byte[2 * ProbeBytes];
        buffer += ProbeBytes - (int)((nuint)buffer % ProbeBytes);

        // Even if O_DIRECT is accepted, a file system may answer from its cache (compressed blocks, journalled
        // content). The cached pages are therefore dropped first, and read-ahead is turned off.
        bool dropped = Libc.Advise(file, 0, DropBytes, Libc.AdviseDontNeed) == 0
            && Libc.Advise(file, 0, 0, Libc.AdviseRandom) == 0;
        int flags = Libc.Control(file, Libc.ControlGetFlags, 0);
        if (flags >= 0 && Libc.Control(file, Libc.ControlSetFlags, flags | Libc.OpenDirect) == 0)
        {
            VolumeError error = TimedRead(file, buffer, out latency);
            if (error.Code != Errno.Invalid)
            {
                return error;
            }

            // The file system's blocks are larger than a probe, although it accepted the flag.
            _ = Libc.Control(file, Libc.ControlSetFlags, flags);
        }

        return dropped
            ? TimedRead(file, buffer, out latency)
            : new VolumeError(VolumeErrorKind.Unsupported);
    }

    private static VolumeError TimedRead(int file, byte* buffer, out TimeSpan latency)
    {
        while (true)
        {
            long began = Stopwatch.GetTimestamp();
            nint got = Libc.ReadAt(file, buffer, ProbeBytes, 0);
            latency = Stopwatch.GetElapsedTime(began);
            if (got >= 0)
            {
                return VolumeError.None;
            }

            latency = default;
            if (Marshal.GetLastPInvokeError() != Errno.Interrupted)
            {
                return LastError();
            }
        }
    }
}
