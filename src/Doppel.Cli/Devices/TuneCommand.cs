using Doppel.Lab;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel tune</c>.</summary>
internal static class TuneCommand
{
    /// <summary>The command with which this program performs a single run in a separate process.</summary>
    internal const string RunWord = "tune-run";

    /// <summary>Gets the definition of that command, which no help shows.</summary>
    internal static CommandDefinition OneRun { get; } = new CommandDefinition<CommandSettings>
    {
        Words = [RunWord],
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
        ResolvedRoots roots = settings.Request.Open(host).Resolved;
        if (settings.Forget)
        {
            return Forget(host, settings, roots);
        }

        using OutputTarget? json = settings.JsonFile is { } file ? host.TargetOf(file) : null;
        using OutputTarget? html = settings.HtmlFile is { } page ? host.TargetOf(page) : null;
        return new TuneRun(host, settings, roots.Names[0], roots.Labels[0], json, html).Run();
    }

    /// <summary>Performs a single run, which standard input describes.</summary>
    private static ExitCode RunOne(CommandCall<CommandSettings> call)
    {
        using Stream input = Console.OpenStandardInput();
        try
        {
            RunChild.Run(input, call.Host.Out.Stream, call.Host.Volume);
            return ExitCode.Done;
        }
        catch (IOException failure)
        {
            throw new UsageException($"{RunWord}: {failure.Message}", "it is started by doppel tune");
        }
    }

    private static ExitCode Forget(CommandHost host, TuneSettings settings, ResolvedRoots roots)
    {
        IVolume volume = host.Volume;
        ReportName label = roots.Labels[0];
        VolumeError error = DeviceLook.MountAt(volume, roots.Names[0].Bytes, out MountFacts mount);
        if (error.Failed)
        {
            throw new UsageException($"cannot open {Quote.Name(label.Bytes)}: {volume.Describe(error)}");
        }

        IReadOnlyList<DeviceTuning> gone = TuningStore.OfUser(host.Environment).Forget(mount.DevicesOrItself);
        if (!settings.Messages.Quiet)
        {
            string names = string.Join(", ", gone.Select(one => one.Device));
            host.MessagesFor(settings.Messages.Color).Line(
                gone.Count == 0 ? $"no results were saved for the devices of {Quote.Name(label.Bytes)}"
                : $"forgot {names}");
        }

        return ExitCode.Done;
    }
}
