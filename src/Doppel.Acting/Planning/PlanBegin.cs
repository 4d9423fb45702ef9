using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>How and when a plan was made.</summary>
public sealed record PlanBegin
{
    /// <summary>The version of the plan's own form. This is 1.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The version of the program that made it.</summary>
    public required string Version { get; init; }

    /// <summary>The rules in words, in the order in which they counted.</summary>
    public required IReadOnlyList<string> Rules { get; init; }

    /// <summary>The roots of the report, as it names them; empty where it does not tell.</summary>
    public required IReadOnlyList<ReportName> Roots { get; init; }

    /// <summary>When it was made.</summary>
    public required ReportTime Made { get; init; }
}
