using System.Globalization;
using System.Text;
using System.Text.Unicode;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>
/// Moves files to the trash of macOS: ~/.Trash for the volume with the home folder, .Trashes/UID at the top of any
/// other volume.
/// </summary>
/// <remarks>A file is moved with a rename that replaces nothing. If its name is taken, a number is added.</remarks>
internal sealed class MacTrash(UnixSystem system)
{
    private const int NumbersMax = 10_000;
    private const int NameBytesMax = 255;
    private const uint Private = 0x1C0; // rwx------

    /// <summary>Moves a file to the trash.</summary>
    /// <param name="folder">The folder that contains the file.</param>
    /// <param name="name">The bare name of the file.</param>
    /// <param name="home">The home folder of the user.</param>
    /// <param name="mountPoint">The mount point of the file's volume.</param>
    public VolumeError Take(SafeFileHandle folder, ReadOnlySpan<byte> name, string home, string mountPoint)
    {
        VolumeError error = system.Stat(folder, name, LinkPolicy.Stay, out FileFacts facts);
        if (!error.Failed && facts.Kind is not (EntryKind.File or EntryKind.Link))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        SafeFileHandle? trash = null;
        error = error || Open(facts.Device, home, mountPoint, out trash);
        using (trash)
        {
            return error || Move(folder, name, trash!);
        }
    }

    /// <summary>Returns the name with a number before its extension, shortened if it would become too long.</summary>
    public static byte[] Numbered(ReadOnlySpan<byte> name, int number)
    {
        if (number == 1)
        {
            return name.ToArray();
        }

        int dot = name.LastIndexOf((byte)'.');
        dot = dot <= 0 ? name.Length : dot;
        byte[] insert = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $" {number}"));
        ReadOnlySpan<byte> ending = name[dot..];
        int room = Math.Max(0, NameBytesMax - insert.Length - ending.Length);
        ReadOnlySpan<byte> stem = name[..Math.Min(dot, room)];
        while (stem.Length > 0 && !Utf8.IsValid(stem) && Utf8.IsValid(name))
        {
            stem = stem[..^1];
        }

        return [.. stem, .. insert, .. ending];
    }

    private VolumeError Move(SafeFileHandle folder, ReadOnlySpan<byte> name, SafeFileHandle trash)
    {
        VolumeError error = default;
        for (int number = 1; number <= NumbersMax; number++)
        {
            error = system.Move(folder, name, trash, Numbered(name, number));
            if (error.Kind != VolumeErrorKind.Exists)
            {
                break;
            }
        }

        return error;
    }

    private VolumeError Open(ulong device, string home, string mountPoint, out SafeFileHandle? trash)
    {
        VolumeError error = system.OpenFolder(home, LinkPolicy.Follow, out SafeFileHandle? above);
        using (above)
        {
            trash = null;
            error = error || OpenOrMake(above!, ".Trash"u8, out trash, device);
            if (!error.Failed)
            {
                return error;
            }
        }

        error = system.OpenFolder(mountPoint, LinkPolicy.Follow, out SafeFileHandle? top);
        using (top)
        {
            SafeFileHandle? all = null;
            error = error || OpenOrMake(top!, ".Trashes"u8, out all, device);
            using (all)
            {
                byte[] user = Encoding.ASCII.GetBytes(system.User.ToString(CultureInfo.InvariantCulture));
                trash = null;
                error = error || OpenOrMake(all!, user, out trash, device);
            }
        }

        // This volume may have no trash, and no other location is suitable.
        return error.Failed ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : VolumeError.None;
    }

    private VolumeError OpenOrMake(
        SafeFileHandle above, ReadOnlySpan<byte> name, out SafeFileHandle? folder, ulong device)
    {
        VolumeError error = system.OpenFolder(above, name, out folder);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            error = system.MakeFolder(above, name, Private);
            error = error.Failed && error.Kind != VolumeErrorKind.Exists
                ? error
                : system.OpenFolder(above, name, out folder);
        }

        FileFacts facts = default;
        error = error || system.Stat(folder!, out facts);
        if (!error.Failed && facts.Device != device)
        {
            error = new VolumeError(VolumeErrorKind.OtherVolume);
        }

        if (error.Failed)
        {
            folder?.Dispose();
            folder = null;
        }

        return error;
    }
}
