using System.Runtime.InteropServices;
using System.Text;

namespace Doppel.Volumes;

/// <summary>struct statfs of macOS with 64-bit fields. Fields that are not read are left out.</summary>
[StructLayout(LayoutKind.Explicit, Size = 2168)]
internal unsafe struct MacStatFs
{
    private const int TypeBytes = 16;
    private const int PathBytes = 1024;
    private const uint FlagReadOnly = 1;

    [FieldOffset(0)]
    private readonly uint _blockBytes;

    // The number of blocks that are not reserved for root.
    [FieldOffset(24)]
    private readonly long _free;

    [FieldOffset(64)]
    private readonly uint _flags;

    [FieldOffset(72)]
    private fixed byte _type[TypeBytes];

    [FieldOffset(88)]
    private fixed byte _mountPoint[PathBytes];

    /// <summary>Gets the number of bytes that a user other than root can still write.</summary>
    internal readonly long FreeBytes => _free * _blockBytes;

    /// <summary>Returns the facts of the mount.</summary>
    /// <param name="device">The device number of its files.</param>
    internal MountFacts ToFacts(ulong device)
    {
        string type;
        string mountPoint;
        fixed (byte* name = _type, place = _mountPoint)
        {
            type = Text(name, TypeBytes);
            mountPoint = Text(place, PathBytes);
        }

        bool isOwn = type is "apfs" or "hfs";
        FileSystemTraits traits = isOwn
            ? FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds
            : FileSystemTraits.None;
        traits |= type == "apfs" ? FileSystemTraits.Reflinks : 0;
        traits |= (_flags & FlagReadOnly) != 0 ? FileSystemTraits.ReadOnly : 0;
        return new MountFacts
        {
            Device = device,
            MountPoint = mountPoint,
            FileSystem = type,
            DeviceKind = type is "nfs" or "smbfs" or "afpfs" or "webdav" ? DeviceKind.Network : DeviceKind.Unknown,
            Traits = traits,
            SectorBytes = (int)Math.Min(_blockBytes, int.MaxValue),
        };
    }

    private static string Text(byte* start, int bytesMax)
    {
        var all = new ReadOnlySpan<byte>(start, bytesMax);
        int end = all.IndexOf((byte)0);
        return Encoding.UTF8.GetString(end < 0 ? all : all[..end]);
    }
}
