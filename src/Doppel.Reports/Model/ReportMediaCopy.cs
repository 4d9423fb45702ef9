namespace Doppel.Reports;

/// <summary>An inode that holds the audio or image data of a media group, with the properties of this copy.</summary>
public sealed record ReportMediaCopy
{
    /// <summary>Gets the names and metadata.</summary>
    public required ReportCopy Copy { get; init; }

    /// <summary>
    /// Gets the size of the complete file in bytes, including tags, or -1 if the report was read from a format that
    /// does not record it (text).
    /// </summary>
    public required long Size { get; init; }

    /// <summary>
    /// Gets a number, starting at 0, that identifies the content of the complete file, numbered in the order of the
    /// copies. Copies with the same number are identical files and are also in an ordinary group. -1 if the report was
    /// read from a format that does not record it (text).
    /// </summary>
    public required int Content { get; init; }

    /// <summary>
    /// Gets the tags, in the order in which their names first occur in the file. No name occurs twice.
    /// </summary>
    public IReadOnlyList<ReportTag> Tags { get; init; } = [];

    /// <summary>Gets the size of the largest picture in the tags in bytes; 0 if there is none.</summary>
    public long CoverBytes { get; init; }

    /// <summary>
    /// Gets the time at which the picture or recording was made, according to the camera's clock, or null if no tag
    /// records it.
    /// </summary>
    public DateTime? Taken { get; init; }
}

/// <summary>A tag of a media file, with all its values.</summary>
/// <param name="Name">The name of the tag, such as title; not empty.</param>
/// <param name="Values">The values, at least one, in the order in which they occur in the file.</param>
public sealed record ReportTag(string Name, IReadOnlyList<string> Values);
