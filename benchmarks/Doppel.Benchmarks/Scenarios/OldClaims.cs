using System.Globalization;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>Checks the recommendations of the article against a measurement of its thirteen scenarios.</summary>
/// <remarks>
/// Considers only scenarios that hold complete contents, as they did there, and only sets for which several were
/// measured.
/// </remarks>
internal static class OldClaims
{
    // The recommendation was made for files of this mean size on the SSD.
    private const double MiddleBytes = 43_000;

    private const double FewMeanBytes = 100_000;
    private const double Clear = 1.05;
    private const double Spread = 3;
    private const int Bound = 32;

    /// <summary>Returns all claims, for each temperature that was measured.</summary>
    public static IReadOnlyList<OldClaim> Judge(LabReport report)
    {
        var claims = new List<OldClaim>();
        foreach (Temperature temperature in report.Temperatures)
        {
            List<LabCell[]> sets = [.. report.Sets.Select(set => report.Cells
                .Where(cell => cell.Set == set && cell.Temperature == temperature
                    && Scenario.Find(cell.Strategy.Name) is { HoldsContents: true } && cell.Runs.Count > 0)
                .ToArray()).Where(static cells => cells.Count(static cell => cell.IsGood) > 1)];
            if (sets.Count > 0)
            {
                claims.AddRange(Judge(sets, temperature, report));
            }
        }

        return claims;
    }

    private static IEnumerable<OldClaim> Judge(List<LabCell[]> sets, Temperature temperature, LabReport report)
    {
        yield return Async(sets, temperature);
        yield return Unbounded(sets, temperature);
        yield return Middle(sets, temperature, report.Cores);
        yield return Wide(sets, temperature, report.Cores);
        yield return Narrower(sets, temperature, report);
        yield return Memory(sets, temperature);
        yield return Near(sets, temperature);
    }

    private static OldClaim Async(List<LabCell[]> sets, Temperature temperature)
    {
        const string Claim = "Asynchronous reading is fastest nearly everywhere.";
        List<double> gains = [];
        foreach (LabCell[] cells in sets)
        {
            double async = BestOf(cells, isAsync: true);
            double sync = BestOf(cells, isAsync: false);
            if (async > 0 && sync > 0)
            {
                gains.Add(async / sync);
            }
        }

        if (gains.Count == 0)
        {
            return new OldClaim(Claim, temperature, "Not both kinds were measured.", null);
        }

        int ahead = gains.Count(static gain => gain > 1);
        return new OldClaim(
            Claim, temperature,
            Text($"Ahead in {ahead} of {gains.Count} sets; the best asynchronous one has {gains.Min():0.00} to ")
                + Text($"{gains.Max():0.00} of the best synchronous one's throughput."),
            ahead > gains.Count * 0.75);
    }

    private static OldClaim Unbounded(List<LabCell[]> sets, Temperature temperature)
    {
        const string Claim = "Small files are best read without a bound, for 1.5 times the memory.";
        List<double> gains = [];
        List<double> memory = [];
        foreach (LabCell[] cells in sets.Where(static cells => cells[0].Set.Mean < FewMeanBytes))
        {
            LabCell? free = cells.Where(static cell => cell.IsGood
                && cell.Strategy.Way is Scenario.Free or Scenario.Free2)
                .MaxBy(static cell => cell.Throughput.Mean);
            LabCell? bound = cells.FirstOrDefault(static cell => cell.IsGood
                && cell.Strategy.Way == Scenario.Limited && cell.Strategy.Width == Bound);
            if (free is not null && bound is not null)
            {
                gains.Add(free.Throughput.Mean / bound.Throughput.Mean);
                memory.Add(PeakOf(free) / PeakOf(bound));
            }
        }

        return gains.Count == 0
            ? new OldClaim(Claim, temperature, "No such files, or not both kinds, were measured.", null)
            : new OldClaim(
                Claim, temperature,
                Text($"Without a bound {gains.Min():0.00} to {gains.Max():0.00} of the throughput of {Bound} at once, ")
                    + Text($"in {memory.Min():0.0} to {memory.Max():0.0} times its memory."),
                gains.Average() >= Clear);
    }

    private static OldClaim Middle(List<LabCell[]> sets, Temperature temperature, int cores)
    {
        const string Claim = "Files of about 43 KB want about as many at once as there are cores.";
        LabCell[] nearest = sets.MinBy(
            static cells => Math.Abs(Math.Log(cells[0].Set.Mean / MiddleBytes)))!;
        if (Math.Abs(Math.Log2(nearest[0].Set.Mean / MiddleBytes)) > 2 || KneeOf(nearest) is not { } knee)
        {
            return new OldClaim(Claim, temperature, "No such files were measured.", null);
        }

        return new OldClaim(
            Claim, temperature,
            Text($"Of {SizeWord.Of(nearest[0].Set.Mean)} on average, {knee} at once are enough, with {cores} cores."),
            knee <= Math.Max(2 * cores, 4));
    }

