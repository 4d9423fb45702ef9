namespace Doppel.Finding;

/// <summary>A sort key for ordering files by size: eight bytes that compare as one number.</summary>
internal readonly record struct SizeKey
{
    /// <summary>Represents all sizes from this one on, which must then be told apart separately.</summary>
    internal const uint ManyBytes = uint.MaxValue;

    private const uint LinkedBit = 1U << 31;

    private readonly ulong _value;

    internal SizeKey(long size, int name, bool mayHaveMoreNames) =>
        _value = ((ulong)Math.Min(size, ManyBytes) << 32) | (mayHaveMoreNames ? LinkedBit : 0) | (uint)name;

    internal uint Size => (uint)(_value >> 32);

    internal int Name => (int)(_value & ~LinkedBit);

    internal bool MayHaveMoreNames => (_value & LinkedBit) != 0;
}
