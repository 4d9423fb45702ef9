namespace Doppel.Finding;

/// <summary>A file to be put in the order of sizes: eight bytes that sort as one number.</summary>
internal readonly record struct SizeKey
{
    /// <summary>Stands for all sizes from here on, which then have to be told apart.</summary>
    internal const uint ManyBytes = uint.MaxValue;

    private const uint LinkedBit = 1U << 31;

    private readonly ulong _value;

    internal SizeKey(long size, int name, bool mayHaveMoreNames) =>
        _value = ((ulong)Math.Min(size, ManyBytes) << 32) | (mayHaveMoreNames ? LinkedBit : 0) | (uint)name;

    internal uint Size => (uint)(_value >> 32);

    internal int Name => (int)(_value & ~LinkedBit);

    internal bool MayHaveMoreNames => (_value & LinkedBit) != 0;
}
