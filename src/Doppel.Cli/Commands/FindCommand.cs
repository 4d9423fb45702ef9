using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel find</c>.</summary>
internal static class FindCommand
{
    /// <summary>Searches and writes a report.</summary>
    internal static ExitCode Run(CommandHost host, ParsedCommand parsed)
    {
        IVolume volume = VolumeChoice.Create(host.Environment);
        RootPaths paths = RootPaths.OfProcess();
        FindSettings settings = ReadSettings(host, parsed.Uses, new OptionContext(host.Clock, volume, paths));
        settings.Tunings = TuningStore.OfUser(host.Environment).Read();
        ResolvedRoots roots = new RootResolver(volume, paths).Resolve(parsed.Operands, settings.Lists);
        RuleCheck.RefuseOneRoot(settings, roots);
        byte[] output = settings.Output is null ? [] : paths.ToAbsolute(ByteText.ToBytes(settings.Output));
        using var target = new OutputTarget(settings.Output, host.Out, volume, output);
        if (settings.Idle && !IdlePriority.Enter() && !settings.Quiet)
        {
            host.MessagesFor(settings.Color).Warn("cannot lower the priority");
        }

        ReportBegin begin = Begin(host, paths, roots);
        return new FindRun(host, settings, roots, target, begin).Run();
    }

    /// <summary>Creates the start of a report, which describes the request.</summary>
    internal static ReportBegin Begin(CommandHost host, RootPaths paths, ResolvedRoots roots) => new()
    {
        Version = ProgramVersion.Text,
        Command = [.. host.Arguments.Select(argument => new ReportName(ByteText.ToBytes(argument)))],
        WorkingDirectory = new ReportName(paths.WorkingDirectory),
        Roots = roots.Names,
        Started = ToReportTime(FileTime.From(host.Clock.GetUtcNow())),
    };

    /// <summary>Applies the options of the profiles, then those of the command line.</summary>
    internal static FindSettings ReadSettings(CommandHost host, IReadOnlyList<OptionUse> uses, OptionContext context)
    {
        var settings = new FindSettings(context)
        {
            RunOfLeftover = digits => UnfinishedRuns.RunOf(host, context.Volume, digits),
        };
        foreach (OptionUse use in uses)
        {
            if (use.Definition == RunOptions.Profile)
            {
                IReadOnlyList<string> flags = ProfileStore.OfUser(host.Environment).Flags(use.Value!);
                Apply(settings, ParseFlags(use.Value!, flags));
            }
        }

        Apply(settings, uses);
        settings.Validate();
        return settings;
    }

    /// <summary>Parses the options of a profile.</summary>
    /// <exception cref="UsageException">
    /// An option is invalid or not allowed in a profile, or there is an operand.
    /// </exception>
    internal static IReadOnlyList<OptionUse> ParseFlags(string profile, IEnumerable<string> flags)
    {
        try
        {
            ParsedCommand parsed = ArgumentParser.Parse([.. CommandTable.Find.Words, .. flags]);
            return parsed.Help != HelpWanted.None || parsed.Version
                ? throw new UsageException("it contains --help or --version")
                : parsed.Operands.Count > 0
                ? throw new UsageException($"{Quote.Text(parsed.Operands[0])} is not an option")
                : parsed.Uses.Any(use => use.Definition == RunOptions.Profile)
                    ? throw new UsageException("it contains --profile")
                : parsed.Uses;
        }
        catch (UsageException bad)
        {
            throw new UsageException($"profile {profile}: {bad.Message}", bad.Hint);
        }
    }

    /// <summary>Applies options in order.</summary>
    internal static void Apply(FindSettings settings, IEnumerable<OptionUse> uses)
    {
        foreach (OptionUse use in uses)
        {
            try
            {
                use.Definition.Apply?.Invoke(settings, use.Value);
            }
            catch (UsageException bad)
            {
                throw new UsageException($"--{use.Definition.Name}: {bad.Message}", bad.Hint);
            }
        }
    }

    private static ReportTime ToReportTime(FileTime time) => new(time.Seconds, time.Nanoseconds);
}
