using System.Collections.Concurrent;
using System.Text;

namespace Doppel.Volumes;

/// <summary>
/// Contains the mounts of this process on Linux, and what /sys and /dev report about the devices behind them.
/// </summary>
/// <remarks>
/// <para>
/// Reads /proc/self/mountinfo again after each change: the kernel gives the numbers of a mount that is gone to the next
/// one. Examines only the mount in question, so that no other one is woken up. Never opens a device or a mount point.
/// </para>
/// <para>
/// Thread-safe. Up to 4,096 answers are cached until then. No member fails: what cannot be determined is unknown.
/// </para>
/// </remarks>
internal sealed partial class MountTable
{
    private const int AnswersMax = 4096;

    // Overlays on overlays, disk images on disk images.
    private const int NestingMax = 4;

    private readonly SystemTree _tree;
    private readonly Func<bool> _haveChanged;
    private volatile ConcurrentDictionary<(ulong Device, ulong MountId), MountFacts> _answers = new();
    private volatile MountLine[] _lines = [];

    /// <summary>Creates a table of the mounts of this process, or of those in a recorded tree.</summary>
    /// <param name="haveChanged">Returns whether a mount may be another than at the last call. True at first.</param>
    /// <param name="root">The recorded tree.</param>
    internal MountTable(Func<bool> haveChanged, string root = "") =>
        (_haveChanged, _tree) = (haveChanged, new SystemTree(root));

    /// <summary>Gets the facts of the file system with a device number.</summary>
    /// <param name="device">The device number as in st_dev. See <see cref="DeviceNumber"/>.</param>
    /// <remarks>
    /// If there are several mounts, uses the first one that shows the entire file system. Files of btrfs subvolumes and
    /// of overlays over several file systems have device numbers that are listed nowhere; only the mount id identifies
    /// their mount.
    /// </remarks>
    public MountFacts FactsOf(ulong device) => FactsOf(device, 0);

    /// <summary>Gets the facts of one mount.</summary>
    /// <param name="device">The device number of the files on it.</param>
    /// <param name="mountId">The mount id from statx (STATX_MNT_ID), or 0 if unknown.</param>
    public MountFacts FactsOf(ulong device, ulong mountId)
    {
        MountLine[] lines = Lines();
        ConcurrentDictionary<(ulong, ulong), MountFacts> answers = _answers;
        if (answers.TryGetValue((device, mountId), out MountFacts? known))
        {
            return known;
        }

        MountLine? line = Find(lines, device, mountId);
        MountFacts facts = line is null
            ? MountFacts.Unknown
            : FactsOf(line, NestingMax) with { Devices = DevicesBelow(line) };
        facts = facts with { Device = device };
        if (answers.Count >= AnswersMax)
        {
            answers.Clear();
        }

        answers[(device, mountId)] = facts;
        return facts;
    }

    /// <summary>Returns the UUID that udev recorded for the device of a file system, or 0 if there is none.</summary>
    /// <param name="device">The device number as in st_dev.</param>
    public UInt128 UuidOf(ulong device) =>
        Find(Lines(), device, 0) is { } line && DeviceOf(line) is { } holder ? holder.Uuid : 0;

    /// <summary>
    /// Returns whether the file system of a path may ignore the case of names: it is known to, or it is a FUSE or
    /// network file system, which does as its server does.
    /// </summary>
    /// <param name="path">An absolute path that leads through no symbolic link.</param>
    /// <param name="pointBytes">The length of the mount point.</param>
    public bool MayIgnoreCase(ReadOnlySpan<byte> path, out int pointBytes)
    {
        _ = Lines();
        MountLine? line = Holder(Encoding.UTF8.GetString(path), except: null);
        pointBytes = line is null ? 0 : Encoding.UTF8.GetByteCount(line.MountPoint.TrimEnd('/'));
        FileSystemTraits traits = line is null ? FileSystemTraits.TrustedIds : TraitsOf(line);
        return (traits & FileSystemTraits.IgnoresCase) != 0
            || (traits & (FileSystemTraits.TrustedIds | FileSystemTraits.Virtual)) == 0;
    }

    private static FileSystemTraits TraitsOf(MountLine line) => FileSystemTable.TraitsOf(line.FileSystem)
        | (line.SuperOptions.Contains("nocase") ? FileSystemTraits.IgnoresCase : 0);

    /// <summary>
    /// Reads where whole file systems, or subvolumes, of the types that have an identity are mounted.
    /// </summary>
    public IEnumerable<byte[]> PointsOfDisks() => Lines()
        .Where(static line => line.FileSystem == "btrfs"
            || (line.FileSystem is "ext2" or "ext3" or "ext4" or "xfs" or "f2fs" && line.Root == "/"))
        .Select(static line => Encoding.Latin1.GetBytes(line.MountPoint));

    private static MountLine? Find(MountLine[] lines, ulong device, ulong mountId)
    {
        MountLine? byId = mountId == 0 ? null : Array.Find(lines, line => line.Id == mountId);
        return byId
            ?? Array.Find(lines, line => line.Device == device && line.Root == "/")
            ?? Array.Find(lines, line => line.Device == device);
    }

