namespace Doppel.Reports;

/// <summary>One inode that holds the sound or picture of a media group, and what is its own.</summary>
public sealed record ReportMediaCopy
{
    /// <summary>Its names and facts.</summary>
    public required ReportCopy Copy { get; init; }

    /// <summary>
    /// Bytes of the whole file, tags too; -1 where it was read from a form that does not tell (text).
    /// </summary>
    public required long Size { get; init; }

    /// <summary>
    /// A number from 0 for each content in the order of the copies: copies of one number are equal as whole files, and
    /// in an ordinary group too. -1 where it was read from a form that does not tell (text).
    /// </summary>
    public required int Content { get; init; }

    /// <summary>What its tags say, no name twice, in the order in which the names first stand in the file.</summary>
    public IReadOnlyList<ReportTag> Tags { get; init; } = [];

    /// <summary>Bytes of the largest picture in its tags; 0 where they hold none.</summary>
    public long CoverBytes { get; init; }

    /// <summary>When it was taken or recorded, as the camera's clock said; null where no tag tells.</summary>
    public DateTime? Taken { get; init; }
}
