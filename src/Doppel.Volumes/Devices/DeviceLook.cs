namespace Doppel.Volumes;

/// <summary>Examines the devices behind paths: which devices they are, and the latency of small reads.</summary>
/// <remarks>Thread-safe. Never lists a file system other than that of the path, and leaves nothing open.</remarks>
public static class DeviceLook
{
    /// <summary>The maximum number of files to probe.</summary>
    public const int FilesMax = 16;

    /// <summary>The maximum number of folder entries to examine.</summary>
    public const int EntriesMax = 2000;

    // Files are far apart only if they come from several folders.
    private const int EntriesPerFolderMax = 250;
    private const int LinkHopsMax = 40;

    /// <summary>Gets the facts of the mount of a path, which need not be a folder. Follows symbolic links.</summary>
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

    /// <summary>
    /// Returns the rules by the names of the devices that they apply to. If two rules apply to a device, the later one
    /// wins.
    /// </summary>
    /// <remarks>A rule whose path can no longer be opened is ignored.</remarks>
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

    /// <summary>Probes files below a path, as far apart as a quick search finds them.</summary>
    /// <param name="volume">The volume of the path.</param>
    /// <param name="path">The absolute path of a folder, or of a file, in which case its folder is used.</param>
    /// <returns>
    /// The latencies in the order of measurement, at most <see cref="FilesMax"/>. Empty if there are no files, or none
    /// that can be probed.
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

    /// <summary>Finds files below a folder, level by level.</summary>
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
    /// Returns a few of the files, with inode numbers far apart, in an alternating order: files probed one after the
    /// other must not be neighbours on a disk, which would serve them from its read-ahead.
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

            // This is not a folder: a file is on the device of its folder, and a link to a file on the device of that
            // file's folder.
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