    private MountLine[] Lines()
    {
        if (!_haveChanged())
        {
            return _lines;
        }

        string[] text = _tree.Text("/proc/self/mountinfo", Encoding.Latin1)?.Split('\n') ?? [];
        MountLine[] lines = [.. text.Select(MountLine.Parse).OfType<MountLine>()];
        _lines = lines;
        _answers = new();
        return lines;
    }

    private MountFacts FactsOf(MountLine line, int nesting)
    {
        FileSystemTraits traits = TraitsOf(line) | (line.IsReadOnly ? FileSystemTraits.ReadOnly : 0);

        // An xfs with a second device for content can have two blocks with the same address.
        bool twoSpaces = line.SuperOptions.Any(static text => text.StartsWith("rtdev=", StringComparison.Ordinal));
        traits &= twoSpaces ? ~FileSystemTraits.SharedExtents : ~FileSystemTraits.None;
        var facts = new MountFacts
        {
            Device = line.Device,
            FileSystemId = line.Device,
            MountPoint = line.MountPoint,
            FileSystem = line.FileSystem,
            Traits = traits,
            DeviceKind = FileSystemTable.KindOf(line.FileSystem),
        };

        if (line.FileSystem == "overlay")
        {
            return WithLayers(facts, line, nesting);
        }

        bool mayHaveDevice = facts.DeviceKind == DeviceKind.Unknown && (traits & FileSystemTraits.Virtual) == 0;
        BlockDevice? device = mayHaveDevice ? DeviceOf(line) : null;
        return device is null ? facts : facts with
        {
            DeviceKind = KindOf(device, line, nesting),
            Label = device.Label,
            SectorBytes = device.SectorBytes,
        };
    }

    // File systems without a device number of their own (btrfs, zfs) name their device as the source, if there is one.
    private BlockDevice? DeviceOf(MountLine line) => DeviceNumber.Major(line.Device) == 0
        ? BlockDevice.Find(_tree, line.Source)
        : BlockDevice.Find(_tree, line.Device);

    // A disk image seeks as fast as the disk that stores it. What its own queue reports depends on the kernel.
    private DeviceKind KindOf(BlockDevice device, MountLine line, int nesting) =>
        nesting > 0 && device.BackingFile is { } image && Holder(image, line) is { } holder
            ? FactsOf(holder, nesting - 1).DeviceKind
            : device.Kind;

    // An overlay is no better than its layers: it is slow if one of them rotates, and its inode numbers are theirs.
    private MountFacts WithLayers(MountFacts facts, MountLine line, int nesting)
    {
        if (nesting == 0)
        {
            return facts;
        }

        foreach (string layer in Layers(line))
        {
            if (Holder(layer, line) is not { } holder)
            {
                continue;
            }

            MountFacts below = FactsOf(holder, nesting - 1);
            bool slower = facts.DeviceKind == DeviceKind.Unknown || below.DeviceKind == DeviceKind.Rotating;
            facts = facts with
            {
                DeviceKind = slower ? below.DeviceKind : facts.DeviceKind,
                SectorBytes = Math.Max(facts.SectorBytes, below.SectorBytes),
                Traits = (below.Traits & FileSystemTraits.TrustedIds) != 0
                    ? facts.Traits
                    : facts.Traits & ~FileSystemTraits.TrustedIds,
            };
        }

        return facts;
    }

    private static IEnumerable<string> Layers(MountLine line)
    {
        foreach (string option in line.SuperOptions)
        {
            int equals = option.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0 && option[..equals].TrimEnd('+') is "upperdir" or "lowerdir" or "datadir")
            {
                foreach (string layer in SplitLayers(option[(equals + 1)..]))
                {
                    yield return layer;
                }
            }
        }
    }

    // "a:b::data": colons separate layers, a double colon precedes data-only layers, and "\:" is part of a name.
    private static IEnumerable<string> SplitLayers(string text)
    {
        var layer = new StringBuilder();
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\\' && i + 1 < text.Length)
            {
                layer.Append(text[++i]);
            }
            else if (text[i] != ':')
            {
                layer.Append(text[i]);
            }
            else if (layer.Length > 0)
            {
                yield return layer.ToString();
                layer.Clear();
            }
        }

        if (layer.Length > 0)
        {
            yield return layer.ToString();
        }
    }

    // Returns the mount of a path: the longest matching mount point or, of equal ones, the last, which hides the
    // others. In a container, the paths of layers and images refer to the host, and may seem to be on the very mount
    // that they form.
    private MountLine? Holder(string path, MountLine? except)
    {
        MountLine? holder = null;
        foreach (MountLine line in _lines)
        {
            string point = line.MountPoint.TrimEnd('/');
            bool holds = path.StartsWith(point, StringComparison.Ordinal)
                && (path.Length == point.Length || path[point.Length] == '/');
            if (holds && line.MountPoint.Length >= (holder?.MountPoint.Length ?? 0))
            {
                holder = line;
            }
        }

        return except is not null && ReferenceEquals(holder, except) ? null : holder;
    }
}
