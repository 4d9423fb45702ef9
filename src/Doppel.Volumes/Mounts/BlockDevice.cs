using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Doppel.Volumes;

/// <summary>Represents a block device as described by /sys.</summary>
internal sealed class BlockDevice
{
    private readonly SystemTree _tree;
    private readonly string _folder;
    private readonly string _disk;

    private BlockDevice(SystemTree tree, string folder)
    {
        _tree = tree;
        _folder = folder;

        // The folder of a partition is inside that of its disk, and only the disk has a queue.
        _disk = tree.Has(folder + "/partition") ? Path.GetDirectoryName(folder)! : folder;
    }

    /// <summary>Gets the kernel's name, such as sda1 or dm-0.</summary>
    public string Name => Path.GetFileName(_folder);

    /// <summary>Gets the name of the disk, which is the device itself or contains it.</summary>
    public string DiskName => Path.GetFileName(_disk);

    /// <summary>Gets the manufacturer's model name of the disk. Empty if unknown.</summary>
    public string Model => _tree.Text(_disk + "/device/model")?.Trim() ?? "";

    /// <summary>Gets the devices that a mapped device or an array consists of. Empty for a disk.</summary>
    public IReadOnlyList<BlockDevice> Below =>
        [.. _tree.Entries(_disk + "/slaves").Select(path => Find(_tree, "/dev/" + Path.GetFileName(path)))
            .OfType<BlockDevice>()];

    /// <summary>Gets the file behind a loop device, or null for other devices.</summary>
    public string? BackingFile => _tree.Text(_disk + "/loop/backing_file");

    /// <summary>Gets the logical sector size in bytes, or 0 if unknown.</summary>
    public int SectorBytes => int.TryParse(
        _tree.Text(_disk + "/queue/logical_block_size"), NumberStyles.None, CultureInfo.InvariantCulture, out int bytes)
        ? bytes : 0;

    /// <summary>Gets the kind of device, based on its name and its queue.</summary>
    public DeviceKind Kind
    {
        get
        {
            string disk = Path.GetFileName(_disk);
            if (IsNumbered(disk, "sr"))
            {
                return DeviceKind.Optical;
            }

            if (IsNumbered(disk, "ram") || IsNumbered(disk, "zram"))
            {
                return DeviceKind.Memory;
            }

            if (IsNumbered(disk, "nbd") || IsNumbered(disk, "rbd"))
            {
                return DeviceKind.Network;
            }

            return _tree.Text(_disk + "/queue/rotational") switch
            {
                "0" => DeviceKind.Solid,
                "1" => DeviceKind.Rotating,
                _ => DeviceKind.Unknown,
            };
        }
    }

    /// <summary>Gets the label of the file system on it as recorded by udev. Empty if there is none.</summary>
    public string Label => Unescape(NameIn("/dev/disk/by-label"));

    /// <summary>
    /// Gets the UUID of the file system on it as recorded by udev, or 0 if there is none of 128 bits.
    /// </summary>
    public UInt128 Uuid => Guid.TryParseExact(NameIn("/dev/disk/by-uuid"), "D", out Guid uuid)
        ? BinaryPrimitives.ReadUInt128BigEndian(uuid.ToByteArray(bigEndian: true))
        : 0;

    /// <summary>Finds a device by its number.</summary>
    public static BlockDevice? Find(SystemTree tree, ulong device)
    {
        string? folder = tree.Target($"/sys/dev/block/{DeviceNumber.Major(device)}:{DeviceNumber.Minor(device)}");
        return folder is null ? null : new BlockDevice(tree, folder);
    }

    /// <summary>Finds a device by its path, such as /dev/sda1 or /dev/mapper/group-volume.</summary>
    public static BlockDevice? Find(SystemTree tree, string source)
    {
        if (!source.StartsWith("/dev/", StringComparison.Ordinal))
        {
            return null;
        }

        // bcachefs lists all its devices, separated by colons.
        string path = source.Split(':')[0];
        string name = Path.GetFileName(tree.Target(path) ?? path);
        if (tree.Target("/sys/class/block/" + name) is { } folder)
        {
            return new BlockDevice(tree, folder);
        }

        // Without udev, /dev/mapper contains nodes instead of links. The mapped device itself has the name.
        foreach (string device in tree.Entries("/sys/class/block"))
        {
            if (Path.GetFileName(device).StartsWith("dm-", StringComparison.Ordinal)
                && tree.Target(device) is { } mapped && tree.Text(mapped + "/dm/name") == name)
            {
                return new BlockDevice(tree, mapped);
            }
        }

        return null;
    }

    private string NameIn(string folder)
    {
        foreach (string link in _tree.Entries(folder))
        {
            if (Path.GetFileName(_tree.Target(link)) == Name)
            {
                return Path.GetFileName(link);
            }
        }

        return "";
    }

    private static bool IsNumbered(string name, string prefix) => name.Length > prefix.Length
        && name.StartsWith(prefix, StringComparison.Ordinal) && char.IsAsciiDigit(name[prefix.Length]);

    // udev writes bytes that cannot be part of a file name as \x20.
    private static string Unescape(string text)
    {
        var bytes = new List<byte>();
        byte[] source = Encoding.UTF8.GetBytes(text);
        for (int i = 0; i < source.Length; i++)
        {
            if (source[i] == '\\' && i + 3 < source.Length && source[i + 1] == 'x'
                && byte.TryParse(source.AsSpan(i + 2, 2), NumberStyles.AllowHexSpecifier, null, out byte value))
            {
                bytes.Add(value);
                i += 3;
            }
            else
            {
                bytes.Add(source[i]);
            }
        }

        return Encoding.UTF8.GetString([.. bytes]);
    }
}
