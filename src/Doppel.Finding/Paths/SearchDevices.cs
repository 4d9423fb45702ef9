using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// The devices that a search has encountered, numbered so that each node needs only two bytes for its device.
/// </summary>
/// <remarks>Thread-safe. Numbers depend on thread timing and never appear in results.</remarks>
internal sealed class SearchDevices
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(IVolume Volume, ulong Device), int> _numbers = [];
    private Entry[] _entries = new Entry[4];
    private int _count;

    internal Entry this[int number] => Volatile.Read(ref _entries)[number];

    /// <summary>Gets the number of devices encountered so far.</summary>
    internal int Count => Volatile.Read(ref _count);

    /// <summary>Gets the number of a device that is already known.</summary>
    internal bool TryGetNumber(IVolume volume, ulong device, out int number)
    {
        lock (_gate)
        {
            return _numbers.TryGetValue((volume, device), out number);
        }
    }

    /// <summary>Returns the number of a device, adding it if necessary.</summary>
    /// <param name="volume">The volume that knows the device.</param>
    /// <param name="device">The device number that the volume reports.</param>
    /// <param name="folder">A folder on the device, or above it if a file has a device of its own.</param>
    internal int NumberOf(IVolume volume, ulong device, FolderHandle folder) =>
        TryGetNumber(volume, device, out int number) ? number : Add(volume, device, volume.MountOf(folder));

    /// <summary>Adds a device. If it is already known, its existing entry is kept.</summary>
    internal int Add(IVolume volume, ulong device, MountFacts mount)
    {
        lock (_gate)
        {
            if (_numbers.TryGetValue((volume, device), out int number))
            {
                return number;
            }

            if (_count == DeviceMark.DevicesMax)
            {
                throw new InvalidOperationException("More than 16384 devices. Search fewer roots in one run.");
            }

            if (_count == _entries.Length)
            {
                var larger = new Entry[_count * 2];
                _entries.CopyTo(larger, 0);
                Volatile.Write(ref _entries, larger);
            }

            // A file that is a mount point itself has another device than its folder: the identity is not that of its
            // inode number.
            bool isOther = mount.Device != device && mount.Identity.IsKnown;
            _entries[_count] = new Entry(volume, device, isOther ? mount with { Identity = default } : mount);
            _numbers.Add((volume, device), _count);
            return _count++;
        }
    }

    internal sealed record Entry(IVolume Volume, ulong Device, MountFacts Mount);
}
