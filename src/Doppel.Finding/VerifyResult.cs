using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The result of reading files again.</summary>
public sealed record VerifyResult
{
    /// <summary>Gets whether every file was read; false if the run was cancelled.</summary>
    public required bool Complete { get; init; }

    /// <summary>
    /// Gets the files of which two readings agree and differ from what was recorded, while size and times are as they
    /// were, by name.
    /// </summary>
    public required IReadOnlyList<CorruptFile> Corrupt { get; init; }

    /// <summary>Gets the problems with anything that could not be listed or read, by path.</summary>
    public required IReadOnlyList<ReportProblem> Problems { get; init; }

    /// <summary>Gets the number of files that passed the filters, hard links counted once.</summary>
    public long Files { get; init; }

    /// <summary>Gets the number of files that were read and are as the catalog knew them.</summary>
    public long Verified { get; init; }

    /// <summary>
    /// Gets the number of files that were read for the first time, or changed since the last time. The next run can
    /// verify them.
    /// </summary>
    public long Added { get; init; }

    /// <summary>
    /// Gets the number of files about which nothing can be remembered: they changed a moment before, a program has them
    /// open for writing and changed them within 10 minutes, or their file system has no lasting identity.
    /// </summary>
    public long Unknowable { get; init; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Gets the elapsed wall-clock time in seconds.</summary>
    public double Seconds { get; init; }
}

/// <summary>A file whose content has changed while its size and times have not.</summary>
/// <param name="Names">Its absolute paths, at least one.</param>
/// <param name="Size">The size in bytes.</param>
/// <param name="KnownSince">When the content was last read as expected, to the second.</param>
/// <param name="Expected">The XXH3-128 digest of the content at that time.</param>
/// <param name="Found">The digest of the content now.</param>
public sealed record CorruptFile(
    IReadOnlyList<ReportName> Names, long Size, DateTimeOffset KnownSince, Digest128 Expected, Digest128 Found);
