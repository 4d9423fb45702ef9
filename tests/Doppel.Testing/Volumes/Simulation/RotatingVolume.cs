using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume on a rotating disk. Two of them on one disk are two mounts of it.</summary>
public sealed class RotatingVolume(IVolume inner, RotatingDisk disk, DiskLayout layout) : DiskVolume(inner, layout)
{
    /// <summary>A volume on a disk of its own, its files strewn over it.</summary>
    public RotatingVolume(MemoryVolume inner, SimulatedTime time, RotatingOptions options)
        : this(inner, new RotatingDisk(time, options), DiskLayout.Shuffled(inner, new DiskLayoutOptions()))
    {
    }

    /// <summary>The disk.</summary>
    public RotatingDisk Disk => disk;

    private protected override SimulatedDevice Device => disk;

    private protected override PhysicalDevice Facts => new() { Name = disk.Options.Name, Kind = disk.Options.Kind };
}
