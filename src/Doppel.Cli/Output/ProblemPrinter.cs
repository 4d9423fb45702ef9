using System.Globalization;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Prints problems to standard error: the first ones of each kind, and the number of further ones.</summary>
internal sealed class ProblemPrinter(Messages messages, bool all)
{
    /// <summary>The number of problems of each kind that are printed in full.</summary>
    internal const int ShownPerKind = 5;

    private readonly Dictionary<(string Step, string Reason), int> _counts = [];

    /// <summary>Prints problems in the given order.</summary>
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

    /// <summary>Prints how many problems were omitted.</summary>
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

    /// <summary>Returns the description of a problem, such as <c>cannot open '/a/b': Permission denied</c>.</summary>
    internal static string Describe(ReportProblem problem) => problem.Path.IsEmpty
        ? problem.Message
        : $"cannot {problem.Step} {Quote.Name(problem.Path.Bytes)}: {problem.Message}";
}
