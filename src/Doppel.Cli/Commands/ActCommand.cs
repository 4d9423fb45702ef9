using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements the commands that act on duplicates, such as <c>doppel link</c>.</summary>
internal static class ActCommand
{
    /// <summary>Replaces duplicates with links to their keepers.</summary>
    internal static ExitCode Link(CommandHost host, ParsedCommand parsed) => Run(
        host, parsed, static settings => settings.Act.Symbolic ? ActionKind.SymbolicLink
            : settings.Act.Absolute is not null
                ? throw new UsageException("--absolute and --relative require --symbolic")
            : ActionKind.HardLink);

    /// <summary>Makes duplicates share the blocks of their keepers.</summary>
    internal static ExitCode Reflink(CommandHost host, ParsedCommand parsed) =>
        Run(host, parsed, static _ => ActionKind.Reflink);

    /// <summary>Moves duplicates to the trash.</summary>
    internal static ExitCode Trash(CommandHost host, ParsedCommand parsed) =>
        Run(host, parsed, static _ => ActionKind.Trash);

    /// <summary>Deletes duplicates permanently.</summary>
    internal static ExitCode Delete(CommandHost host, ParsedCommand parsed) =>
        Run(host, parsed, static _ => ActionKind.Delete);

    /// <summary>Moves duplicates to another folder.</summary>
    internal static ExitCode Move(CommandHost host, ParsedCommand parsed) => Run(
        host, parsed, static settings => settings.Act.MoveTo is null
            ? throw new UsageException("missing target folder", "specify it with --to DIR")
            : ActionKind.Move);

    /// <summary>Opens the journals of the current user.</summary>
    /// <exception cref="UsageException">
    /// No environment variable says where to store them, or another run is in progress.
    /// </exception>
    internal static JournalFolder OpenJournals(CommandHost host, IChangeableVolume volume)
    {
        byte[] state = UserFolders.StateOf(host.Environment)
            ?? throw new UsageException("no folder for the journal", "set HOME or XDG_STATE_HOME");
        return Guard(() => JournalFolder.Open(volume, new ReportName((byte[])[.. state, .. "/journal"u8])));
    }

    /// <summary>Runs code that uses a journal, and turns its failures into messages for people.</summary>
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
        if (settings.Act.Script && (settings.Act.DryRun || !OperatingSystem.IsLinux()))
        {
            throw new UsageException(settings.Act.DryRun
                ? "--script and --dry-run cannot be combined" : "--script is only supported on Linux");
        }

        if (settings.Media && (kind == ActionKind.Reflink || settings.Act.Script))
        {
            throw new UsageException(kind == ActionKind.Reflink
                ? "media files in a group differ in their tags, and only identical files can share blocks"
                : "--script does not support media: no shell tool compares audio or image data without tags",
                "use doppel trash --media");
        }

        if (!UnfinishedRuns.MayGoOn(host, settings, volume))
        {
            return ExitCode.Failure;
        }

        ReadOnlyMemory<byte> moveTo = settings.Act.MoveTo is { } to ? FolderToMoveTo(volume, paths, to) : default;
        using var signals = new StopSignals(static () => { });
        GatheredPlan plan = GatheredPlan.Of(
            host, settings, volume, paths, kind, parsed, signals.Stop);
        Messages messages = host.MessagesFor(settings.Color);
        if (!settings.Quiet || (!settings.Act.Yes && !settings.Act.DryRun && !settings.Act.Script))
        {
            PlanTotals.Lines(plan.Summary, kind, settings.Act.RetargetLinks).ToList().ForEach(messages.Line);
            if (kind == ActionKind.HardLink && (settings.Act.AcrossOwners || settings.Act.IgnoreMode))
            {
                PlanTotals.Takeovers(plan.Groups).ToList().ForEach(messages.Line);
            }
        }

        if (!settings.Quiet)
        {
            using ActedMounts mounts = MountsOf(volume, plan);
            PlanTotals.Weaknesses(mounts.All, kind).ToList().ForEach(messages.Warn);
        }

