using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel list-links</c>.</summary>
internal static class ListLinksCommand
{
    /// <summary>Lists the links.</summary>
    internal static ExitCode Run(CommandHost host, ParsedCommand parsed)
    {
        IVolume volume = VolumeChoice.Create(host.Environment);
        RootPaths paths = RootPaths.OfProcess();
        FindSettings settings = ReadSettings(parsed.Uses, new OptionContext(host.Clock, volume, paths));
        ResolvedRoots roots = new RootResolver(volume, paths).Resolve(parsed.Operands, settings.Lists);
        byte[] output = settings.Output is null ? [] : paths.ToAbsolute(ByteText.ToBytes(settings.Output));
        using var target = new OutputTarget(settings.Output, host.Out, volume, output);
        if (settings.Idle && !IdlePriority.Enter() && !settings.Quiet)
        {
            host.MessagesFor(settings.Color).Warn("cannot lower the priority");
        }

        return new ListLinksRun(host, settings, roots, target, FindCommand.Begin(host, paths, roots)).Run();
    }

    /// <summary>Returns the settings from the options.</summary>
    internal static FindSettings ReadSettings(IReadOnlyList<OptionUse> uses, OptionContext context)
    {
        // Empty files can have several names too.
        var settings = new FindSettings(context) { SizeMin = 0 };
        FindCommand.Apply(settings, uses);
        settings.Validate();
        return settings;
    }
}
