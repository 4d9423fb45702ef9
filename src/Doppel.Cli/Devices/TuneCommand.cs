namespace Doppel.Cli;

/// <summary>Implements <c>doppel tune</c>.</summary>
internal static class TuneCommand
{
    /// <summary>Gets the definition of the command that does a single run, which no help shows.</summary>
    internal static CommandDefinition OneRun { get; } = new CommandDefinition<CommandSettings>
    {
        Words = [TuneJob.RunWord],
        Summary = "Do one run of doppel tune",
        Text = "Reads what to measure from standard input and writes the result to standard output.",
        Defaults = static context => new CommandSettings(context),
        Execute = RunOne,
    };

    /// <summary>Measures, or deletes saved measurements.</summary>
    internal static ExitCode Run(CommandCall<TuneSettings> call)
    {
        (CommandHost host, TuneSettings settings) = (call.Host, call.Settings);
        settings.Request.Roots = call.Operands;
        var job = new TuneJob(host, settings.Request);
        if (settings.Forget)
        {
            return Forget(host, settings, job);
        }

        using OutputTarget? json = settings.JsonFile is { } file ? host.TargetOf(file) : null;
        using OutputTarget? html = settings.HtmlFile is { } page ? host.TargetOf(page) : null;
        return new TuneRun(host, settings, json, html).Run(job);
    }

    /// <summary>Performs a single run, which standard input describes.</summary>
    private static ExitCode RunOne(CommandCall<CommandSettings> call)
    {
        using Stream input = Console.OpenStandardInput();
        TuneJob.RunOne(input, call.Host.Out.Stream, call.Host.Volume);
        return ExitCode.Done;
    }

    private static ExitCode Forget(CommandHost host, TuneSettings settings, TuneJob job)
    {
        IReadOnlyList<string> gone = job.Forget();
        if (!settings.Messages.Quiet)
        {
            host.MessagesFor(settings.Messages.Color).Line(
                gone.Count == 0 ? $"no results were saved for the devices of {Quote.Name(job.Label.Bytes)}"
                : $"forgot {string.Join(", ", gone)}");
        }

        return ExitCode.Done;
    }
}
