using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>
/// A volume on a disk without a head. With <see cref="ServiceOptions.Kind"/> set to rotating it is a virtual disk that
/// says so wrongly.
/// </summary>
public sealed class SolidVolume(IVolume inner, ServiceDevice disk, DiskLayout layout) : DiskVolume(inner, layout)
{
    /// <summary>A volume on a disk of its own, its files strewn over it.</summary>
    public SolidVolume(MemoryVolume inner, SimulatedTime time, ServiceOptions options)
        : this(inner, new ServiceDevice(time, options), DiskLayout.Shuffled(inner, new DiskLayoutOptions()))
    {
    }

    /// <summary>The disk.</summary>
    public ServiceDevice Disk => disk;

    private protected override SimulatedDevice Device => disk;

    private protected override PhysicalDevice Facts => new() { Name = disk.Options.Name, Kind = disk.Options.Kind };
}
