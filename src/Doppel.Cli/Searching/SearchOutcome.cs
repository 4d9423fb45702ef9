using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>The result of a search or of listing links, as needed by <see cref="ResultPrinter"/>.</summary>
internal sealed record SearchOutcome
{
    /// <summary>Gets whether the run was completed without interruption.</summary>
    internal required bool Complete { get; init; }

    /// <summary>Gets the problems: files and folders that could not be handled.</summary>
    internal required IReadOnlyList<ReportProblem> Problems { get; init; }

    /// <summary>Gets the number of problems, which may be larger than the number of those listed.</summary>
    internal required long ProblemCount { get; init; }

    /// <summary>
    /// Gets whether nothing was found at all, so that if all roots have problems, nothing could be done.
    /// </summary>
    internal required bool IsEmpty { get; init; }

    /// <summary>Gets whether duplicates were found, for <c>--exit-code</c>.</summary>
    internal bool HasDuplicates { get; init; }

    /// <summary>Gets the function that writes the report.</summary>
    internal required Func<Stream, ReportWriteOptions, ReportWriteResult> Write { get; init; }

    /// <summary>
    /// Gets the function that returns the summary line. Its arguments are the total number of problems and whether to
    /// include totals.
    /// </summary>
    internal required Func<long, bool, string> Line { get; init; }

    /// <summary>
    /// Gets the function that returns the lines of <c>--stats</c>. Called after everything is written.
    /// </summary>
    internal required Func<IEnumerable<string>> Details { get; init; }
}
