using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Tests;

/// <summary>Holds up every opening of one file, as a virus scanner does. Needs root.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class OpeningGate : IDisposable
{
    // fanotify(7): struct fanotify_event_metadata, struct fanotify_response, and the flags that ask for permission.
    private const int EventBytes = 24;
    private const int DescriptorAt = 16;
    private const uint ContentClass = 0x4;
    private const uint CloseOnExec = 0x1;
    private const uint MarkAdd = 0x1;
    private const ulong OpenPermission = 0x10000;
    private const int CurrentFolder = -100;
    private const uint Allow = 1;

    private readonly SafeFileHandle _group;
    private SafeFileHandle? _opened;

    /// <summary>From now on openings of the file wait.</summary>
    public OpeningGate(string path)
    {
        _group = new SafeFileHandle(fanotify_init(ContentClass | CloseOnExec, 0), ownsHandle: true);
        Assert.False(_group.IsInvalid, Marshal.GetLastPInvokeErrorMessage());
        int marked = fanotify_mark(
            _group, MarkAdd, OpenPermission, CurrentFolder, [.. Encoding.UTF8.GetBytes(path), 0]);
        Assert.True(marked == 0, Marshal.GetLastPInvokeErrorMessage());
    }

    /// <summary>Lets every opening through again.</summary>
    public void Dispose()
    {
        _opened?.Dispose();
        _group.Dispose();
    }

    /// <summary>Returns when somebody waits at the gate.</summary>
    public void WaitForOpening()
    {
        byte[] seen = new byte[EventBytes];
        nint got = read(_group, seen, EventBytes);
        Assert.Equal(EventBytes, got);
        int descriptor = BinaryPrimitives.ReadInt32LittleEndian(seen.AsSpan(DescriptorAt));
        _opened = new SafeFileHandle(descriptor, ownsHandle: true);
    }

    /// <summary>Lets through whoever waits.</summary>
    public void LetThrough()
    {
        byte[] answer = new byte[8];
        BinaryPrimitives.WriteInt32LittleEndian(answer, (int)_opened!.DangerousGetHandle());
        BinaryPrimitives.WriteUInt32LittleEndian(answer.AsSpan(4), Allow);
        Assert.Equal(answer.Length, write(_group, answer, answer.Length));
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial int fanotify_init(uint flags, uint eventFlags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int fanotify_mark(
        SafeFileHandle group, uint flags, ulong mask, int folder, byte[] path);

    [LibraryImport("libc")]
    private static partial nint read(SafeFileHandle file, [Out] byte[] buffer, nint count);

    [LibraryImport("libc")]
    private static partial nint write(SafeFileHandle file, byte[] buffer, nint count);
}
