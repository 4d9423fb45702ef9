using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents one inode of a group, as found when the plan was created.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed record PlanCopy
{
    /// <summary>
    /// Gets the absolute names of the inode, free of symbolic links. At least one, without duplicates. The inode may
    /// have other names outside the roots, which are unknown.
    /// </summary>
    public required IReadOnlyList<ReportName> Names { get; init; }

    /// <summary>Gets the facts of the inode.</summary>
    public required FileFacts Facts { get; init; }

    /// <summary>Gets the number of names of the inode that the plan does not know, at least 0.</summary>
    public long OutsideNames => Math.Max(0, (long)Facts.Links - Names.Count);

    /// <summary>Gets whether the report says that other files (clones, snapshots) share its blocks.</summary>
    public bool SharesBlocks { get; init; }

    /// <summary>Gets the known symbolic links to its names, ordered by name. Default: none.</summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>
    /// Gets the metadata in which it differs from the first kept copy, and which a hard link would therefore change.
    /// Default: none.
    /// </summary>
    public MetadataKinds Changes { get; init; }

    /// <summary>
    /// Gets, for a dropped media file, the tags that the first kept copy lacks and does not gain. Default: none.
    /// </summary>
    public IReadOnlyList<ReportTag> LostTags { get; init; } = [];

    /// <summary>
    /// Gets, for a dropped media file, the tags that are added to <see cref="PlanGroup.TagsTo"/> before it goes.
    /// Default: none.
    /// </summary>
    public IReadOnlyList<ReportTag> AddedTags { get; init; } = [];

    /// <summary>
    /// Gets, for a dropped media file, the tags of the first kept copy that stay instead of lost ones of the same name.
    /// Default: none are known.
    /// </summary>
    public IReadOnlyList<ReportTag> KeptTags { get; init; } = [];

    /// <summary>Returns an object as a bucket lists it, for <see cref="ActRun.Remove"/>.</summary>
    /// <param name="name">The name, <c>s3://BUCKET/KEY</c>.</param>
    /// <param name="size">The size in bytes.</param>
    /// <param name="modified">When the object was stored, or the default value if the list does not say.</param>
    /// <param name="etag">The ETag, if the list has it.</param>
    public static PlanCopy OfObject(ReportName name, long size, FileTime modified, S3ETag etag) => new()
    {
        Names = [name],
        Facts = ObjectName.ListedFacts(name, size, modified, etag),
    };

    /// <summary>
    /// Gets whether the user knows that it cannot be brought back once <see cref="ActRun.Remove"/> has removed it.
    /// Otherwise it stays if it could not be. Default: false.
    /// </summary>
    public bool IsFinal { get; init; }

    /// <summary>Gets whether it is an object in a bucket, whose only name is <c>s3://BUCKET/KEY</c>.</summary>
    public bool IsObject => ObjectName.Is(Names[0]);

    /// <summary>Gets whether it is on another machine, where its only name is <c>host:MACHINE/PATH</c>.</summary>
    public bool IsOnHost => HostName.Is(Names[0]);

    /// <summary>Gets whether it is an object or on another machine, and not a file here.</summary>
    public bool IsElsewhere => IsObject || IsOnHost;

    /// <summary>Gets whether its blocks remain in use after all known names are removed.</summary>
    public bool IsHeld => OutsideNames > 0 || SharesBlocks;

    /// <summary>
    /// Gets the number of bytes on the device that removing all known names frees, or 0 if something else uses its
    /// blocks.
    /// </summary>
    public long FreedBytes => IsHeld ? 0 : Facts.Allocated;

    /// <summary>Gets the number of bytes on the device that sharing the blocks of another copy frees.</summary>
    public long UnsharedBytes => SharesBlocks ? 0 : Facts.Allocated;
}

/// <summary>Represents a symbolic link to a name of a copy. Removing that name would leave it dangling.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed record PlanLink
{
    /// <summary>Gets the absolute name of the link itself.</summary>
    public required ReportName Name { get; init; }

    /// <summary>Gets the target as stored in the link.</summary>
    public required ReportName Target { get; init; }

    /// <summary>Gets the absolute name that the link finally resolves to, free of symbolic links.</summary>
    public required ReportName Final { get; init; }

    /// <summary>Gets whether the link is below a protected folder and must therefore never be changed.</summary>
    public bool IsProtected { get; init; }
}
