using System.Globalization;
using Doppel.Acting;
using Doppel.Cli.Arguments;
using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Cli.Values;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary><c>doppel link</c>, <c>doppel delete</c> and <c>doppel move</c>.</summary>
internal static class ActCommand
{
    /// <summary>Joins duplicates with their keepers.</summary>
    internal static ExitCode Link(CommandHost host, ParsedCommand parsed) => Run(
        host, parsed, static settings => settings.Act.Symbolic ? ActionKind.SymbolicLink
            : settings.Act.Absolute ? throw new UsageException("--absolute goes with --symbolic")
            : ActionKind.HardLink);

    /// <summary>Removes duplicates for good.</summary>
    internal static ExitCode Delete(CommandHost host, ParsedCommand parsed) =>
        Run(host, parsed, static _ => ActionKind.Delete);

    /// <summary>Moves duplicates elsewhere.</summary>
    internal static ExitCode Move(CommandHost host, ParsedCommand parsed) => Run(
        host, parsed, static settings => settings.Act.MoveTo is null
            ? throw new UsageException("where to is missing", "name a folder with --to DIR")
            : ActionKind.Move);

    /// <summary>Opens the journals of this user.</summary>
    /// <exception cref="UsageException">There is no place for them, or another run acts.</exception>
    internal static JournalFolder OpenJournals(CommandHost host, IChangeableVolume volume)
    {
        byte[] state = StateFolder.Of(host.Environment)
            ?? throw new UsageException("there is no place for the journal", "set HOME or XDG_STATE_HOME");
        return Guard(() => JournalFolder.Open(volume, new ReportName((byte[])[.. state, .. "/journal"u8])));
    }

    /// <summary>Turns what a journal says into a line for people.</summary>
    internal static T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (JournalException failure)
        {
            throw new UsageException(Quote.Sentence(failure.Message));
        }
    }

    private static ExitCode Run(CommandHost host, ParsedCommand parsed, Func<FindSettings, ActionKind> kindOf)
    {
        IChangeableVolume volume = VolumeChoice.CreateToChange(host.Environment);
        RootPaths paths = RootPaths.OfProcess();
        FindSettings settings = FindCommand.ReadSettings(
            host, parsed.Uses, new OptionContext(host.Clock, volume, paths));
        ActionKind kind = kindOf(settings);
        using var signals = new StopSignals(static () => { });
        GatheredPlan plan = GatheredPlan.Of(host, settings, volume, paths, parsed.Operands, signals.Stop);
        Messages messages = host.MessagesFor(settings.Color);
        if (!settings.Quiet || (!settings.Act.Yes && !settings.Act.DryRun))
        {
            PlanTotals.Lines(plan.Summary).ToList().ForEach(messages.Line);
        }

        ExitCode otherwise = plan.IsPartial ? ExitCode.Problems : ExitCode.Done;
        return signals.Exit is { } stopped ? stopped
            : plan.Groups.Count == 0 ? otherwise
            : settings.Act.DryRun ? Show(host, kind, plan, otherwise)
            : !MayAct(host, settings, messages, kind, plan.Summary) ? ExitCode.Failure
            : Act(host, settings, volume, kind, plan, signals) is var code && code != ExitCode.Done ? code
            : otherwise;
    }

    private static ExitCode Show(CommandHost host, ActionKind kind, GatheredPlan plan, ExitCode otherwise)
    {
        string text = string.Concat(
            from @group in plan.Groups
            from copy in @group.Drop
            from name in copy.Names
            select $"{VerbOf(kind)} {Quote.Name(name.Bytes)}"
                + $"{(kind == ActionKind.Move ? "" : $"  keeper {Quote.Name(@group.Keep[0].Names[0].Bytes)}")}\n");
        ExitCode written = PlainOutput.Write(host.Out, text);
        return written == ExitCode.Done ? otherwise : written;
    }

    private static string VerbOf(ActionKind kind) => kind switch
    {
        ActionKind.HardLink => "link",
        ActionKind.SymbolicLink => "symlink",
        ActionKind.Delete => "delete",
        _ => "move",
    };

    private static bool MayAct(
        CommandHost host, FindSettings settings, Messages messages, ActionKind kind, PlanSummary summary)
    {
        if (settings.Act.Yes)
        {
            return true;
        }

        if (host.Ask is not { } ask)
        {
            throw new UsageException("nothing is done: nobody can be asked here", "--yes acts without asking");
        }

        string names = string.Create(
            CultureInfo.InvariantCulture, $"{summary.Names:N0} name{(summary.Names == 1 ? "" : "s")}");
        messages.Raw(kind switch
        {
            ActionKind.HardLink => $"Make {names} hard links of their keepers? Joined files change together. [y/N] ",
            ActionKind.SymbolicLink => $"Make {names} symbolic links to their keepers? [y/N] ",
            ActionKind.Delete => $"Delete {names} for good? [y/N] ",
            _ => $"Move {names}? [y/N] ",
        });
        bool agreed = ask()?.Trim() is "y" or "Y" or "yes";
        if (!agreed)
        {
            messages.Line("nothing was done");
        }

        return agreed;
    }

    private static ExitCode Act(
        CommandHost host, FindSettings settings, IChangeableVolume volume, ActionKind kind, GatheredPlan plan,
        StopSignals signals)
    {
        var teller = new ActTeller(host.MessagesFor(settings.Color), settings.Quiet, settings.Verbose);
        using JournalFolder journals = OpenJournals(host, volume);
        using ActRun run = Guard(() => new ActRun(volume, journals, OptionsOf(host, settings, kind), teller.Add));
        bool isWhole = Guard(() =>
        {
            run.Run(plan.Groups, signals.Stop);
            return true;
        });
        teller.Conclude(kind, run.Id);
        return signals.Exit ?? (isWhole && !teller.AnyProblem ? ExitCode.Done : ExitCode.Problems);
    }

    private static ActOptions OptionsOf(CommandHost host, FindSettings settings, ActionKind kind) => new()
    {
        Action = kind,
        Version = ProgramVersion.Text,
        Command = [.. host.Arguments.Select(argument => ByteText.IsPlain(argument) ? argument : Quote.Text(argument))],
        AcrossOwners = settings.Act.AcrossOwners,
        IgnoreMode = settings.Act.IgnoreMode,
        AbsoluteLinks = settings.Act.Absolute,
        MoveTo = settings.Act.MoveTo is { } to ? RootPaths.OfProcess().ToAbsolute(ByteText.ToBytes(to)) : default,
        Time = host.Clock,
    };
}
