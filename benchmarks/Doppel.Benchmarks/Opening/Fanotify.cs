using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Benchmarks.Opening;

/// <summary>The calls of Linux for a program that is asked before a file is opened, see fanotify(7).</summary>
internal static unsafe partial class Fanotify
{
    public const uint CloseOnExec = 0x1;
    public const uint NonBlocking = 0x2;
    public const uint ContentClass = 0x4;
    public const uint MarkAdd = 0x1;
    public const uint MarkMount = 0x10;
    public const ulong OpenPermission = 0x10000;
    public const uint Allow = 1;
    public const int CurrentFolder = -100;
    public const int EventCloseOnExec = 0x80000;
    public const short PollIn = 1;
    public const int SetTimerSlack = 29;

    [LibraryImport("libc", EntryPoint = "fanotify_init", SetLastError = true)]
    public static partial int Init(uint flags, uint eventFlags);

    [LibraryImport("libc", EntryPoint = "fanotify_mark", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Mark(SafeFileHandle group, uint flags, ulong mask, int folder, string path);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(SafeFileHandle file, void* buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    public static partial nint Write(SafeFileHandle file, void* buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    public static partial int EventDescriptor(uint value, int flags);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    public static partial int Poll(Interest* interests, nuint count, int timeout);

    [LibraryImport("libc", EntryPoint = "nanosleep", SetLastError = true)]
    public static partial int Hold(Period* period, Period* rest);

    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    public static partial int Control(int option, ulong value, ulong unused3, ulong unused4, ulong unused5);

    /// <summary>struct fanotify_event_metadata.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public uint Length;
        public byte Version;
        public byte Reserved;
        public ushort MetadataLength;
        public ulong Mask;
        public int Descriptor;
        public int Process;
    }

    /// <summary>struct fanotify_response.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Response
    {
        public int Descriptor;
        public uint Answer;
    }

    /// <summary>struct pollfd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Interest
    {
        public int Descriptor;
        public short Wanted;
        public short Happened;
    }

    /// <summary>struct timespec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Period
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
