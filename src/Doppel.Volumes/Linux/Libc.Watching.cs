using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <content>inotify(7), poll(2) and eventfd(2).</content>
internal static unsafe partial class Libc
{
    internal const uint NotifyModify = 0x2;
    internal const uint NotifyAttributes = 0x4;
    internal const uint NotifyCloseWrite = 0x8;
    internal const uint NotifyMovedFrom = 0x40;
    internal const uint NotifyMovedTo = 0x80;
    internal const uint NotifyCreate = 0x100;
    internal const uint NotifyDelete = 0x200;
    internal const uint NotifyDeleteSelf = 0x400;
    internal const uint NotifyMoveSelf = 0x800;
    internal const uint NotifyUnmount = 0x2000;
    internal const uint NotifyOverflow = 0x4000;
    internal const uint NotifyIgnored = 0x8000;
    internal const uint NotifyOnlyFolder = 0x100_0000;
    internal const uint NotifyDoNotFollow = 0x200_0000;
    internal const uint NotifyExcludeUnlinked = 0x400_0000;
    internal const uint NotifyAddToMask = 0x2000_0000;

    internal const short PollIn = 1;
    internal const short PollPriority = 2;

    [LibraryImport("libc", EntryPoint = "inotify_init1", SetLastError = true)]
    internal static partial int NotifyCreateQueue(int flags);

    [LibraryImport("libc", EntryPoint = "inotify_add_watch", SetLastError = true)]
    internal static partial int NotifyAdd(int queue, byte* path, uint mask);

    [LibraryImport("libc", EntryPoint = "inotify_rm_watch")]
    internal static partial int NotifyRemove(int queue, int watch);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    internal static partial int CreateEvent(uint value, int flags);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    internal static partial nint Read(int file, byte* buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    internal static partial nint Write(int file, byte* buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    internal static partial int Poll(PollRequest* requests, nuint count, int milliseconds);
}

/// <summary>struct pollfd from poll(2).</summary>
/// <param name="file">The descriptor.</param>
/// <param name="events">What to wait for.</param>
[StructLayout(LayoutKind.Sequential)]
internal struct PollRequest(int file, short events)
{
    internal int File = file;
    internal short Events = events;
    internal short Returned;
}

/// <summary>struct inotify_event from inotify(7), which the name follows.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct NotifyEvent
{
    internal int Watch;
    internal uint Mask;
    internal uint Cookie;
    internal uint NameBytes;
}
