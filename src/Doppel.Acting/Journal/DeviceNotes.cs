using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds out, once for each device number that a run meets, which file system has it.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class DeviceNotes(IChangeableVolume volume)
{
    private readonly HashSet<ulong> _seen = [];

    /// <summary>Returns what the journal must record about a device number, or null if it is known already.</summary>
    /// <param name="device">The device number. 0 if there is none.</param>
    /// <param name="name">The absolute name of a file or folder with this device number.</param>
    internal JournalDevice? Note(ulong device, ReportName name)
    {
        if (device == 0 || _seen.Contains(device) || PlanPaths.RootLength(name.Bytes) == 0 || ObjectName.Is(name)
            || HostName.Is(name))
        {
            return null;
        }

        _seen.Add(device);
        FileSystemIdentity fileSystem = default;
        ReportName? top = null;
        for (ReportName at = FolderOf(name); IsOn(at, device, ref fileSystem); at = FolderOf(at))
        {
            if (top == at)
            {
                break;
            }

            top = at;
        }

        return new JournalDevice(device, fileSystem, top ?? FolderOf(name));
    }

    private bool IsOn(ReportName path, ulong device, ref FileSystemIdentity fileSystem)
    {
        if (volume.OpenFolderStrictly(path.Bytes, out FolderHandle folder, out FileFacts facts).Failed)
        {
            return false;
        }

        bool isOn = facts.Device == device;
        if (isOn && !fileSystem.IsKnown)
        {
            fileSystem = volume.MountOf(folder).Identity;
        }

        volume.Close(folder);
        return isOn;
    }

    private static ReportName FolderOf(ReportName name) => new(name.Bytes[..Math.Max(
        PlanPaths.RootLength(name.Bytes), name.Bytes.LastIndexOf((byte)'/'))].ToArray());
}
