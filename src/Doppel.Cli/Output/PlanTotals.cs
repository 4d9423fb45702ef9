using System.Globalization;
using Doppel.Acting;
using Doppel.Cli.Values;

namespace Doppel.Cli.Output;

/// <summary>Tells people what a plan would do.</summary>
internal static class PlanTotals
{
    /// <summary>One line, and one more each for what frees nothing and for what is left alone.</summary>
    internal static IEnumerable<string> Lines(PlanSummary summary)
    {
        yield return summary.Files == 0
            ? "nothing to do"
            : $"{Count(summary.Groups, "group")}, {Count(summary.Files, "file")} to act on"
                + $"{(summary.Names == summary.Files ? "" : $" ({Count(summary.Names, "name")})")}, "
                + $"{SizeText.Show(summary.FreedBytes)} would come free";
        if (summary.HeldFiles > 0)
        {
            yield return $"{Count(summary.HeldFiles, "file")} of them would free nothing: "
                + "other names or clones hold the blocks";
        }

        if (summary.Refusals > 0 || summary.IdleGroups > 0)
        {
            yield return $"left alone: {Count(summary.Refusals, "name")} for the reasons told, "
                + $"{Count(summary.IdleGroups, "group")} in which nothing is to be done";
        }
    }

    private static string Count(long number, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {noun}{(number == 1 ? "" : "s")}");
}
