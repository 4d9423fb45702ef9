using Doppel.Lab;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel tune</c>.</summary>
internal static class TuneCommand
{
    /// <summary>The command with which this program performs a single run in a separate process.</summary>
    internal const string RunWord = "tune-run";

    /// <summary>Measures, or deletes saved measurements.</summary>
    internal static ExitCode Run(CommandHost host, ParsedCommand parsed)
    {
        IVolume volume = VolumeChoice.Create(host.Environment);
        RootPaths paths = RootPaths.OfProcess();
        var settings = new FindSettings(new OptionContext(host.Clock, volume, paths));
        FindCommand.Apply(settings, parsed.Uses);
        ResolvedRoots roots = new RootResolver(volume, paths).Resolve(parsed.Operands, []);
        if (settings.Tune.Forget)
        {
            return Forget(host, settings, volume, roots);
        }

        TuneSettings tune = settings.Tune;
        using OutputTarget? json = Target(host, volume, paths, tune.Json);
        using OutputTarget? html = Target(host, volume, paths, tune.Html);
        return new TuneRun(host, settings, volume, roots.Names[0], roots.Labels[0], json, html).Run();
    }

    /// <summary>Performs a single run, which standard input describes.</summary>
    internal static ExitCode RunOne(CommandHost host, ParsedCommand parsed)
    {
        using Stream input = Console.OpenStandardInput();
        try
        {
            RunChild.Run(input, host.Out.Stream, VolumeChoice.Create(host.Environment));
            return ExitCode.Done;
        }
        catch (IOException failure)
        {
            throw new UsageException($"{RunWord}: {failure.Message}", "it is started by doppel tune");
        }
    }

    private static OutputTarget? Target(CommandHost host, IVolume volume, RootPaths paths, string? file) =>
        file is null ? null : new OutputTarget(file, host.Out, volume, paths.ToAbsolute(ByteText.ToBytes(file)));

    private static ExitCode Forget(CommandHost host, FindSettings settings, IVolume volume, ResolvedRoots roots)
    {
        ReportName label = roots.Labels[0];
        VolumeError error = DeviceLook.MountAt(volume, roots.Names[0].Bytes, out MountFacts mount);
        if (error.Failed)
        {
            throw new UsageException($"cannot open {Quote.Name(label.Bytes)}: {volume.Describe(error)}");
        }

        IReadOnlyList<DeviceTuning> gone = TuningStore.OfUser(host.Environment).Forget(mount.DevicesOrItself);
        if (!settings.Quiet)
        {
            string names = string.Join(", ", gone.Select(one => one.Device));
            host.MessagesFor(settings.Color).Line(
                gone.Count == 0 ? $"no results were saved for the devices of {Quote.Name(label.Bytes)}"
                : $"forgot {names}");
        }

        return ExitCode.Done;
    }
}
