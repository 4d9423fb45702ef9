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
