namespace Doppel.Reports;

/// <summary>What was asked, and when.</summary>
public sealed record ReportBegin
{
    /// <summary>The version of the report's own form. This is 1.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The version of the program that wrote it.</summary>
    public required string Version { get; init; }

    /// <summary>
    /// The arguments after the program's name; of other finders the whole command line, as one text where the report
    /// does not keep the arguments apart (text of fclones, jdupes, rmlint).
    /// </summary>
    public required IReadOnlyList<ReportName> Command { get; init; }

    /// <summary>
    /// The working directory, from which names are meant that are not absolute; empty where the report does not tell
    /// it (jdupes).
    /// </summary>
    public required ReportName WorkingDirectory { get; init; }

    /// <summary>The roots, absolute, in the order given; empty where the report does not tell them apart.</summary>
    public required IReadOnlyList<ReportName> Roots { get; init; }

    /// <summary>When the search began; 1970 where the report does not tell it.</summary>
    public required ReportTime Started { get; init; }
}
