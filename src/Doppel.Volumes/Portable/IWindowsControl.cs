namespace Doppel.Volumes;

/// <summary>Queries Windows about volumes and disks. Tests provide their own implementation.</summary>
internal interface IWindowsControl
{
    /// <summary>
    /// Returns the volume of a drive or a mount folder, such as <c>\\?\Volume{…}\</c>, or null if there is none.
    /// </summary>
    /// <param name="root">The path, which must end with a backslash.</param>
    string? VolumeOf(string root);

    /// <summary>
    /// Returns the share that a drive letter is mapped to, such as <c>\\server\share</c>, or null if there is none.
    /// </summary>
    /// <param name="drive">The drive, such as <c>Z:</c>.</param>
    string? ShareOf(string drive);

    /// <summary>Sends a query to a volume or disk, without requesting read access.</summary>
    /// <param name="device">The device, such as <c>\\.\PhysicalDrive0</c>.</param>
    /// <param name="code">The control code, IOCTL_*.</param>
    /// <param name="input">The input of the query.</param>
    /// <param name="output">Receives the answer.</param>
    /// <param name="written">The length of the answer in bytes.</param>
    /// <returns>The Win32 error code, or 0 on success.</returns>
    int Query(string device, uint code, ReadOnlySpan<byte> input, Span<byte> output, out int written);
}
