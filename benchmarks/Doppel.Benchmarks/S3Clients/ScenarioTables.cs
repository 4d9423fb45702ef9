using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.S3Clients.Clients;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>What the page says of the scenario.</summary>
internal static class ScenarioTables
{
    // 0.05 MB and 100 MB, of 1,048,576 B as in the talk's tables.
    private const long AllocatedBytesMax = 52_428;
    private const long PeakBytesMax = 100 * 1024 * 1024;

    // A tenth of what the talk's client allocated more on Debian than on Windows.
    private const double SurplusBytesMax = ((2.34 * 1024 * 1024) - (819.5 * 1024)) / 10;

    private static readonly Column[] s_cell = [new("transport"), new("body"), new("from"), new("before a round")];

    /// <summary>Adds all of it to the page.</summary>
    public static void Add(SuiteRun run, IReadOnlyList<ScenarioResult> results)
    {
        run.Add(Times(results));
        run.Add(Budgets(results));
        run.Note(Surplus(results));
        ScenarioResult[] plain = [.. results.Where(result => !result.Collects)];
        run.Add(Steps("Allocated by step", plain, step => step.Bytes, Figures.Bytes));
        run.Add(Steps("Time by step", plain, step => step.Ns, Figures.Time));
        ScenarioResult[] talk = [.. plain.Where(result => result.Cell == ScenarioCell.Talk)];
        run.Add(Plot(
            "Allocated in the scenario", "allocated", AxisUnit.Bytes, AxisScale.Log10, talk, one => one.Bytes,
            row => row.AllocatedBytes!.Value));
        run.Add(Plot(
            "Time of the scenario", "time", AxisUnit.Time, AxisScale.Linear, talk, one => one.Ns,
            row => row.CenterNs));
    }

    private static ResultTable Times(IReadOnlyList<ScenarioResult> results) => ResultTable.Of(
        "The scenario",
        [
            .. results.Select(result => result.Row),
            .. PublishedScenario.Rows(ScenarioCell.Talk.Parameters(collects: false)),
        ],
        S3Texts.Scenario);

    private static ResultTable Budgets(IReadOnlyList<ScenarioResult> results)
    {
        var table = new ResultTable(
            "Budgets of the scenario",
            [
                .. s_cell, new("client"), new("allocated, median"), new("allocated, most"), new("at most 0.05 MB"),
                new("peak beyond data"), new("below 100 MB"), new("processor"), new("requests"),
            ]);
        foreach (ScenarioResult result in results)
        {
            bool isOurs = result.Entry.Role == Role.Ours;
            table.AddRow(
            [
                .. Cell(result), result.Entry.MarkedName, Figures.Bytes(result.Row.AllocatedBytes!.Value),
                Figures.Bytes(result.BytesMost), Verdict(isOurs, result.BytesMost <= AllocatedBytesMax),
                Figures.Bytes(result.PeakBytes), Verdict(isOurs, result.PeakBytes < PeakBytesMax),
                Figures.Time(Statistics.Median([.. result.Rounds.Select(round => round.ProcessorNs)])),
                result.Requests.Requests.ToString(CultureInfo.InvariantCulture),
            ]);
        }

        return table.AddFootnote(S3Texts.Budgets);
    }

    private static ResultTable Steps(
        string title, IReadOnlyList<ScenarioResult> results, Func<StepFigures, double> figure,
        Func<double, string> text)
    {
        var table = new ResultTable(
            title, [.. s_cell[..3], new("client"), .. ScenarioWork.StepNames.Select(name => new Column(name))]);
        foreach (ScenarioResult result in results)
        {
            table.AddRow(
            [
                .. Cell(result)[..3], result.Entry.MarkedName,
                .. ScenarioWork.StepNames.Select((_, step) => text(result.Median(step, figure))),
            ]);
        }

        return table;
    }

    /// <summary>Whether Linux still allocates more for a download, the longer it is.</summary>
    private static string Surplus(IReadOnlyList<ScenarioResult> results)
    {
        ScenarioResult[] talk = [.. results.Where(result => result.Cell == ScenarioCell.Talk && !result.Collects)];
        if (talk.Length == 0)
        {
            return "";
        }

        double Beyond(ScenarioResult result) => result.Median(ScenarioWork.Download, step => step.Bytes)
            - result.Median(ScenarioWork.Head, step => step.Bytes);
        bool isGone = talk.All(result => Beyond(result) < SurplusBytesMax);
        string figures = string.Join(
            ", ", talk.Select(result => $"{result.Entry.Name} {Figures.Bytes(Math.Max(0, Beyond(result)))}"));
        return "The talk's client allocated 819.5 KB on Windows and 2.34 MB on Debian, more of it the longer the "
            + "download. What 123 MiB of body allocate here, on Linux, beyond a request without one: "
            + $"{figures}. The surplus of Linux "
            + (isGone ? "is gone: since .NET 8 a connection takes the tasks of its reads from a pool."
                : "**still exists**.");
    }

    private static BarPlot Plot(
        string title, string yTitle, AxisUnit unit, AxisScale scale, IReadOnlyList<ScenarioResult> here,
        Func<(int Place, double Ns, double Bytes), double> published, Func<Row, double> measured)
    {
        string[] groups = [.. PublishedScenario.Places, "here"];
        string[] clients = [PublishedScenario.Sdk, PublishedScenario.Minio, PublishedScenario.Talk];
        IEnumerable<PlotSeries> rivals = clients.Select(client => new PlotSeries(
            client,
            [
                .. PublishedScenario.Of(client).Select(one => new PlotPoint(one.Place, published(one))),
                .. Points(client == PublishedScenario.Sdk ? ClientCatalog.Sdk : null),
            ]));
        return new BarPlot(
            title, groups,
            [
                .. rivals,
                new PlotSeries(ClientCatalog.Ours.Name, [.. Points(ClientCatalog.Ours)]) { IsOurs = true },
            ])
        {
            YTitle = yTitle,
            YUnit = unit,
            YScale = scale,
        };

        IEnumerable<PlotPoint> Points(ClientEntry? entry) =>
            here.Where(result => result.Entry == entry)
                .Select(result => new PlotPoint(groups.Length - 1, measured(result.Row)));
    }

    private static string[] Cell(ScenarioResult result) =>
        [.. result.Cell.Parameters(result.Collects).Select(parameter => parameter.Value)];

    private static string Verdict(bool isOurs, bool holds) => isOurs ? Figures.YesNo(holds) : "";
}
