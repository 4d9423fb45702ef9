using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Queries Windows itself.</summary>
internal sealed class WindowsControl : IWindowsControl
{
    // A volume name has 49 characters, a share name at most about 300.
    private const int NameLengthMax = 1024;

    public string? VolumeOf(string root)
    {
        Span<char> name = stackalloc char[NameLengthMax];
        return WindowsNative.GetVolumeName(root, name, NameLengthMax) ? WindowsMounts.Text(name) : null;
    }

    public string? ShareOf(string drive)
    {
        Span<char> share = stackalloc char[NameLengthMax];
        uint length = NameLengthMax;
        return WindowsNative.GetConnection(drive, share, ref length) == 0 ? WindowsMounts.Text(share) : null;
    }

    public unsafe int Query(string device, uint code, ReadOnlySpan<byte> input, Span<byte> output, out int written)
    {
        written = 0;
        using SafeFileHandle handle = WindowsNative.CreateFile(
            device, 0, WindowsNative.ShareAll, 0, WindowsNative.OpenExisting, 0, 0);
        if (handle.IsInvalid)
        {
            return Marshal.GetLastPInvokeError();
        }

        fixed (byte* told = input, answer = output)
        {
            bool done = WindowsNative.DeviceControl(
                handle, code, told, (uint)input.Length, answer, (uint)output.Length, out uint bytes, 0);
            int error = done ? 0 : Marshal.GetLastPInvokeError();
            written = (int)Math.Min(bytes, (uint)output.Length);
            return error;
        }
    }
}
