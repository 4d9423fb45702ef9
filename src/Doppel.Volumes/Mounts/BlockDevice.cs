using System.Globalization;
using System.Text;

namespace Doppel.Volumes.Mounts;

/// <summary>A block device as /sys tells of it.</summary>
internal sealed class BlockDevice
{
    private readonly SystemTree _tree;
    private readonly string _folder;
    private readonly string _disk;

    private BlockDevice(SystemTree tree, string folder)
    {
        _tree = tree;
        _folder = folder;

        // A partition's folder lies in that of its disk, which alone has a queue.
        _disk = tree.Has(folder + "/partition") ? Path.GetDirectoryName(folder)! : folder;
    }

    /// <summary>The kernel's name, such as sda1 or dm-0.</summary>
    public string Name => Path.GetFileName(_folder);

    /// <summary>The name of the disk that it is, or is a part of.</summary>
    public string DiskName => Path.GetFileName(_disk);

    /// <summary>What the disk's maker calls it; empty if not known.</summary>
    public string Model => _tree.Text(_disk + "/device/model")?.Trim() ?? "";

    /// <summary>What a mapped device or an array is made of; empty for a disk.</summary>
    public IReadOnlyList<BlockDevice> Below =>
        [.. _tree.Entries(_disk + "/slaves").Select(path => Find(_tree, "/dev/" + Path.GetFileName(path)))
            .OfType<BlockDevice>()];

    /// <summary>The file behind a loop device; null for others.</summary>
    public string? BackingFile => _tree.Text(_disk + "/loop/backing_file");

    /// <summary>Bytes of a logical sector; 0 if not known.</summary>
    public int SectorBytes => int.TryParse(
        _tree.Text(_disk + "/queue/logical_block_size"), NumberStyles.None, CultureInfo.InvariantCulture, out int bytes)
        ? bytes : 0;

    /// <summary>What it is, by its name and by what its queue says.</summary>
    public DeviceKind Kind
    {
        get
        {
            string disk = Path.GetFileName(_disk);
            return IsNumbered(disk, "sr") ? DeviceKind.Optical
                : IsNumbered(disk, "ram") || IsNumbered(disk, "zram") ? DeviceKind.Memory
                : IsNumbered(disk, "nbd") || IsNumbered(disk, "rbd") ? DeviceKind.Network
                : _tree.Text(_disk + "/queue/rotational") switch
                {
                    "0" => DeviceKind.Solid,
                    "1" => DeviceKind.Rotating,
                    _ => DeviceKind.Unknown,
                };
        }
    }

    /// <summary>The label of the file system on it, as udev noted it; empty where there is none.</summary>
    public string Label
    {
        get
        {
            foreach (string link in _tree.Entries("/dev/disk/by-label"))
            {
                if (Path.GetFileName(_tree.Target(link)) == Name)
                {
                    return Unescape(Path.GetFileName(link));
                }
            }

            return "";
        }
    }

    /// <summary>The device of a number.</summary>
    public static BlockDevice? Find(SystemTree tree, ulong device)
    {
        string? folder = tree.Target($"/sys/dev/block/{DeviceNumber.Major(device)}:{DeviceNumber.Minor(device)}");
        return folder is null ? null : new BlockDevice(tree, folder);
    }

    /// <summary>The device of a path such as /dev/sda1 or /dev/mapper/group-volume.</summary>
    public static BlockDevice? Find(SystemTree tree, string source)
    {
        if (!source.StartsWith("/dev/", StringComparison.Ordinal))
        {
            return null;
        }

        // bcachefs names all its devices, with colons between them.
        string path = source.Split(':')[0];
        string name = Path.GetFileName(tree.Target(path) ?? path);
        if (tree.Target("/sys/class/block/" + name) is { } folder)
        {
            return new BlockDevice(tree, folder);
        }

        // Without udev /dev/mapper holds nodes and no links; the mapped device knows its name.
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

    private static bool IsNumbered(string name, string prefix) => name.Length > prefix.Length
        && name.StartsWith(prefix, StringComparison.Ordinal) && char.IsAsciiDigit(name[prefix.Length]);

    // udev writes bytes that do not go into a file name as \x20.
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
