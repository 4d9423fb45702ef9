namespace Doppel.Reports;

/// <summary>Describes what was requested, and when.</summary>
public sealed record ReportBegin
{
    /// <summary>Gets the version of the report's own schema. The current version is 1.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>Gets the version of the program that wrote the report.</summary>
    public required string Version { get; init; }

    /// <summary>
    /// Gets the arguments after the program's name. For other finders, this is the whole command line, as a single text
    /// if the report does not separate the arguments (text of fclones, jdupes, rmlint).
    /// </summary>
    public required IReadOnlyList<ReportName> Command { get; init; }

    /// <summary>
    /// Gets the working directory, to which names that are not absolute are relative. Empty if the report does not
    /// record it (jdupes).
    /// </summary>
    public required ReportName WorkingDirectory { get; init; }

    /// <summary>
    /// Gets the absolute paths of the roots in the order given. Empty if the report does not identify them.
    /// </summary>
    public required IReadOnlyList<ReportName> Roots { get; init; }

    /// <summary>
    /// Gets the roots that are reference folders. Files below them always stay, and only copies of them go. Default:
    /// none.
    /// </summary>
    public IReadOnlyList<ReportName> References { get; init; } = [];

    /// <summary>
    /// Gets the saved volumes that were searched. Their roots and names start with <c>catalog:</c> and the name of the
    /// volume. Default: none.
    /// </summary>
    public IReadOnlyList<ReportSavedVolume> SavedVolumes { get; init; } = [];

    /// <summary>Gets the time at which the search started; 1970 if the report does not record it.</summary>
    public required ReportTime Started { get; init; }
}

/// <summary>
/// A disk that was not searched itself, but what a catalog had saved of it, or a bucket of which only the list was
/// read.
/// </summary>
/// <param name="Name">The name of the saved volume, or the address of the bucket: <c>s3://NAME</c>.</param>
/// <param name="Made">The time at which it was saved or listed.</param>
public readonly record struct ReportSavedVolume(string Name, ReportTime Made)
{
    /// <summary>What precedes the name of a saved volume in the names of its files.</summary>
    public const string Prefix = "catalog:";

    private const string BucketScheme = "s3://";

    /// <summary>Gets what precedes the paths in the names of its files.</summary>
    public string Address => Name.StartsWith(BucketScheme, StringComparison.Ordinal) ? Name : Prefix + Name;

    /// <summary>
    /// Returns whether a name is that of a file on a saved volume or of an object in a bucket, which is not on any
    /// disk.
    /// </summary>
    public static bool Holds(ReportName name) => Holds(name.Bytes);

    /// <inheritdoc cref="Holds(ReportName)"/>
    internal static bool Holds(ReadOnlySpan<byte> name) => name.StartsWith("catalog:"u8) || name.StartsWith("s3://"u8);
}
