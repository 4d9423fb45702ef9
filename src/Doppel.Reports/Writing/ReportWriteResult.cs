namespace Doppel.Reports;

/// <summary>The result of writing a report.</summary>
public sealed record ReportWriteResult
{
    /// <summary>The maximum number of problems kept. <see cref="NamesLeftOut"/> continues to count beyond it.</summary>
    public const int ProblemsMax = 10_000;

    /// <summary>Gets the number of groups written.</summary>
    public required long Groups { get; init; }

    /// <summary>Gets the number of names written, in groups and without a duplicate.</summary>
    public required long Names { get; init; }

    /// <summary>
    /// Gets the number of names that the format cannot represent, including the names of groups left out for that
    /// reason.
    /// </summary>
    public required long NamesLeftOut { get; init; }

    /// <summary>Gets a problem for each name or group that the format cannot represent, in report order.</summary>
    public required IReadOnlyList<ReportProblem> Problems { get; init; }
}
