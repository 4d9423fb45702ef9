using System.Globalization;

namespace Doppel.Cli;

/// <summary>Runs a measurement, and displays, saves and writes its results.</summary>
internal sealed class TuneRun(CommandHost host, TuneSettings settings, OutputTarget? json, OutputTarget? html)
{
    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);
    private readonly SearchObserver _observer = new(host, settings.Messages);

    /// <summary>Measures, displays the results, and then saves and writes them.</summary>
    internal ExitCode Run(TuneJob job)
    {
        using var signals = new StopSignals(Leave);
        TuneResult result = job.Run(settings.Tune, host.Executable, _observer, signals.Stop);
        signals.DisarmStop();
        if (settings.JsonFile != "-" && settings.HtmlFile != "-")
        {
            PlainOutput.Write(host.Out, TuneTable.Render(result.Figures, host.Out.Columns));
        }

        if (!settings.Messages.Quiet)
        {
            Tell(result, signals.Exit is not null);
        }

        bool isKept = Try(() => result.Keep(host)) & Try(() => Write(json, result.ToJson))
            & Try(() => Write(html, result.ToHtml));
        ExitCode measured = result.IsPartial ? ExitCode.Problems : ExitCode.Done;
        return signals.Exit ?? (isKept ? measured : ExitCode.Failure);
    }

    private void Tell(TuneResult result, bool isStopped)
    {
        _messages.Tell(result.Notices);
        if (isStopped)
        {
            _messages.Warn("the results are incomplete and are not saved for doppel find");
        }

        _messages.Line(string.Create(
            CultureInfo.InvariantCulture,
            $"{result.Runs} runs in {DurationText.Show(result.Elapsed)}, seed {result.Seed}"));
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
        _observer.Leave();
        json?.Abandon();
        html?.Abandon();
    }
}
