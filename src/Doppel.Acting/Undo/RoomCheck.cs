using System.Globalization;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Compares the number of bytes to be written to each file system with its free space.</summary>
internal sealed class RoomCheck(IChangeableVolume volume)
{
    private readonly Dictionary<ulong, FileSystem> _fileSystems = [];

    /// <summary>Gets the number of bytes to be written to all file systems together.</summary>
    internal long BytesNeeded => _fileSystems.Values.Sum(static one => Math.Max(0, one.BytesNeeded));

    /// <summary>Adds bytes to be written below a folder. A negative number is freed there.</summary>
    internal void Add(OpenFolder folder, long bytes) => FileSystemOf(folder).Bytes += bytes;

    /// <summary>
    /// Adds a file that is written below a folder while the file that it replaces is still there. One such file is
    /// replaced after the other, so only the largest one needs space.
    /// </summary>
    internal void AddReplaced(OpenFolder folder, long bytes)
    {
        FileSystem known = FileSystemOf(folder);
        known.LargestReplaced = Math.Max(known.LargestReplaced, bytes);
    }

    /// <summary>Returns where space is missing and how much, or null if there is enough.</summary>
    internal string? WhyNot()
    {
        string[] missing =
        [
            .. _fileSystems.Values.Where(static one => one.BytesNeeded > one.FreeBytes)
                .Select(static one => string.Create(
                    CultureInfo.InvariantCulture,
                    $"{one.BytesNeeded - one.FreeBytes:N0} bytes more are needed on {one.MountPoint} "
                    + $"({one.BytesNeeded:N0} to rebuild, {one.FreeBytes:N0} free)")),
        ];
        return missing.Length > 0 ? $"not enough free space: {string.Join("; ", missing)}" : null;
    }

    private FileSystem FileSystemOf(OpenFolder folder)
    {
        if (!_fileSystems.TryGetValue(folder.Facts.Device, out FileSystem? known))
        {
            // If the free space is unknown, nothing is refused: the write itself will fail if there is too little.
            long free = volume.FreeBytesForUser(folder.Handle, out long told).Failed ? long.MaxValue : told;
            known = new FileSystem(volume.MountOf(folder.Handle).MountPoint, free);
            _fileSystems.Add(folder.Facts.Device, known);
        }

        return known;
    }

    private sealed class FileSystem(string mountPoint, long freeBytes)
    {
        internal string MountPoint => mountPoint.Length > 0 ? mountPoint : "a file system without a mount point";

        internal long FreeBytes => freeBytes;

        internal long Bytes { get; set; }

        internal long LargestReplaced { get; set; }

        internal long BytesNeeded => Bytes + LargestReplaced;
    }
}
