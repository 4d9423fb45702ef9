using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Describes how and when a plan was created.</summary>
public sealed record PlanBegin
{
    /// <summary>Gets the version of the plan format, currently 1.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>Gets the version of the program that created the plan.</summary>
    public required string Version { get; init; }

    /// <summary>Gets the rules in words, in the order in which they were applied.</summary>
    public required IReadOnlyList<string> Rules { get; init; }

    /// <summary>Gets the roots as named in the report. Empty if the report does not list them.</summary>
    public required IReadOnlyList<ReportName> Roots { get; init; }

    /// <summary>Gets the time at which the plan was created.</summary>
    public required ReportTime Made { get; init; }
}
