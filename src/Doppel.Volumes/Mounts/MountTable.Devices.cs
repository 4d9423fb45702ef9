namespace Doppel.Volumes;

/// <content>Finds the disks and servers behind a mount.</content>
internal sealed partial class MountTable
{
    // A mapped volume on an encrypted volume on an array of partitions is three levels. Disk images add more.
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
            // File systems that show another folder have it as their source: bindfs, encrypting file systems.
            AddHolders([line.Source], line, depth, found);
        }
        else
        {
            // A zfs pool has many file systems on one set of disks, which only its own tools can list.
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

    // A file system may be on several devices and list one or all of them.
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
