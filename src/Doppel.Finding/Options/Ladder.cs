namespace Doppel.Finding;

/// <summary>
/// The sizes and counts at which matching moves on to its next step. Results depend only on the tree and the flags.
/// </summary>
/// <remarks>
/// The defaults are what measured best. Tests and benchmarks use other values, which find the same files.
/// </remarks>
internal sealed record Ladder
{
    /// <summary>
    /// The size up to which files are never checked for a shared block, in bytes. On btrfs the query takes longer (15
    /// to 30 µs; 2 to 5 µs on xfs) than reading the block from the cache.
    /// </summary>
    internal const int UnmappedBytesMax = 4096;

    /// <summary>The maximum number of copies compared in lockstep if every group must be proved byte by byte.</summary>
    internal const int OpenCopiesMax = 128;

    /// <summary>
    /// The total size in bytes of the blocks that a thread compares at a time. With more files, blocks are smaller, so
    /// that the total stays bounded.
    /// </summary>
    internal const int BufferBytesMax = 8 << 20;

    /// <summary>
    /// The number of files of one size that are sampled to find out whether their ends differ. With fewer samples, all
    /// would often be equal by chance.
    /// </summary>
    internal const int SampleCopies = 8;

    /// <summary>Gets the default thresholds.</summary>
    internal static Ladder Default { get; } = new();

    /// <summary>
    /// Gets the size in bytes up to which files are read completely when first opened, 0 to 1 MiB. Reading less would
    /// save almost nothing. Default: 64 KiB.
    /// </summary>
    public int SmallBytesMax { get; init; } = 64 * 1024;

    /// <summary>
    /// Gets the number of bytes read first from each end of a larger file, 0 to 1 MiB; 0 skips this step. Default: 4
    /// KiB, one page, because the device reads no less.
    /// </summary>
    public int EndBytes { get; init; } = 4096;

    /// <summary>
    /// Gets the size in bytes up to which large sets of files of one size are always hashed and never compared, 0 to 8
    /// MiB. They are hashed when first opened if the ends of a sample are mostly equal. No file qualifies if this is at
    /// most <see cref="SmallBytesMax"/>. Default: 256 KiB, because opening a file costs as much as reading a good part
    /// of that.
    /// </summary>
    public int MediumBytesMax { get; init; } = 256 * 1024;

    /// <summary>
    /// Gets the maximum number of copies of one size that are opened together and compared in lockstep, 1 to 128;
    /// larger sets are hashed. With 1, all copies are hashed. Default: 8.
    /// </summary>
    public int FewCopiesMax { get; init; } = 8;

    /// <summary>
    /// Gets the number of bytes read from a file at a time, 4 KiB to 8 MiB. Default: 128 KiB; larger blocks do not fit
    /// in the second-level cache.
    /// </summary>
    public int BlockBytes { get; init; } = 128 * 1024;
}
