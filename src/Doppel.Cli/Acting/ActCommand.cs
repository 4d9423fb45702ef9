using Doppel.Acting;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements the commands that act on duplicates, such as <c>doppel link</c>.</summary>
internal static class ActCommand
{
    /// <summary>Replaces duplicates with links to their keepers.</summary>
    internal static ExitCode Link(CommandCall<ActSettings> call) => Run(
        call, static settings => settings.Symbolic ? ActionKind.SymbolicLink : ActionKind.HardLink);

    /// <summary>Makes duplicates share the blocks of their keepers.</summary>
    internal static ExitCode Reflink(CommandCall<ActSettings> call) =>
        Run(call, static _ => ActionKind.Reflink);

    /// <summary>Moves duplicates to the trash.</summary>
    internal static ExitCode Trash(CommandCall<ActSettings> call) =>
        Run(call, static _ => ActionKind.Trash);

    /// <summary>Deletes duplicates permanently.</summary>
    internal static ExitCode Delete(CommandCall<ActSettings> call) =>
        Run(call, static _ => ActionKind.Delete);

    /// <summary>Deletes files of which other machines prove that they have copies.</summary>
    /// <param name="call">The command.</param>
    /// <param name="proofs">Asks for proofs.</param>
    internal static ExitCode DeleteProved(CommandCall<ActSettings> call, IHostProofs proofs) =>
        Run(call, static _ => ActionKind.Delete, proofs);

    /// <summary>Moves duplicates to another folder.</summary>
    internal static ExitCode Move(CommandCall<ActSettings> call) => Run(
        call, static settings => settings.MoveTo is null
            ? throw new UsageException("missing target folder", "specify it with --to DIR")
            : ActionKind.Move);

    private static ExitCode Run(
        CommandCall<ActSettings> call, Func<ActSettings, ActionKind> kindOf, IHostProofs? hosts = null)
    {
        (CommandHost host, ActSettings settings) = (call.Host, call.Settings);
        ActionKind kind = kindOf(settings);
        if (settings.Script && !OperatingSystem.IsLinux())
        {
            throw new UsageException("--script is only supported on Linux");
        }

        if (settings.Request.Media.IsOn && kind == ActionKind.Reflink)
        {
            throw new UsageException(
                "media files in a group differ in their tags, and only identical files can share blocks",
                "use doppel trash --media");
        }

        if (!UnfinishedRuns.AllowsNewRun(host, settings, isAsked: !settings.DryRun && !settings.Script))
        {
            return ExitCode.Failure;
        }

        settings.Request.Keeping.IsAsked = settings.DryRun || settings.AskEach || !settings.Yes;
        RefuseBuckets(call, kind);
        ReadOnlyMemory<byte> moveTo = settings.MoveTo is { } to ? FolderToMoveTo(host, to) : default;
        using var clients = new BucketClients(host, settings.Request.Connection);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        using var signals = new StopSignals(observer.Leave);
        GatheredPlan plan = GatheredPlan.Gather(call, search, clients, kind, signals.Stop);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        if (!settings.Messages.Quiet || (!settings.Yes && !settings.DryRun && !settings.Script))
        {
            messages.Line(PlanTotals.Lines(plan.Summary, kind, settings.RetargetLinks));
            if (kind == ActionKind.HardLink && (settings.AcrossOwners || settings.IgnoreMode))
            {
                messages.Line(PlanTotals.Takeovers(plan.Groups));
            }
        }

        if (!settings.Messages.Quiet)
        {
            using ActedMounts mounts = MountsOf(host.ChangeableVolume, plan);
            messages.Warn(PlanTotals.Weaknesses(mounts.All, kind));
            foreach (string bucket in plan.Buckets.Where(one => clients.KeepsVersions(S3Location.Parse(one))))
            {
                messages.Warn($"{Quote.Text(bucket)} keeps old versions: what is removed still takes up space until "
                    + "its versions are deleted");
            }
        }

        if (signals.Exit is { } stopped)
        {
            return stopped;
        }

        ExitCode code = ExitCode.Done;
        if (plan.Groups.Count + plan.Folders.Count > 0)
        {
            code = Do(host, settings, OptionsOf(host, settings, kind, moveTo, plan) with
            {
                Buckets = clients.Of,
                Hosts = hosts,
                DownloadBytesMax = settings.Request.DownloadMax,
                Trust = settings.Request.Trust,
                Notice = text => messages.Warn(Quote.Sentence(text)),
            }, plan, signals);
        }
        else
        {
            WriteEmptyResult(host, settings, kind);
        }

        return code == ExitCode.Done && plan.IsPartial ? ExitCode.Problems : code;
    }

