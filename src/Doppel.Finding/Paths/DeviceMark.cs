namespace Doppel.Finding;

/// <summary>A device of the <see cref="DeviceTable"/> and two marks, in two bytes for each node.</summary>
internal readonly record struct DeviceMark
{
    internal const int DevicesMax = 1 << 14;

    private const ushort LinkedBit = 1 << 15;
    private const ushort ThroughLinkBit = 1 << 14;

    private readonly ushort _value;

    internal DeviceMark(int device, bool mayHaveMoreNames, bool throughLink) =>
        _value = (ushort)(device | (mayHaveMoreNames ? LinkedBit : 0) | (throughLink ? ThroughLinkBit : 0));

    /// <summary>The number in the <see cref="DeviceTable"/>.</summary>
    internal int Device => _value & (DevicesMax - 1);

    /// <summary>
    /// Whether another row may be the same inode: its link count is above one, or it was reached by a link.
    /// </summary>
    internal bool MayHaveMoreNames => (_value & LinkedBit) != 0;

    /// <summary>Whether the name itself is a symbolic link that was followed to a file.</summary>
    internal bool IsFollowedLink => (_value & ThroughLinkBit) != 0;
}
