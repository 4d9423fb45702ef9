namespace Doppel.Reports;

/// <summary>What was asked, and when.</summary>
public sealed record ReportBegin
{
    /// <summary>The version of the report's own form. This is 1.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The version of the program that wrote it.</summary>
    public required string Version { get; init; }

    /// <summary>The arguments after the program's name.</summary>
    public required IReadOnlyList<ReportName> Command { get; init; }

    /// <summary>The working directory.</summary>
    public required ReportName WorkingDirectory { get; init; }

    /// <summary>The roots, absolute, in the order given.</summary>
    public required IReadOnlyList<ReportName> Roots { get; init; }

    /// <summary>When the search began.</summary>
    public required ReportTime Started { get; init; }
}