    private static void RefuseBuckets(CommandCall<ActSettings> call, ActionKind kind)
    {
        string? folder = call.Operands.FirstOrDefault(static root => !S3Location.Is(root));
        string? bucket = call.Operands.Concat(call.Settings.Request.SavedReferences).FirstOrDefault(S3Location.Is);
        bool toBucket = call.Settings.MoveTo is { } to && S3Location.Is(to);
        if (toBucket && folder is not null && !PlanSource.IsFile(call.Host, call.Operands))
        {
            throw new UsageException(
                $"{Quote.Text(folder)} is not in a bucket: only objects can be moved to a bucket",
                "doppel s3 cp uploads files");
        }

        if (bucket is null)
        {
            return;
        }

        if (kind is not (ActionKind.Delete or ActionKind.Move))
        {
            throw new UsageException(
                $"{Quote.Text(bucket)} is in a bucket: objects can only be deleted or moved",
                "doppel delete, or doppel move --to s3://BUCKET/PREFIX");
        }

        if (kind == ActionKind.Move && folder is not null && !call.Operands.Any(S3Location.Is))
        {
            throw new UsageException(
                $"{Quote.Text(bucket)} is a bucket: files of which it has a copy can only be deleted",
                "doppel delete --reference s3://BUCKET DIR");
        }

        if (kind == ActionKind.Move && !toBucket)
        {
            throw new UsageException(
                $"{Quote.Text(bucket)} is in a bucket: its objects can only be moved to a bucket",
                "--to s3://BUCKET/PREFIX");
        }

        if (call.Settings.Script)
        {
            throw new UsageException("--script does not support buckets");
        }
    }

    private static ExitCode Do(
        CommandHost host, ActSettings settings, ActOptions options, GatheredPlan plan,
        StopSignals signals)
    {
        var obstacles = new ActObstacles(host.ChangeableVolume, options);
        plan.Folders.ForEach(obstacles.Add);
        plan.Groups.ForEach(obstacles.Add);
        List<string> told = [.. obstacles.All.Select(obstacle => ActionText.Obstacle(options.Action, obstacle))];
        bool isHopeless = told.Count > 0 && plan.Folders.All(static folder => !folder.Keeper.IsEmpty)
            && obstacles.All.Sum(static obstacle => obstacle.Names) == plan.Summary.Names;
        if (!settings.Messages.Quiet)
        {
            Messages messages = host.MessagesFor(settings.Messages.Color);
            told.ForEach(messages.Warn);
            if (isHopeless)
            {
                messages.Line("nothing can be done");
            }
        }

        if (settings.DryRun || settings.Script)
        {
            return Show(host, settings, options, plan);
        }

        if (isHopeless)
        {
            WriteEmptyResult(host, settings, options.Action);
            return ExitCode.Problems;
        }

        return new ActQuestion(host, settings, options, plan).IsConfirmed()
            ? Act(host, settings, options, plan, signals)
            : ExitCode.Failure;
    }

    private static void WriteEmptyResult(CommandHost host, ActSettings settings, ActionKind kind)
    {
        if (settings.Json)
        {
            new ActReporter(host, settings.Messages).WriteJson(ActionText.Verb(kind), id: null);
        }
    }

    private static ActedMounts MountsOf(IChangeableVolume volume, GatheredPlan plan)
    {
        var mounts = new ActedMounts(volume);
        plan.Folders.ForEach(mounts.Add);
        plan.Groups.ForEach(mounts.Add);
        return mounts;
    }

    // Check the target before searching, because otherwise the run would reject every single name. Return the real
    // path, because a run does not follow links.
    private static byte[] FolderToMoveTo(CommandHost host, string to)
    {
        if (S3Location.Is(to))
        {
            return ByteText.ToBytes(S3Location.Parse(to).ToString().TrimEnd('/'));
        }

        IChangeableVolume volume = host.ChangeableVolume;
        byte[] path = host.Paths.ToAbsolute(ByteText.ToBytes(to));
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _);
        byte[] real = [];
        if (!error.Failed)
        {
            error = volume.PathOf(folder, out real);
            volume.Close(folder);
        }

