using Doppel.Volumes;

namespace Doppel.S3.Transfer;

/// <summary>Options for the transfers of an <see cref="S3Transfer"/>.</summary>
public sealed record S3TransferOptions
{
    private const int PartBytes = 16 * 1024 * 1024;

    /// <summary>
    /// What to do with a file or object that the target already has. Default:
    /// <see cref="S3Existing.ReplaceDifferent"/>.
    /// </summary>
    public S3Existing Existing { get; init; } = S3Existing.ReplaceDifferent;

    /// <summary>The number of files or objects that are transferred at the same time. At least 1. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    /// <summary>
    /// Selects what folder transfers consider, on both sides: what it excludes is neither transferred nor deleted. Null
    /// for everything. Called for one entry at a time.
    /// </summary>
    public Func<S3TransferEntry, bool>? Filter { get; init; }

    /// <summary>
    /// Whether a folder transfer also deletes what only the target has. Happens last, and only if there were no
    /// problems. Default: false.
    /// </summary>
    public bool Deletes { get; init; }

    /// <summary>
    /// Whether a folder transfer may delete everything in the target because the source is empty. Default: false, so
    /// that an unmounted disk or a mistyped prefix deletes nothing.
    /// </summary>
    public bool DeletesAll { get; init; }

    /// <summary>
    /// The number of files or objects that a folder transfer deletes at most, or null for any number. Nothing is
    /// deleted if there are more. At least 0. Default: null.
    /// </summary>
    public long? DeletionsMax { get; init; }

    /// <summary>
    /// Called once before anything is deleted, with all entries that would be. Nothing is deleted if it returns false.
    /// Null to delete without asking.
    /// </summary>
    public Func<IReadOnlyList<S3TransferEntry>, ValueTask<bool>>? ConfirmsDeletion { get; init; }

    /// <summary>
    /// Deletes what only the target has. Null for the remover of this library, which deletes a file or object
    /// permanently if it is still as it was listed. Default: null.
    /// </summary>
    public IS3Remover? Remover { get; init; }

    /// <summary>
    /// Whether folder transfers only report in <see cref="Items"/> what they would do. Default: false.
    /// </summary>
    public bool IsDryRun { get; init; }

    /// <summary>
    /// Whether the parts of an interrupted upload stay on the server, and uploads resume from them. Default: false.
    /// </summary>
    public bool ResumesUploads { get; init; }

    /// <summary>
    /// The options of uploads. Without a content type, the extension of the key decides. The modification time is added
    /// to the metadata as <c>mtime</c>. Conditions, upload ID and progress are set by each transfer. Default: parts of
    /// 16 MiB.
    /// </summary>
    public S3UploadOptions Upload { get; init; } = new() { PartBytes = PartBytes };

    /// <summary>
    /// The options of downloads. Conditions, version and progress are set by each transfer. Default: parts of 16 MiB.
    /// </summary>
    public S3DownloadOptions Download { get; init; } = new() { PartBytes = PartBytes };

    /// <summary>
    /// Receives what happened to each file and object, as it happens. May be called by several threads at once. Must
    /// not throw, except to end the transfer. Use a class of your own: <see cref="Progress{T}"/> reports later and out
    /// of order.
    /// </summary>
    public IProgress<S3TransferItem>? Items { get; init; }

    /// <summary>The volume of local folders.</summary>
    internal IChangeableVolume Volume { get; init; } =
        OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(Parallelism, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(DeletionsMax ?? 0, nameof(DeletionsMax));
        ArgumentNullException.ThrowIfNull(Upload);
        ArgumentNullException.ThrowIfNull(Download);
    }
}

/// <summary>Specifies what to do with a file or object that the target already has.</summary>
public enum S3Existing
{
    /// <summary>
    /// Replace it if its content differs. Sizes are compared first, then the MD5 or checksum that the server has with
    /// the content of the file. Where the server has neither, the modification time decides.
    /// </summary>
    ReplaceDifferent,

    /// <summary>Replace it without comparing.</summary>
    Replace,

    /// <summary>Keep it without comparing.</summary>
    Keep,
}
