namespace Doppel.Volumes.Portable;

/// <summary>What Windows is asked about volumes and disks. Tests answer in its place.</summary>
internal interface IWindowsControl
{
    /// <summary>The volume that a drive or a mount folder shows, such as <c>\\?\Volume{…}\</c>; null: none.</summary>
    /// <param name="root">Ends with a backslash.</param>
    string? VolumeOf(string root);

    /// <summary>The share that a drive letter stands for, such as <c>\\server\share</c>; null: none.</summary>
    /// <param name="drive">Such as <c>Z:</c>.</param>
    string? ShareOf(string drive);

    /// <summary>Sends a query to a volume or disk, without the right to read it.</summary>
    /// <param name="device">Such as <c>\\.\PhysicalDrive0</c>.</param>
    /// <param name="code">The query, IOCTL_*.</param>
    /// <param name="input">What it is told.</param>
    /// <param name="output">Where the answer goes.</param>
    /// <param name="written">Bytes of the answer.</param>
    /// <returns>The error of Win32; 0: success.</returns>
    int Query(string device, uint code, ReadOnlySpan<byte> input, Span<byte> output, out int written);
}
