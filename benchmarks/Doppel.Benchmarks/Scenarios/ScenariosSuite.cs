using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>The thirteen scenarios of the article on ways to read files, and what it recommends.</summary>
internal sealed class ScenariosSuite : ISuite
{
    private const string NoTiers = "DOTNET_TieredCompilation";

    public string Name => "scenarios";

    public string Question => "Do the recommendations of the article on ways to read files hold?";

    /// <summary>Reads some files with every scenario: the lab compares what was read with its own reading.</summary>
    public void Verify()
    {
        using var scratch = new ScratchFolder("scenarios-check");
        string folder = Path.Combine(scratch.Path, "tree");
        ScenarioTree.Make(folder, 1_000);
        LabReport report = Measure(OptionsOf(folder) with
        {
            Strategies = [.. Scenario.Every.Select(Scenario.DefinitionOf)],
            SizeStarts = [2],
            Temperatures = [Temperature.Warm],
            Repeats = 1,
        });
        foreach (LabCell cell in report.Cells)
        {
            VerifyException.UnlessEqual("done", StatusWord.Of(cell.Status) + cell.Detail, cell.Strategy.Name);
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "The article's program ran thirteen scenarios, which hold complete contents in memory; with `.stream` they "
            + "read block by block. Each run is a process of its own with at most 1 GiB of heap, which must have read "
            + "every byte. `engine` is the reader of `doppel find`, and `pread-N` reads with N threads.");
        if (BenchContext.Folders.Count > 0)
        {
            foreach (string folder in BenchContext.Folders)
            {
                Run(run, folder, $", {folder}");
            }

            return;
        }

        using var scratch = new ScratchFolder("scenarios");
        string tree = Path.Combine(scratch.Path, "tree");
        ScenarioTree.Make(tree, run.Pick(20, 1));
        Run(run, tree, "");
    }

    private static LabOptions OptionsOf(string folder) => new()
    {
        Volume = LocalVolume.Create(),
        Root = Encoding.UTF8.GetBytes(folder),
        Executable = Environment.ProcessPath!,
        Arguments = [ScenarioChild.Verb],
    };

    // A child compiles its code once and for good, before the clock starts.
    private static LabReport Measure(LabOptions options)
    {
        string? tiers = Environment.GetEnvironmentVariable(NoTiers);
        Environment.SetEnvironmentVariable(NoTiers, "0");
        try
        {
            return LabSession.Run(options, progress: null, CancellationToken.None);
        }
        finally
        {
            Environment.SetEnvironmentVariable(NoTiers, tiers);
        }
    }

    private static void Run(SuiteRun run, string folder, string where)
    {
        run.Log($"{folder}: all scenarios, cold and warm");
        LabOptions options = OptionsOf(folder);
        IEnumerable<string> names = run.Pick(Scenario.Names, Scenario.Every);
        LabReport report = Measure(options with
        {
            Strategies =
            [
                .. names.Select(Scenario.DefinitionOf),
                .. StrategyTable.Parse("engine,pread-1,pread-4,pread-16,extent-1", out _)!,
            ],
            SizeStarts = run.Pick([2, 100_000], options.SizeStarts),
            Repeats = run.Pick(2, 7),
        });
        run.Add(ToTable(OldClaims.Judge(report), where));
        foreach (Temperature temperature in report.Temperatures)
        {
            foreach (FileSetFacts set in report.Sets)
            {
                run.Add(ToTable(report, temperature, set, where));
            }
        }

        foreach (string note in report.Notes)
        {
            run.Note($"Note{where}: {note}.");
        }
    }

    private static ResultTable ToTable(IReadOnlyList<OldClaim> claims, string where)
    {
        var table = new ResultTable(
            $"What the article recommends{where}",
            new("recommendation"), new("contents"), new("measured here"), new("holds"));
        foreach (OldClaim claim in claims)
        {
            string holds = claim.Holds switch { true => "yes", false => "no", _ => "cannot tell" };
            table.AddRow(claim.Claim, TemperatureWord.Of(claim.Temperature), claim.Finding, holds);
        }

        return table;
    }

    private static ResultTable ToTable(LabReport report, Temperature temperature, FileSetFacts set, string where)
    {
        const double Mega = 1e6;
        LabCell[] cells = [.. report.Cells.Where(cell => cell.Set == set && cell.Temperature == temperature)];
        double best = cells.Max(static cell => cell.Throughput.Mean);
        var table = new ResultTable(
            $"{TemperatureWord.Of(temperature)}, {set.Count:#,0} files of {SizeWord.Of(set.Sizes)}{where}",
            new("scenario"), new("MB/s"), new("95 % from"), new("to"), new("of the best"), new("peak memory"),
            new("lock contentions"));
        foreach (LabCell cell in cells)
        {
            Estimate speed = cell.Throughput;
            table.AddRow(cell.IsGood
                ?
                [
                    cell.Strategy.Name, Figures.Number(speed.Mean / Mega), Figures.Number(speed.Low / Mega),
                    Figures.Number(speed.High / Mega), Figures.Fixed(speed.Mean / best, 2),
                    Figures.Bytes(cell.Runs.Max(static one => one.PeakResidentBytes)),
                    Figures.Number(cell.Runs.Max(ContentionsOf)),
                ]
                : [cell.Strategy.Name, StatusWord.Of(cell.Status), "", "", "", "", ""]);
        }

        return table;
    }

    private static double ContentionsOf(RunOutcome run) =>
        run.Samples is [.., var last] ? last.Values[(int)Counter.LockContentions] : 0;
}
