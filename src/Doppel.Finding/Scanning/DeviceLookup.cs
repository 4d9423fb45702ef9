using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Looks up the numbers of devices for one worker of a scan.</summary>
/// <remarks>Not thread-safe. It remembers the last device, since most entries of a folder have the same one.</remarks>
internal sealed class DeviceLookup(PathTree tree)
{
    private ulong _lastDevice;
    private int _lastNumber = -1;

    /// <summary>Returns the number of a device that an entry of an open folder has.</summary>
    internal int NumberOf(in ScanPlace at, ulong device)
    {
        if (_lastNumber < 0 || _lastDevice != device || tree.Devices[_lastNumber].Volume != at.Volume)
        {
            _lastNumber = tree.Devices.NumberOf(at.Volume, device, at.Handle);
            _lastDevice = device;
        }

        return _lastNumber;
    }

    /// <summary>Returns the number of the device of a file that was not reached by listing.</summary>
    internal int NumberOfFile(IVolume volume, ReadOnlySpan<byte> path, ulong device)
    {
        if (tree.Devices.TryGetNumber(volume, device, out int number))
        {
            return number;
        }

        // Its folder must identify the device, once per device.
        ReadOnlySpan<byte> folder = path[..(path.LastIndexOf((byte)'/') + 1)];
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, folder, LinkPolicy.Follow, out FolderHandle handle, out FileFacts _);
        if (error.Failed)
        {
            // The file existed a moment ago, so this is only a race. Nothing is trusted on such a device.
            return tree.Devices.Add(volume, device, MountFacts.Unknown);
        }

        number = tree.Devices.NumberOf(volume, device, handle);
        volume.Close(handle);
        return number;
    }

    /// <summary>Returns the number of the device of the root above a path.</summary>
    internal int OfRoot(PathId path)
    {
        PathId above;
        while ((above = tree.Parent(path)) != PathId.None)
        {
            path = above;
        }

        return tree.MarkOf(path).Device;
    }
}
