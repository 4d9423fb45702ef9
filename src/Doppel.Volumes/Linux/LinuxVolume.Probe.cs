using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Doppel.Volumes.Linux;

namespace Doppel.Volumes;

/// <content>How long the device takes for a small reading.</content>
public sealed unsafe partial class LinuxVolume
{
    // A block of nearly every file system and a multiple of every sector, which reading past the cache asks for.
    private const int ProbeBytes = 4096;

    // The cache keeps files in pieces of up to 2 MiB and drops only whole ones.
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

        // Even where O_DIRECT is allowed a file system may answer through its cache (compressed blocks, journalled
        // content), so what is there is dropped first, and nothing more than asked is read ahead.
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

            // Larger blocks than a probe; the flag was taken all the same.
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
