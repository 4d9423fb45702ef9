namespace Doppel.Volumes;

/// <summary>Looks at the devices below paths: which there are, and how long they take for a small reading.</summary>
/// <remarks>Thread-safe. Never lists another file system than that of the path, and leaves nothing open.</remarks>
public static class DeviceLook
{
    /// <summary>No more files are probed.</summary>
    public const int FilesMax = 16;

    /// <summary>No more entries of folders are looked at.</summary>
    public const int EntriesMax = 2000;

    // Several folders have to be seen for files to lie far apart.
    private const int EntriesPerFolderMax = 250;
    private const int LinkHopsMax = 40;

    /// <summary>Facts of the mount that a path lies on, which need not be a folder. Links are followed.</summary>
    public static VolumeError MountAt(IVolume volume, ReadOnlySpan<byte> path, out MountFacts mount)
    {
        ArgumentNullException.ThrowIfNull(volume);
        VolumeError error = OpenFolderOf(volume, path, out FolderHandle folder, out _);
        mount = error.Failed ? MountFacts.Unknown : volume.MountOf(folder);
        if (!error.Failed)
        {
            volume.Close(folder);
        }

        return error;
    }

    /// <summary>The rules by the names of the devices that they speak of; of two the later one.</summary>
    /// <remarks>A rule whose path cannot be opened any more says nothing.</remarks>
    public static IReadOnlyDictionary<string, DeviceRule> RulesByDevice(
        IVolume volume, IEnumerable<DeviceRule> rules)
    {
        ArgumentNullException.ThrowIfNull(rules);
        var found = new Dictionary<string, DeviceRule>(StringComparer.Ordinal);
        foreach (DeviceRule rule in rules)
        {
            if (MountAt(volume, rule.Path.Span, out MountFacts mount).Failed)
            {
                continue;
            }

            foreach (PhysicalDevice device in mount.DevicesOrItself)
            {
                found[device.Name] = rule;
            }
        }

        return found;
    }

    /// <summary>Probes files below a path, as far apart as a short look finds them.</summary>
    /// <param name="volume">Where the path lies.</param>
    /// <param name="path">An absolute path of a folder, or of a file, whose folder is meant.</param>
    /// <returns>
    /// What was measured, in the order of measuring; at most <see cref="FilesMax"/>. Empty where there are no files, or
    /// none that can be probed.
    /// </returns>
    public static IReadOnlyList<TimeSpan> Probe(IVolume volume, ReadOnlySpan<byte> path)
    {
        ArgumentNullException.ThrowIfNull(volume);
        if (OpenFolderOf(volume, path, out FolderHandle root, out FileFacts facts).Failed)
        {
            return [];
        }

        var latencies = new List<TimeSpan>(FilesMax);
        foreach (ProbeFile file in Spread(Find(volume, root, facts.Device)))
        {
            if (!volume.Probe(root, file.Path, out TimeSpan latency).Failed)
            {
                latencies.Add(latency);
            }
        }

        volume.Close(root);
        return latencies;
    }

    /// <summary>Files below a folder, level by level.</summary>
    private static List<ProbeFile> Find(IVolume volume, FolderHandle root, ulong device)
    {
        var files = new List<ProbeFile>();
        var folders = new Queue<byte[]>([[]]);
        int left = EntriesMax;
        while (left > 0 && folders.TryDequeue(out byte[]? path))
        {
            VolumeError error = volume.OpenFolder(
                root, path, LinkPolicy.Stay, out FolderHandle folder, out FileFacts facts);
            if (error.Failed)
            {
                continue;
            }

            if (facts.Device == device)
            {
                var visitor = new ProbeVisitor(path, device, Math.Min(left, EntriesPerFolderMax), files, folders);
                _ = volume.List(folder, FactFields.Size | FactFields.Identity, visitor);
                left -= visitor.Seen;
            }

            volume.Close(folder);
        }

        return files;
    }

    /// <summary>
    /// A few of the files, by their inodes far apart, and in an order that goes to and fro: neighbours in time are no
    /// neighbours on a disk, which would answer from what it has read ahead.
    /// </summary>
    private static IEnumerable<ProbeFile> Spread(List<ProbeFile> files)
    {
        files.Sort((left, right) => left.Inode.CompareTo(right.Inode));
        int count = Math.Min(files.Count, FilesMax);
        int half = (count + 1) / 2;
        for (int i = 0; i < count; i++)
        {
            int rank = (i / 2) + (i % 2 == 0 ? 0 : half);
            yield return files[(int)((long)rank * files.Count / count)];
        }
    }

    private static VolumeError OpenFolderOf(
        IVolume volume, ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        for (int hop = 0; hop < LinkHopsMax; hop++)
        {
            VolumeError error = volume.OpenFolder(
                FolderHandle.None, path, LinkPolicy.Follow, out folder, out facts);
            if (error.Kind is not (VolumeErrorKind.Changed or VolumeErrorKind.Unsupported))
            {
                return error;
            }

            // No folder: a file lies on what its folder lies on, a link to a file on what that one lies on.
            ReadOnlySpan<byte> parent = path[..Math.Max(1, path.LastIndexOf((byte)'/'))];
            if (volume.ReadLink(FolderHandle.None, path, out byte[] target).Failed)
            {
                return volume.OpenFolder(FolderHandle.None, parent, LinkPolicy.Follow, out folder, out facts);
            }

            path = target.AsSpan().StartsWith("/"u8) ? target : [.. parent, (byte)'/', .. target];
        }

        folder = FolderHandle.None;
        facts = default;
        return new VolumeError(VolumeErrorKind.IsLink);
    }
}
