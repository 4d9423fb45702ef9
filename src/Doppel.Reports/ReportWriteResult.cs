namespace Doppel.Reports;

/// <summary>What was written, and what could not be.</summary>
public sealed record ReportWriteResult
{
    /// <summary>At most this many problems are kept; <see cref="NamesLeftOut"/> counts on.</summary>
    public const int ProblemsMax = 10_000;

    /// <summary>Groups written.</summary>
    public required long Groups { get; init; }

    /// <summary>Names written, in groups and without a twin.</summary>
    public required long Names { get; init; }

    /// <summary>Names that the format cannot hold, those of groups left out for that among them.</summary>
    public required long NamesLeftOut { get; init; }

    /// <summary>Each name or group that the format cannot hold, in the order of the report.</summary>
    public required IReadOnlyList<ReportProblem> Problems { get; init; }
}
