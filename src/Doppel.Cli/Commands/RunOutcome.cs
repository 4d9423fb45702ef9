using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>What a search or a list came to, as far as <see cref="RunEnd"/> has to know.</summary>
internal sealed record RunOutcome
{
    /// <summary>Whether it was not interrupted.</summary>
    internal required bool Complete { get; init; }

    /// <summary>What could not be handled.</summary>
    internal required IReadOnlyList<ReportProblem> Problems { get; init; }

    /// <summary>How many that were, which may be more than are told.</summary>
    internal required long ProblemCount { get; init; }

    /// <summary>Whether nothing was found at all, so that bad roots mean that nothing could be done.</summary>
    internal required bool IsEmpty { get; init; }

    /// <summary>Whether <c>--exit-code</c> has something to tell.</summary>
    internal bool HasDuplicates { get; init; }

    /// <summary>Writes the report.</summary>
    internal required Func<Stream, ReportWriteOptions, ReportWriteResult> Write { get; init; }

    /// <summary>The line for people, from the number of problems in all and whether totals are part of it.</summary>
    internal required Func<long, bool, string> Line { get; init; }

    /// <summary>The lines of <c>--stats</c>; asked for when all is written.</summary>
    internal required Func<IEnumerable<string>> Details { get; init; }
}
