namespace Doppel.Finding;

/// <summary>A device in the <see cref="SearchDevices"/> and three flags, in two bytes per node.</summary>
internal readonly record struct DeviceMark
{
    internal const int DevicesMax = 1 << 13;

    private const ushort LinkedBit = 1 << 15;
    private const ushort ThroughLinkBit = 1 << 14;

    private const ushort YoungBit = 1 << 13;

    private readonly ushort _value;

    internal DeviceMark(int device, bool mayHaveMoreNames, bool throughLink, bool isYoung = false)
    {
        int linked = mayHaveMoreNames ? LinkedBit : 0;
        int through = throughLink ? ThroughLinkBit : 0;
        int young = isYoung ? YoungBit : 0;
        _value = (ushort)(device | linked | through | young);
    }

    /// <summary>Gets the number in the <see cref="SearchDevices"/>.</summary>
    internal int Device => _value & (DevicesMax - 1);

    /// <summary>
    /// Gets whether another row may be the same inode: the link count is above one, or it was reached through a link.
    /// </summary>
    internal bool MayHaveMoreNames => (_value & LinkedBit) != 0;

    /// <summary>Gets whether the name itself is a symbolic link that was followed to a file.</summary>
    internal bool IsFollowedLink => (_value & ThroughLinkBit) != 0;

    /// <summary>
    /// Gets whether the file changed so recently that the call that changed it may still be running; see
    /// <see cref="FileStamp.IsYoung"/>.
    /// </summary>
    internal bool IsYoung => (_value & YoungBit) != 0;
}
