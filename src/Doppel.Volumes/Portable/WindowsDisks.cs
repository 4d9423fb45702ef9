using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Doppel.Volumes;

/// <summary>Finds the disks and servers behind a drive, a share or a mount folder on Windows.</summary>
/// <remarks>No member fails: what Windows does not report is unknown.</remarks>
internal sealed class WindowsDisks(IWindowsControl control)
{
    internal const uint GetVolumeDiskExtents = 0x0056_0000;
    internal const uint StorageQueryProperty = 0x002D_1400;
    internal const int ErrorMoreData = 234;

    // PropertyId of STORAGE_PROPERTY_QUERY.
    internal const int DeviceProperty = 0;
    internal const int SeekPenaltyProperty = 7;

    // VOLUME_DISK_EXTENTS: a count and, from byte 8, that many extents, each of which begins with a disk number.
    private const int ExtentsAt = 8;
    private const int ExtentBytes = 24;
    private const int ExtentsMax = 4096;

    // STORAGE_PROPERTY_QUERY with an unused byte at its end, padded to whole words.
    private const int QueryBytes = 12;

    // DEVICE_SEEK_PENALTY_DESCRIPTOR: version, size, and a byte with the answer.
    private const int SeekPenaltyAt = 8;

    // STORAGE_DEVICE_DESCRIPTOR: where it stores the offsets of the vendor name and the product name.
    private const int VendorOffsetAt = 12;
    private const int ProductOffsetAt = 16;
    private const int DescriptorBytes = 1024;

    /// <summary>Returns the devices behind a drive or mount folder, ordered by name and without repetition.</summary>
    /// <param name="root">The root, such as <c>C:\</c> or <c>\\?\UNC\server\share\</c>.</param>
    /// <param name="kind">The kind derived from the type of the drive.</param>
    public IReadOnlyList<PhysicalDevice> DevicesOf(string root, DeviceKind kind) => kind switch
    {
        DeviceKind.Network => [new PhysicalDevice { Name = ServerOf(root), Kind = kind }],
        DeviceKind.Memory => [new PhysicalDevice { Name = "memory", Kind = kind }],
        DeviceKind.Optical => [new PhysicalDevice { Name = WindowsPaths.FromNative(root), Kind = kind }],
        _ when control.VolumeOf(root) is { } volume =>
        [
            .. NumbersOf(volume.TrimEnd('\\')).Select(DiskOf).OrderBy(disk => disk.Name, StringComparer.Ordinal),
        ],
        _ => [],
    };

    private string ServerOf(string root)
    {
        string source = WindowsPaths.FromNative(root);
        bool isDrive = source.Length >= 2 && source[1] == ':';
        string? share = isDrive ? control.ShareOf(source[..2]) : source;

        // Server names are case-insensitive, and two shares of one server count as one device.
        return share is null ? source : ServerName.Of(share.Replace('\\', '/')).ToLowerInvariant();
    }

    private HashSet<uint> NumbersOf(string volume)
    {
        byte[] answer = new byte[ExtentsAt + ExtentBytes];
        int error = control.Query(volume, GetVolumeDiskExtents, [], answer, out int written);
        if (error == ErrorMoreData)
        {
            // The volume is on several disks or in several pieces. The part of the answer that fit in the buffer says
            // how many.
            int told = BinaryPrimitives.ReadInt32LittleEndian(answer);
            answer = new byte[ExtentsAt + (ExtentBytes * Math.Clamp(told, 1, ExtentsMax))];
            error = control.Query(volume, GetVolumeDiskExtents, [], answer, out written);
        }

        var numbers = new HashSet<uint>();
        for (int at = ExtentsAt; error == 0 && at + ExtentBytes <= written; at += ExtentBytes)
        {
            numbers.Add(BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(at)));
        }

        return numbers;
    }

    private PhysicalDevice DiskOf(uint number)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"PhysicalDrive{number}");
        return new PhysicalDevice { Name = name, Kind = KindOf(@"\\.\" + name), Model = ModelOf(@"\\.\" + name) };
    }

    private DeviceKind KindOf(string disk)
    {
        Span<byte> answer = stackalloc byte[SeekPenaltyAt + sizeof(int)];
        if (!TryProperty(disk, SeekPenaltyProperty, answer, out int written) || written <= SeekPenaltyAt)
        {
            return DeviceKind.Unknown;
        }

        return answer[SeekPenaltyAt] != 0 ? DeviceKind.Rotating : DeviceKind.Solid;
    }

    private string ModelOf(string disk)
    {
        Span<byte> answer = stackalloc byte[DescriptorBytes];
        if (!TryProperty(disk, DeviceProperty, answer, out int written) || written < ProductOffsetAt + sizeof(int))
        {
            return "";
        }

        answer = answer[..written];
        return (TextAt(answer, VendorOffsetAt) + " " + TextAt(answer, ProductOffsetAt)).Trim();
    }

    private bool TryProperty(string disk, int property, Span<byte> answer, out int written)
    {
        Span<byte> query = stackalloc byte[QueryBytes];
        query.Clear();
        BinaryPrimitives.WriteInt32LittleEndian(query, property);
        return control.Query(disk, StorageQueryProperty, query, answer, out written) == 0;
    }

    /// <summary>Returns the text whose offset is stored at the given offset, or empty if there is none.</summary>
    private static string TextAt(ReadOnlySpan<byte> answer, int offsetAt)
    {
        uint offset = BinaryPrimitives.ReadUInt32LittleEndian(answer[offsetAt..]);
        if (offset == 0 || offset >= answer.Length)
        {
            return "";
        }

        ReadOnlySpan<byte> text = answer[(int)offset..];
        int end = text.IndexOf((byte)0);
        return Encoding.ASCII.GetString(end < 0 ? text : text[..end]).Trim();
    }
}
