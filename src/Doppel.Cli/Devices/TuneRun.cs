using System.Globalization;
using System.Text;
using Doppel.Lab;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Runs a measurement, and displays, saves and writes its results.</summary>
internal sealed class TuneRun(
    CommandHost host, TuneSettings settings, ReportName path, ReportName label, OutputTarget? json, OutputTarget? html)
{
    private const int LeftOutShown = 10;

    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);
    private ProgressLine? _progress;

    /// <summary>Measures, displays the results, and then saves and writes them.</summary>
    internal ExitCode Run()
    {
        using var signals = new StopSignals(Leave);
        LabReport report = Measure(signals.Stop);
        signals.DisarmStop();
        if (settings.JsonFile != "-" && settings.HtmlFile != "-")
        {
            PlainOutput.Write(host.Out, TuneTable.Render(report, host.Out.Columns));
        }

        Tell(report, signals.Exit is not null);
        bool isKept = Try(() => Keep(report)) & Try(() => Write(json, () => LabJson.Render(report)))
            & Try(() => Write(html, () => Encoding.UTF8.GetBytes(LabHtml.Render(report))));
        ExitCode measured = report.LeftOut.Count > 0 ? ExitCode.Problems : ExitCode.Done;
        return signals.Exit ?? (isKept ? measured : ExitCode.Failure);
    }

    private LabReport Measure(CancellationToken stop)
    {
        var progress = new LabProgress();
        _progress = settings.Messages.ShowsProgress(host.Error)
            ? new ProgressLine(host.Error, host.Error.UsesColor(settings.Messages.Color), () => Line(progress))
            : null;
        using (_progress)
        {
            try
            {
                return LabSession.Run(ToOptions(), progress, stop);
            }
            catch (LabException reason)
            {
                throw new UsageException($"cannot measure {Quote.Name(label.Bytes)}: {reason.Message}", reason.Hint);
            }
        }
    }

    private LabOptions ToOptions()
    {
        LabOptions options = new LabOptions
        {
            Volume = host.Volume,
            Root = path.Bytes.ToArray(),
            Executable = host.Executable,
            Arguments = ArgumentsOf(host.Executable),
            SizeStarts = settings.Sizes,
            Seed = settings.Seed ?? (int)(host.Clock.GetUtcNow().ToUnixTimeSeconds() % int.MaxValue),
            Time = host.Clock,
        }.With(settings.Depth);
        List<Temperature> temperatures =
        [
            .. settings.Cold ? [Temperature.Cold] : Array.Empty<Temperature>(),
            .. settings.Warm ? [Temperature.Warm] : Array.Empty<Temperature>(),
            .. settings.DropCaches ? [Temperature.Dropped] : Array.Empty<Temperature>(),
        ];
        return options with
        {
            Strategies = settings.Strategies ?? options.Strategies,
            Repeats = settings.Repeats > 0 ? settings.Repeats : options.Repeats,
            Temperatures = temperatures.Count > 0 ? temperatures : options.Temperatures,
        };
    }

    // If dotnet runs the program, pass our assembly as the first argument.
    private static string[] ArgumentsOf(string program) =>
        Path.GetFileNameWithoutExtension(program) == "dotnet"
            ? [Environment.GetCommandLineArgs()[0], TuneCommand.RunWord]
            : [TuneCommand.RunWord];

    private static string Line(LabProgress progress)
    {
        string left = progress.Left is { } time && progress.Done > 0 ? $"  {DurationText.Show(time)} left" : "";
        return progress.Total == 0
            ? progress.Doing
            : string.Create(
                CultureInfo.InvariantCulture, $"{progress.Done} of {progress.Total}  {progress.Doing}{left}");
    }

    private void Tell(LabReport report, bool isStopped)
    {
        if (settings.Messages.Quiet)
        {
            return;
        }

        foreach (LeftOutFile file in report.LeftOut.Take(LeftOutShown))
        {
            _messages.Warn($"skipped {Quote.Name(file.Path.Span)}: {file.Reason}");
        }

        if (report.LeftOut.Count > LeftOutShown)
        {
            _messages.Warn($"skipped {report.LeftOut.Count - LeftOutShown} more");
        }

        foreach (string note in report.Notes)
        {
            _messages.Warn(note);
        }

        if (isStopped)
        {
            _messages.Warn("the results are incomplete and are not saved for doppel find");
        }

        _messages.Line(string.Create(
            CultureInfo.InvariantCulture,
            $"{report.Cells.Sum(static cell => cell.Runs.Count)} runs in {DurationText.Show(report.Elapsed)}, "
            + $"seed {report.Seed}"));
    }

    private void Keep(LabReport report)
    {
        // Only runs that waited for the device show how many readers it can handle.
        if (!report.IsComplete || report.Advice is not { } advice || advice.Temperature == Temperature.Warm)
        {
            return;
        }

        TuningStore store = TuningStore.OfUser(host.Environment);
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

    private static void Write(OutputTarget? target, Func<byte[]> render)
    {
        if (target is null)
        {
            return;
        }

        try
        {
            target.Open().Write(render());
            target.Complete();
        }
        catch (BrokenPipeException)
        {
            // The reader has closed the output.
        }
        catch (IOException failure)
        {
            throw target.Refused(failure);
        }
    }

    // If one output cannot be written, still write the others.
    private bool Try(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (UsageException reason)
        {
            _messages.Fatal(reason);
            return false;
        }
    }

    private void Leave()
    {
        _progress?.Clear(_messages);
        json?.Abandon();
        html?.Abandon();
    }
}