        if (error.Failed)
        {
            string why = error.Kind == VolumeErrorKind.Changed ? "it is not a folder" : volume.Describe(error);
            throw new UsageException($"cannot move files to {Quote.Text(to)}: {why}");
        }

        return real;
    }

    // Makes the same checks as a run, so names that would be skipped are reported with the reason.
    private static ExitCode Show(
        CommandHost host, ActSettings settings, ActOptions options, GatheredPlan plan)
    {
        var teller = new ActReporter(host, settings.Messages);
        if (settings.Script && plan.Folders.Count > 0)
        {
            throw new UsageException(
                "--script does not support folders, and the plan contains some", "create the report without --folders");
        }

        using var preview = new ActPreview(host.ChangeableVolume, options, teller.Add);
        using var folders = new FolderPreview(host.ChangeableVolume, options, teller.Add);
        IEnumerable<PreviewedStep> steps = preview.Of(folders.FilesOf(plan.Folders).Concat(plan.Groups));
        ExitCode written = settings.Script
            ? new ShellScript(host.Out, options.Action).Write(CommandLine(host), steps)
            : DryRunOutput.Write(host.Out, options, steps);
        folders.AddRemoved(preview.EmptiedBy(plan.Folders, plan.Groups));
        written = written == ExitCode.Done ? PlainOutput.Write(host.Out, folders.Rest()) : written;
        return written == ExitCode.Done && teller.AnyProblem ? ExitCode.Problems : written;
    }

    private static string CommandLine(CommandHost host) => string.Join(
        ' ', host.Arguments.Select(static argument => Quote.Text(argument)).Prepend("doppel"));

    private static ExitCode Act(
        CommandHost host, ActSettings settings, ActOptions options, GatheredPlan plan,
        StopSignals signals)
    {
        using RemovedList? list = settings.RemovedList is { } file ? new RemovedList(file, plan.Groups) : null;
        using ActedMounts mounts = MountsOf(host.ChangeableVolume, plan);
        long? before = settings.Messages.Quiet || !options.Action.FreesBlocks() || plan.Buckets.Any()
            ? null
            : mounts.FreeBytes();
        var progress = new ActProgress();
        ProgressLine? line = ActProgressLine.Begin(
            host, settings.Messages, ActionText.Doing(options.Action), progress);
        var teller = new ActReporter(host, settings.Messages, line, noun: PlanTotals.NounOf(plan.Summary));
        var job = new ActJob(host, settings.Request.Catalog, options)
        {
            CountsEmptyFolders = !settings.Messages.Quiet,
        };
        string id;
        long empty;
        using (line)
        {
            signals.OnSignal(() => line?.Clear(host.MessagesFor(settings.Messages.Color)));
            (id, empty) = job.Run(plan.Folders, plan.Groups, progress, Take, signals.Stop);
        }

        if (list?.Fault is { } fault)
        {
            host.MessagesFor(settings.Messages.Color).Warn(fault);
        }

        if (signals.Exit is { } stopped)
        {
            teller.ConcludeInterrupted(options.Action, id, progress.NamesLeft);
            if (settings.Json)
            {
                teller.WriteJson(ActionText.Verb(options.Action), id, progress.NamesLeft);
            }

            return stopped;
        }

        teller.Conclude(options.Action, id, before is null ? null : mounts.FreeBytes() - before);
        teller.TellEmpty(empty);
        if (settings.Json)
        {
            teller.WriteJson(ActionText.Verb(options.Action), id);
        }

        return teller.AnyProblem || list?.Fault is not null ? ExitCode.Problems : ExitCode.Done;

        void Take(ActResult result)
        {
            teller.Add(result);
            list?.Take(result);
        }
    }

    private static ActOptions OptionsOf(
        CommandHost host, ActSettings settings, ActionKind kind, ReadOnlyMemory<byte> moveTo,
        GatheredPlan plan) => ActJob.OptionsOf(host, kind, plan.Roots, plan.Rules) with
        {
            AcrossOwners = settings.AcrossOwners,
            AssumeDistinct = settings.AssumeDistinct,
            IgnoreMode = settings.IgnoreMode,
            RetargetLinks = settings.RetargetLinks,
            EmptyFolders = settings.Request.Keeping.EmptyFolders,
            AbsoluteLinks = settings.Absolute ?? false,
            MoveTo = moveTo,
        };
}
