using System.Text;
using Doppel.Lab;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>The result of a measurement.</summary>
/// <param name="report">The figures.</param>
internal sealed class TuneResult(LabReport report)
{
    private const int LeftOutShown = 10;

    /// <summary>Gets the figures as tables, and the recommendation.</summary>
    internal TuneFigures Figures { get; } = TuneFigures.Of(report);

    /// <summary>Gets the number of runs.</summary>
    internal int Runs => report.Cells.Sum(static cell => cell.Runs.Count);

    internal TimeSpan Elapsed => report.Elapsed;

    /// <summary>Gets the random seed.</summary>
    internal int Seed => report.Seed;

    /// <summary>Gets whether files were left out.</summary>
    internal bool IsPartial => report.LeftOut.Count > 0;

    /// <summary>Gets what was left out, and what the figures may not show.</summary>
    internal IEnumerable<Notice> Notices =>
    [
        .. report.LeftOut.Take(LeftOutShown).Select(static file =>
            new Notice(NoticeKind.LeftOut, $"skipped {Quote.Name(file.Path.Span)}: {file.Reason}")),
        .. report.LeftOut.Skip(LeftOutShown).Take(1).Select(_ =>
            new Notice(NoticeKind.LeftOut, $"skipped {report.LeftOut.Count - LeftOutShown} more")),
        .. report.Notes.Select(static note => new Notice(NoticeKind.Measuring, note)),
    ];

    /// <summary>Saves the recommendation for searches, if there is one.</summary>
    /// <param name="environment">The environment.</param>
    /// <exception cref="UsageException">It cannot be saved.</exception>
    internal void Keep(AppEnvironment environment)
    {
        // Only runs that waited for the device show how many readers it can handle.
        if (!report.IsComplete || report.Advice is not { } advice || advice.Temperature == Temperature.Warm)
        {
            return;
        }

        TuningStore store = TuningStore.OfUser(environment.Environment);
        foreach (PhysicalDevice device in report.Mount.DevicesOrItself)
        {
            store.Keep(new DeviceTuning
            {
                Device = device.Name,
                Model = device.Model,
                Strategy = advice.Strategy.Name,
                Width = Math.Min(advice.Width, DeviceTuning.WidthMax),
                BlockBytes = advice.BlockBytes,
                Order = OrderWord.Of(advice.Order),
                NextBest = advice.NextBest?.Name ?? "",
                NextBehind = advice.NextBehind,
                Measured = report.Started,
            });
        }
    }

    /// <summary>Returns all figures as JSON.</summary>
    internal byte[] ToJson() => LabJson.Render(report);

    /// <summary>Returns all figures as a page with plots.</summary>
    internal byte[] ToHtml() => Encoding.UTF8.GetBytes(LabHtml.Render(report));
}
