namespace Doppel.Finding;

/// <summary>
/// The sizes and counts at which the ladder of matching changes its step. Results depend on tree and flags only.
/// </summary>
/// <remarks>
/// The defaults are what measured best. Others are there to measure what each step gains; they find the same files.
/// </remarks>
public sealed record Ladder
{
    /// <summary>
    /// Of files up to this size nobody asks whether they share their block: on btrfs the answer takes longer (15 to
    /// 30 µs, on xfs 2 to 5) than reading it from the cache.
    /// </summary>
    internal const int UnmappedBytesMax = 4096;

    /// <summary>Up to so many copies are compared in lockstep where every group must be proved by bytes.</summary>
    internal const int OpenCopiesMax = 128;

    /// <summary>
    /// Bytes of all blocks that a thread compares at a time. With more files, blocks are smaller: so it stays bounded.
    /// </summary>
    internal const int BufferBytesMax = 8 << 20;

    /// <summary>
    /// So many files of a size are looked at to tell whether their ends part them. Fewer would often be equal by
    /// chance.
    /// </summary>
    internal const int SampleCopies = 8;

    /// <summary>The steps of a search unless it is told otherwise.</summary>
    public static Ladder Default { get; } = new();

    /// <summary>Whether a file whose size occurs once is left alone. Default: true.</summary>
    public bool GroupsBySize { get; init; } = true;

    /// <summary>
    /// Files up to this size are read whole at the first opening; reading less would save next to nothing. Bytes, 0 to
    /// 1 MiB. Default: 64 KiB.
    /// </summary>
    public int SmallBytesMax { get; init; } = 64 * 1024;

    /// <summary>
    /// How much of either end of a larger file is read first. Bytes, 0 to 1 MiB; 0: nothing. Default: 4 KiB, one page,
    /// for the device reads no less.
    /// </summary>
    public int EndBytes { get; init; } = 4096;

    /// <summary>
    /// Many files of a size up to this one are hashed, never compared, and at the first opening if a few of them have
    /// equal ends. Bytes, 0 to 8 MiB; at most <see cref="SmallBytesMax"/>: no file. Default: 256 KiB: opening costs as
    /// much as reading a good part of that.
    /// </summary>
    public int MediumBytesMax { get; init; } = 256 * 1024;

    /// <summary>
    /// Up to so many copies of one size are opened together and compared in lockstep; more are hashed. 1 to 128; 1: all
    /// are hashed. Default: 8.
    /// </summary>
    public int FewCopiesMax { get; init; } = 8;

    /// <summary>
    /// Bytes read from a file at a time, 4 KiB to 8 MiB. Default: 128 KiB; larger blocks fall out of the second-level
    /// cache.
    /// </summary>
    public int BlockBytes { get; init; } = 128 * 1024;

    /// <summary>Throws where a value is out of its range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The message tells which and what is allowed.</exception>
    public void Validate()
    {
        Check(SmallBytesMax, 0, 1 << 20, nameof(SmallBytesMax));
        Check(MediumBytesMax, 0, BufferBytesMax, nameof(MediumBytesMax));
        Check(EndBytes, 0, 1 << 20, nameof(EndBytes));
        Check(FewCopiesMax, 1, OpenCopiesMax, nameof(FewCopiesMax));
        Check(BlockBytes, 4096, BufferBytesMax, nameof(BlockBytes));
    }

    private static void Check(int value, int min, int max, string name)
    {
        if (value < min || value > max)
        {
            throw new ArgumentOutOfRangeException(name, value, $"{name} must be from {min} to {max}.");
        }
    }
}
