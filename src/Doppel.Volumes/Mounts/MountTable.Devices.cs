using Doppel.Volumes.Mounts;

namespace Doppel.Volumes;

/// <content>From a mount down to the disks and servers below it.</content>
public sealed partial class MountTable
{
    // A mapped volume on an encrypted one on an array of partitions makes three; images on disks come on top.
    private const int StackMax = 8;

    private PhysicalDevice[] DevicesBelow(MountLine line)
    {
        if (VirtualFileSystems.IsVirtual(line.FileSystem))
        {
            return [];
        }

        var found = new SortedDictionary<string, PhysicalDevice>(StringComparer.Ordinal);
        AddDevices(line, StackMax, found);
        return [.. found.Values];
    }

    private void AddDevices(MountLine line, int depth, SortedDictionary<string, PhysicalDevice> found)
    {
        DeviceKind kind = FileSystemTable.KindOf(line.FileSystem);
        if (kind == DeviceKind.Memory)
        {
            found["memory"] = new PhysicalDevice { Name = "memory", Kind = kind };
        }
        else if (kind == DeviceKind.Network)
        {
            string server = ServerName.Of(line.Source);
            found[server] = new PhysicalDevice { Name = server, Kind = kind };
        }
        else if (line.FileSystem == "overlay")
        {
            AddHolders(Layers(line), line, depth, found);
        }
        else if (DeviceOf(line) is { } device)
        {
            foreach (BlockDevice member in Members(device, line))
            {
                AddDisks(member, line, depth, found);
            }
        }
        else if (line.Source.StartsWith('/') && !line.Source.StartsWith("/dev/", StringComparison.Ordinal))
        {
            // What shows another folder names it as its source: bindfs, encrypting file systems.
            AddHolders([line.Source], line, depth, found);
        }
        else
        {
            // A pool of zfs has many file systems, and one set of disks that only its own tools tell.
            string name = line.FileSystem == "zfs" ? line.Source.Split('/')[0] : line.Source;
            found[name] = new PhysicalDevice { Name = name };
        }
    }

    private void AddHolders(
        IEnumerable<string> paths, MountLine except, int depth, SortedDictionary<string, PhysicalDevice> found)
    {
        foreach (string path in paths)
        {
            if (depth > 0 && Holder(path, except) is { } holder)
            {
                AddDevices(holder, depth - 1, found);
            }
        }
    }

    // A file system may lie on several devices and names one or all of them.
    private IEnumerable<BlockDevice> Members(BlockDevice device, MountLine line)
    {
        if (line.FileSystem == "bcachefs")
        {
            return line.Source.Split(':').Select(path => BlockDevice.Find(_tree, path)).OfType<BlockDevice>();
        }

        IReadOnlyList<string>? members = line.FileSystem == "btrfs"
            ? _tree.Entries("/sys/fs/btrfs").Select(one => _tree.Entries(one + "/devices"))
                .FirstOrDefault(all => all.Any(path => Path.GetFileName(path) == device.Name))
            : null;
        return members is null
            ? [device]
            : members.Select(path => BlockDevice.Find(_tree, "/dev/" + Path.GetFileName(path))).OfType<BlockDevice>();
    }

    private void AddDisks(
        BlockDevice device, MountLine line, int depth, SortedDictionary<string, PhysicalDevice> found)
    {
        if (depth > 0 && device.BackingFile is { } image && Holder(image, line) is { } holder)
        {
            AddDevices(holder, depth - 1, found);
            return;
        }

        IReadOnlyList<BlockDevice> below = depth > 0 ? device.Below : [];
        foreach (BlockDevice one in below)
        {
            AddDisks(one, line, depth - 1, found);
        }

        if (below.Count == 0)
        {
            found[device.DiskName] =
                new PhysicalDevice { Name = device.DiskName, Kind = device.Kind, Model = device.Model };
        }
    }
}
