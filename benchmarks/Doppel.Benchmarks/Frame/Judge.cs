using System.Globalization;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>
/// Compares ours with the best rival, cell by cell. A cell is lost when ours takes more than 1.1 times the best rival's
/// time and the 99 % intervals of the two do not overlap. Cells with more threads than cores are not judged.
/// </summary>
internal static class Judge
{
    /// <summary>How much slower ours may be.</summary>
    public const double SlowerMax = 1.1;

    /// <summary>The parameter that says how many threads a cell has.</summary>
    public const string Threads = "threads";

    /// <summary>Judges rows. Each row of ours is one judged cell; null when there is none or no rival.</summary>
    public static Verdict? Of(IReadOnlyList<Row> rows, int cores)
    {
        int ahead = 0;
        int judged = 0;
        List<string> lost = [];
        foreach (Row ours in rows.Where(row => row.Role == Role.Ours))
        {
            if (BestRival(ours, rows) is not { } rival || HasMoreThreads(ours, cores))
            {
                continue;
            }

            judged++;
            ahead += ours.CenterNs < rival.CenterNs ? 1 : 0;
            if (IsLost(ours, rival))
            {
                string ratio = (ours.CenterNs / rival.CenterNs).ToString("0.00", CultureInfo.InvariantCulture);
                lost.Add($"{ours.Contestant} ({ours.Cell}) takes {ratio} times {rival.Contestant}");
            }
        }

        return judged == 0 ? null : new Verdict(ahead, judged, lost);
    }

    /// <summary>The fastest rival in the cell of a row, or null.</summary>
    public static Row? BestRival(Row row, IReadOnlyList<Row> rows) =>
        rows.Where(other => other.Role == Role.Rival && other.Cell == row.Cell).MinBy(other => other.CenterNs);

    /// <summary>Whether ours lost against a rival of its cell.</summary>
    public static bool IsLost(Row ours, Row rival) =>
        // What is left after a subtraction may be less than nothing: then there is nothing to compare with.
        rival.CenterNs > 0 && ours.CenterNs > SlowerMax * rival.CenterNs && ours.LowNs > rival.HighNs;

    /// <summary>Whether the cell has more threads than the machine has cores.</summary>
    public static bool HasMoreThreads(Row row, int cores) =>
        int.TryParse(row[Threads], CultureInfo.InvariantCulture, out int threads) && threads > cores;
}
