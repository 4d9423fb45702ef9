using System.Security.Cryptography;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>The recycle bin of Windows, through the shell.</summary>
/// <remarks>
/// The shell removes for good what its bin cannot take: too large, a drive without one, a bin that is switched off.
/// So the file gets one more name first. Afterwards the bin's own name has to be there beside it, which the number of
/// names tells. If it is not, the file gets its name back.
/// </remarks>
internal sealed unsafe class WindowsRecycleBin(WindowsSystem system)
{
    private const uint FunctionDelete = 3;

    // Silent, without questions, into the bin, without messages, and without what belongs to a saved web page.
    private const ushort Flags = 0x4 | 0x10 | 0x40 | 0x400 | 0x2000;

    private const int ErrorFileNotFound = 2;
    private const int ErrorPathNotFound = 3;

    // MAX_PATH, which the shell cannot go beyond.
    private const int PathCharsMaxExcl = 260;

    /// <summary>Puts a file there, which nobody may have open.</summary>
    /// <param name="folder">Where it lies.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="path">The folder's path, which leads to it for as long as this takes.</param>
    public VolumeError Take(SafeFileHandle folder, ReadOnlySpan<byte> name, string path)
    {
        string whole = WindowsPaths.FromNative(WindowsPaths.Join(path, Encoding.UTF8.GetString(name)))
            .Replace('/', '\\');
        VolumeError error = system.Stat(folder, name, LinkPolicy.Stay, out FileFacts facts);
        if (error.Failed || facts.Kind != EntryKind.File)
        {
            return error.Failed ? error : new VolumeError(VolumeErrorKind.Changed);
        }

        // The shell takes dots and spaces off the end of a name, and means another file then.
        if (whole.Length >= PathCharsMaxExcl || whole.EndsWith('.') || whole.EndsWith(' ') || whole.Contains('?'))
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        byte[] further = Encoding.ASCII.GetBytes(
            $".doppel-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16))}");
        error = WhyInUse(folder, name);
        error = error.Failed ? error : MakeFurther(folder, name, facts, further);
        return error.Failed ? error : Take(folder, name, whole, facts, further);
    }

    private VolumeError MakeFurther(
        SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts, byte[] further)
    {
        VolumeError error = system.OpenFile(folder, name, out SafeFileHandle? file);
        using (file)
        {
            FileFacts now = default;
            error = error.Failed ? error : system.Stat(file!, out now);
            error = error.Failed || now.Inode == facts.Inode ? error : new VolumeError(VolumeErrorKind.Changed);

            // A file system without further names has no bin either, or none that can be trusted.
            return error.Failed ? error
                : system.Link(file!, folder, further).Failed ? new VolumeError(VolumeErrorKind.Unsupported)
                : VolumeError.None;
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

        // A removal that is under way says something else, and the number of names tells of it too early.
        bool hasGone = result == 0 && looked.Code is ErrorFileNotFound or ErrorPathNotFound;
        if (hasGone && !system.Stat(folder, further, LinkPolicy.Stay, out FileFacts left).Failed
            && left.Links > facts.Links)
        {
            return system.Remove(folder, further);
        }

        // Removed for good: all but this name, which stays in any case.
        VolumeError back = system.Move(folder, further, folder, name);
        return back.Failed ? back : new VolumeError(VolumeErrorKind.Unsupported);
    }

    // Of a file that somebody has open the removal may be put off, and then nothing can be told of it.
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
        // The list of paths ends with an empty one.
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
