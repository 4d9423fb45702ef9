using System.Globalization;
using Doppel.Reports;

namespace Doppel.Cli.Output;

/// <summary>Tells problems on standard error: the first of each kind, and how many more there are.</summary>
internal sealed class ProblemPrinter(Messages messages, bool all)
{
    /// <summary>So many of one kind are told in full.</summary>
    internal const int ShownPerKind = 5;

    private readonly Dictionary<(string Step, string Reason), int> _counts = [];

    /// <summary>Tells problems in the order given.</summary>
    internal void Print(IEnumerable<ReportProblem> problems)
    {
        foreach (ReportProblem problem in problems)
        {
            int count = _counts.GetValueOrDefault((problem.Step, problem.Reason)) + 1;
            _counts[(problem.Step, problem.Reason)] = count;
            if (all || count <= ShownPerKind)
            {
                messages.Warn(Describe(problem));
            }
        }
    }

    /// <summary>Tells how many were left out.</summary>
    internal void PrintRest()
    {
        bool any = false;
        foreach (((string step, string reason), int count) in _counts)
        {
            int more = count - ShownPerKind;
            if (!all && more > 0)
            {
                messages.Warn(string.Create(
                    CultureInfo.InvariantCulture, $"cannot {step} {more:N0} more ({reason.Replace('-', ' ')})"));
                any = true;
            }
        }

        if (any)
        {
            messages.Line("hint: -v lists all problems");
        }
    }

    /// <summary>Such as <c>cannot open '/a/b': Permission denied</c>.</summary>
    internal static string Describe(ReportProblem problem) => problem.Path.IsEmpty
        ? problem.Message
        : $"cannot {problem.Step} {Quote.Name(problem.Path.Bytes)}: {problem.Message}";
}
