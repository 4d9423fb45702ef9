using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Declares the few libc calls that System.IO does not provide.</summary>
internal static unsafe partial class UnixNative
{
    private const int StackPathBytes = 1024;

    /// <summary>Gets all metadata of an entry by its absolute path.</summary>
    public static VolumeError Stat(string path, int flags, uint mask, out StatxBuffer stat)
    {
        int bytes = Encoding.UTF8.GetMaxByteCount(path.Length) + 1;
        Span<byte> text = bytes <= StackPathBytes ? stackalloc byte[StackPathBytes] : new byte[bytes];
        text[Encoding.UTF8.GetBytes(path, text)] = 0;
        stat = default;
        fixed (byte* terminated = text)
        fixed (StatxBuffer* result = &stat)
        {
            return Outcome(Libc.Statx(Libc.AtFdCwd, terminated, flags, mask, result));
        }
    }

    /// <summary>Gets all metadata of an open file.</summary>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static VolumeError Stat(SafeFileHandle file, out StatxBuffer stat)
    {
        stat = default;
        bool held = false;
        byte empty = 0;
        try
        {
            file.DangerousAddRef(ref held);
            int descriptor = (int)file.DangerousGetHandle();
            fixed (StatxBuffer* result = &stat)
            {
                const uint Mask = StatxBuffer.MaskAll | StatxBuffer.MaskSubvolume;
                return Outcome(Libc.Statx(descriptor, &empty, Libc.AtEmptyPath, Mask, result));
            }
        }
        finally
        {
            if (held)
            {
                file.DangerousRelease();
            }
        }
    }

    /// <summary>Resolves symbolic links, "." and ".." in a path.</summary>
    public static VolumeError RealPath(string path, out string resolved)
    {
        nint text = RealPath(path, 0);
        if (text == 0)
        {
            resolved = "";
            return Outcome(-1);
        }

        resolved = Marshal.PtrToStringUTF8(text)!;
        NativeMemory.Free((void*)text);
        return VolumeError.None;
    }

    /// <summary>Returns the block size in bytes of the file system of a path, or 0 if unknown.</summary>
    public static int BlockBytes(string path)
    {
        StatFsBuffer result;
        return FileSystemOf(path, &result) == 0 && result.BlockBytes is > 0 and <= int.MaxValue
            ? (int)result.BlockBytes : 0;
    }

    [LibraryImport("libc", EntryPoint = "statfs", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int FileSystemOf(string path, StatFsBuffer* result);

    [LibraryImport("libc", EntryPoint = "realpath", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint RealPath(string path, nint resolved);

    private static VolumeError Outcome(int result) => UnixErrors.Of(result);
}