        ExitCode otherwise = plan.IsPartial ? ExitCode.Problems : ExitCode.Done;
        return signals.Exit is { } stopped ? stopped
            : plan.Groups.Count + plan.Folders.Count == 0 ? otherwise
            : Do(host, settings, volume, OptionsOf(host, settings, kind, moveTo), plan, signals) is var code
                && code != ExitCode.Done ? code
            : otherwise;
    }

    private static ExitCode Do(
        CommandHost host, FindSettings settings, IChangeableVolume volume, ActOptions options, GatheredPlan plan,
        StopSignals signals) =>
        settings.Act.DryRun || settings.Act.Script ? Show(host, settings, volume, options, plan)
        : !Confirmation.Of(host, settings, ActionText.Question(options.Action, NamesOf(plan.Summary, options.Action)))
            ? ExitCode.Failure
        : Act(host, settings, volume, options, plan, signals);

    private static ActedMounts MountsOf(IChangeableVolume volume, GatheredPlan plan)
    {
        var mounts = new ActedMounts(volume);
        plan.Folders.ForEach(mounts.Add);
        plan.Groups.ForEach(mounts.Add);
        return mounts;
    }

    private static string NamesOf(PlanSummary summary, ActionKind kind) => PlanTotals.Count(summary.Names, "name")
        + (summary.Folders > 0 && kind.RemovesNames() ? $" and {PlanTotals.Count(summary.Folders, "folder")}" : "");

    // Check the target before searching, because otherwise the run would reject every single name. Return the real
    // path, because a run does not follow links.
    private static byte[] FolderToMoveTo(IChangeableVolume volume, RootPaths paths, string to)
    {
        byte[] path = paths.ToAbsolute(ByteText.ToBytes(to));
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _);
        byte[] real = [];
        if (!error.Failed)
        {
            error = volume.PathOf(folder, out real);
            volume.Close(folder);
        }

        return error.Failed
            ? throw new UsageException(
                $"cannot move files to {Quote.Text(to)}: "
                + $"{(error.Kind == VolumeErrorKind.Changed ? "it is not a folder" : volume.Describe(error))}")
            : real;
    }

    // Makes the same checks as a run, so names that would be skipped are reported with the reason.
    private static ExitCode Show(
        CommandHost host, FindSettings settings, IChangeableVolume volume, ActOptions options, GatheredPlan plan)
    {
        var teller = new ActTeller(host.MessagesFor(settings.Color), settings.Quiet, settings.Verbose);
        if (settings.Act.Script && plan.Folders.Count > 0)
        {
            throw new UsageException(
                "--script does not support folders, and the plan contains some", "create the report without --folders");
        }

        using var preview = new ActPreview(volume, options, teller.Add);
        using var folders = new FolderPreview(volume, options.Action, teller.Add);
        IEnumerable<PreviewedStep> steps = preview.Of(folders.FilesOf(plan.Folders).Concat(plan.Groups));
        ExitCode written = settings.Act.Script
            ? new ShellScript(host.Out, options.Action).Write(CommandLine(host), steps)
            : DryRun.Write(host.Out, options, steps);
        written = written == ExitCode.Done ? PlainOutput.Write(host.Out, folders.Rest()) : written;
        return written == ExitCode.Done && teller.AnyProblem ? ExitCode.Problems : written;
    }

    private static string CommandLine(CommandHost host) => string.Join(
        ' ', host.Arguments.Select(static argument => Quote.Text(argument)).Prepend("doppel"));

    private static ExitCode Act(
        CommandHost host, FindSettings settings, IChangeableVolume volume, ActOptions options, GatheredPlan plan,
        StopSignals signals)
    {
        var teller = new ActTeller(host.MessagesFor(settings.Color), settings.Quiet, settings.Verbose);
        using JournalFolder journals = OpenJournals(host, volume);
        using ActedMounts mounts = MountsOf(volume, plan);
        long? before = settings.Quiet || !options.Action.FreesBlocks() ? null : mounts.FreeBytes();
        using ActRun run = Guard(() => new ActRun(volume, journals, options, teller.Add));
        bool isWhole = Guard(() =>
        {
            run.Run(plan.Folders, plan.Groups, signals.Stop);
            return true;
        });
        if (signals.Exit is { } stopped)
        {
            // Folders are expanded only when their turn comes, so the number of names not started is unknown.
            teller.ConcludeInterrupted(
                options.Action, run.Id,
                plan.Folders.Count == 0 ? Math.Max(0, plan.Summary.Names - teller.Told) : null);
            return stopped;
        }

        teller.Conclude(options.Action, run.Id, before is null ? null : mounts.FreeBytes() - before);
        return isWhole && !teller.AnyProblem ? ExitCode.Done : ExitCode.Problems;
    }

    private static ActOptions OptionsOf(
        CommandHost host, FindSettings settings, ActionKind kind, ReadOnlyMemory<byte> moveTo) => new()
        {
            Action = kind,
            Version = ProgramVersion.Text,
            Command =
            [
                .. host.Arguments.Select(argument => ByteText.IsPlain(argument) ? argument : Quote.Text(argument)),
            ],
            AcrossOwners = settings.Act.AcrossOwners,
            IgnoreMode = settings.Act.IgnoreMode,
            RetargetLinks = settings.Act.RetargetLinks,
            AbsoluteLinks = settings.Act.Absolute ?? false,
            MoveTo = moveTo,
            HomeTrash = UserFolders.TrashOf(host.Environment),
            Time = host.Clock,
        };
}
