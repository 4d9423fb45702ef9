using System.Security.Cryptography;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Moves files to the Windows recycle bin through the shell.</summary>
/// <remarks>
/// The shell permanently deletes files that its bin cannot take: files that are too large, drives without a bin, a bin
/// that is turned off. The file therefore first gets an additional hard link. Afterwards the bin's own name must exist
/// beside it, which the link count shows. If it does not, the file gets its name back.
/// </remarks>
internal sealed unsafe class WindowsRecycleBin(WindowsSystem system)
{
    private const uint FunctionDelete = 3;

    // Silent, without confirmation, to the bin, without error messages, and without files connected to a saved web
    // page.
    private const ushort Flags = 0x4 | 0x10 | 0x40 | 0x400 | 0x2000;

    private const int ErrorFileNotFound = 2;
    private const int ErrorPathNotFound = 3;

    // MAX_PATH, which the shell does not support beyond.
    private const int PathCharsMaxExcl = 260;

    /// <summary>Moves a file to the bin. Nobody may have it open.</summary>
    /// <param name="folder">The folder that contains the file.</param>
    /// <param name="name">The bare name of the file.</param>
    /// <param name="path">The path of the folder, which must refer to it for the duration of the call.</param>
    public VolumeError Take(SafeFileHandle folder, ReadOnlySpan<byte> name, string path)
    {
        string whole = WindowsPaths.FromNative(WindowsPaths.Join(path, Encoding.UTF8.GetString(name)))
            .Replace('/', '\\');
        VolumeError error = system.Stat(folder, name, LinkPolicy.Stay, out FileFacts facts);
        if (error.Failed || facts.Kind != EntryKind.File)
        {
            return error || new VolumeError(VolumeErrorKind.Changed);
        }

        // The shell strips trailing dots and spaces from a name, which would then refer to another file.
        if (whole.Length >= PathCharsMaxExcl || whole.EndsWith('.') || whole.EndsWith(' ') || whole.Contains('?'))
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        byte[] further = Encoding.ASCII.GetBytes(
            $".doppel-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16))}");
        return WhyInUse(folder, name)
            || MakeFurther(folder, name, facts, further)
            || Take(folder, name, whole, facts, further);
    }

    private VolumeError MakeFurther(
        SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts, byte[] further)
    {
        VolumeError error = system.OpenFile(folder, name, out SafeFileHandle? file);
        using (file)
        {
            FileFacts now = default;
            error = error || system.Stat(file!, out now);
            error = error || (now.Inode == facts.Inode ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed));

            // A file system without hard links has no bin either, or none that can be trusted.
            return error || (system.Link(file!, folder, further).Failed
                ? new VolumeError(VolumeErrorKind.Unsupported)
                : VolumeError.None);
        }
    }

    private VolumeError Take(
        SafeFileHandle folder, ReadOnlySpan<byte> name, string whole, in FileFacts facts, byte[] further)
    {
        int result = AskShell(whole);
        VolumeError looked = system.Stat(folder, name, LinkPolicy.Stay, out FileFacts here);
        if (!looked.Failed && here.Inode == facts.Inode && !WhyInUse(folder, name).Failed)
        {
            system.Remove(folder, further);
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        // A pending deletion returns another error, and the link count reflects it too early.
        bool hasGone = result == 0 && looked.Code is ErrorFileNotFound or ErrorPathNotFound;
        if (hasGone && !system.Stat(folder, further, LinkPolicy.Stay, out FileFacts left).Failed
            && left.Links > facts.Links)
        {
            return system.Remove(folder, further);
        }

        // Permanently deleted, except for this additional link, which is kept in any case.
        return system.Move(folder, further, folder, name) || new VolumeError(VolumeErrorKind.Unsupported);
    }

    // If somebody has the file open, its removal may be delayed, and then its outcome cannot be determined.
    private static VolumeError WhyInUse(SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = WindowsFiles.Open(
            folder, name, WindowsNative.ReadData | WindowsNative.Delete, share: 0, WindowsNative.DispositionOpen,
            WindowsNative.OptionNoFolder | WindowsNative.OptionReparsePoint, out SafeFileHandle? alone);
        alone?.Dispose();
        return error;
    }

    private static int AskShell(string path)
    {
        // The list of paths ends with an empty path.
        fixed (char* from = path + "\0\0")
        {
            var operation = new WindowsNative.ShellFileOperation
            {
                Function = FunctionDelete,
                From = from,
                Flags = Flags,
            };
            return WindowsNative.ShellOperation(&operation);
        }
    }
}