    private static OldClaim Wide(List<LabCell[]> sets, Temperature temperature, int cores)
    {
        const string Claim = "Files from 10 KB on want 2.5 to 5.5 times as many at once as there are cores.";
        List<int> knees = KneesOf(sets.FindAll(static cells => cells[0].Set.Sizes.From >= 10_000));
        return knees.Count == 0
            ? new OldClaim(Claim, temperature, "No such files were measured.", null)
            : new OldClaim(
                Claim, temperature,
                Text($"{string.Join(", ", knees)} at once are enough, which is {(double)knees.Min() / cores:0.#} to ")
                    + Text($"{(double)knees.Max() / cores:0.#} times the cores."),
                knees.All(knee => knee >= 2.5 * cores && knee <= 5.5 * cores));
    }

    private static OldClaim Narrower(List<LabCell[]> sets, Temperature temperature, LabReport report)
    {
        const string Claim = "On a rotating disk fewer at once are better the larger files are.";
        List<int> knees = KneesOf(sets);
        string finding = knees.Count == 0 ? "Widths were not measured."
            : Text($"From small to large files {string.Join(", ", knees)} at once are enough.");

        // What the system reports for virtual disks is often wrong; the advised order shows whether a head moves.
        bool rotates = report.Advice is { Order: not ReadOrder.Listed, Width: 1 };
        return new OldClaim(
            Claim, temperature, rotates ? finding : finding + " This device has no head that moves.",
            !rotates || knees.Count < 2 ? null : knees.SequenceEqual(knees.OrderDescending()));
    }

    private static OldClaim Memory(List<LabCell[]> sets, Temperature temperature)
    {
        const string Claim = "Parallel synchronous reading runs out of memory on large files.";
        LabCell? last = sets[^1].FirstOrDefault(static cell => cell.Strategy.Way == Scenario.Sync);
        if (last is null)
        {
            return new OldClaim(Claim, temperature, "It was not measured.", null);
        }

        return new OldClaim(
            Claim, temperature,
            last.IsGood
                ? Text($"It reads files of {SizeWord.Of(last.Set.Sizes)} in {SizeWord.Of(PeakOf(last))} at most.")
                : Text($"On files of {SizeWord.Of(last.Set.Sizes)}: {StatusWord.Of(last.Status)}."),
            last.Status == RunStatus.OutOfMemory);
    }

    private static OldClaim Near(List<LabCell[]> sets, Temperature temperature)
    {
        double least = double.MaxValue;
        double most = 0;
        foreach (LabCell[] cells in sets)
        {
            double best = 0;
            double worst = double.MaxValue;
            foreach (LabCell cell in cells)
            {
                if (cell.IsGood)
                {
                    best = Math.Max(best, cell.Throughput.Mean);
                    worst = Math.Min(worst, cell.Throughput.Mean);
                }
            }

            least = Math.Min(least, best / worst);
            most = Math.Max(most, best / worst);
        }

        return new OldClaim(
            "Never more than two to three times lie between the best and the worst.", temperature,
            Text($"{least:0.0} to {most:0.0} times, by size."), most <= Spread);
    }

    private static double BestOf(LabCell[] cells, bool isAsync)
    {
        double best = 0;
        foreach (LabCell cell in cells)
        {
            bool isMeant = cell.IsGood && Scenario.Find(cell.Strategy.Name)!.IsAsync == isAsync;
            best = isMeant ? Math.Max(best, cell.Throughput.Mean) : best;
        }

        return best;
    }

    private static List<int> KneesOf(List<LabCell[]> sets)
    {
        var knees = new List<int>();
        foreach (LabCell[] cells in sets)
        {
            if (KneeOf(cells) is { } knee)
            {
                knees.Add(knee);
            }
        }

        return knees;
    }

    private static int? KneeOf(LabCell[] cells)
    {
        var points = new List<(int Width, double Throughput)>();
        foreach (LabCell cell in cells)
        {
            if (cell.IsGood && cell.Strategy.Way == Scenario.Limited)
            {
                points.Add((cell.Strategy.Width, cell.Throughput.Mean));
            }
        }

        return points.Count > 1 ? Knee.Of(points) : null;
    }

    private static double PeakOf(LabCell cell) =>
        Math.Max(1, cell.Runs.Max(static run => run.PeakResidentBytes));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>A recommendation of the old comparison, and what was measured here.</summary>
/// <param name="Claim">The recommendation, as a sentence.</param>
/// <param name="Temperature">The temperature of the runs that it is judged by.</param>
/// <param name="Finding">What was measured, as a sentence.</param>
/// <param name="Holds">Whether the recommendation holds here, or null if this measurement cannot tell.</param>
internal sealed record OldClaim(string Claim, Temperature Temperature, string Finding, bool? Holds);
