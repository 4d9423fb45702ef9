namespace Doppel.Finding;

/// <summary>
/// The sizes and counts at which the ladder of matching changes its step. Results depend on tree and flags only.
/// </summary>
internal static class Ladder
{
    /// <summary>
    /// Files up to this size are read whole at the first opening; reading less would save next to nothing.
    /// </summary>
    internal const int SmallBytesMax = 64 * 1024;

    /// <summary>How much of either end of a larger file is read first. One page: the device reads no less.</summary>
    internal const int EndBytes = 4096;

    /// <summary>
    /// Up to so many copies of one size are opened together and compared in lockstep; more are hashed.
    /// </summary>
    internal const int FewCopiesMax = 8;

    /// <summary>Up to so many are compared in lockstep where every group must be proved by bytes.</summary>
    internal const int OpenCopiesMax = 128;

    /// <summary>Bytes read from a file at a time. Larger blocks fall out of the second-level cache.</summary>
    internal const int BlockBytes = 128 * 1024;

    /// <summary>
    /// Bytes of all blocks that a thread compares at a time. With more files, blocks are smaller: so it stays bounded.
    /// </summary>
    internal const int BufferBytesMax = 8 << 20;
}
