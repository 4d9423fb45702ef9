using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Plans the groups of a report or search one by one.</summary>
internal sealed class PlanRun(
    CommandHost host, PlanSettings settings, SearchRunner runner, PlanSource source, OutputTarget? target)
{
    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);
    private bool _anyFolderMissed;

    /// <summary>Writes the plan or the explanation, and then prints the totals.</summary>
    internal ExitCode Run()
    {
        IChangeableVolume volume = host.ChangeableVolume;
        var printer = new ProblemPrinter(_messages, settings.Messages.Verbose);
        PlanOptions options = OptionsOf(host, settings, source.Begin) with
        {
            ComparesExtras = true,
            TakesObjects = true,
        };
        options = options with { SymbolicLinks = LinksOf(options, printer) };
        using var planner = new Planner(volume, options);
        using var mounts = new ActedMounts(volume);
        try
        {
            PlanWriter? writer = target is null ? null : new PlanWriter(target.Open(), Begin(options), Escapes());
            PlanExplainer? explainer = settings.Explain ? new PlanExplainer(host.Out.Stream) : null;
            foreach (PlanOutcome outcome in Outcomes(planner, options))
            {
                writer?.Write(outcome);
                explainer?.Write(outcome);
                foreach (PlanGroup group in outcome.Groups)
                {
                    mounts.Add(group);
                }

                foreach (PlanFolder folder in outcome.Folders)
                {
                    mounts.Add(folder);
                }

                Tell(settings.Messages, printer, outcome);
            }

            explainer?.Flush();
            writer?.End(planner.Summary);
            target?.Complete();
        }
        catch (IOException gone) when (gone is BrokenPipeException || gone.HResult == UnixNative.EPIPE)
        {
            return ExitCode.Done;
        }
        catch (IOException failure)
        {
            throw target?.Refused(failure)
                ?? new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
        }

        return Conclude(printer, planner.Summary, planner.StateGroups, mounts.All);
    }

    /// <summary>Returns the planner options for the groups of a report or search.</summary>
    /// <exception cref="UsageException">A reference folder of the report cannot be opened.</exception>
    internal static PlanOptions OptionsOf(CommandHost host, IPlanningSettings settings, ReportBegin? begin) => new()
    {
        Rules = settings.Keeping.ToRules(ReferencesOf(host, settings, begin)),
        Isolate = settings.Groups.Isolate,
        Roots = begin?.Roots ?? [],
        WorkingDirectory = begin is { WorkingDirectory.IsEmpty: false }
            ? begin.WorkingDirectory
            : new ReportName(host.Paths.WorkingDirectory),
        State = settings.Keeping.IncludeState
            ? null
            : StateList.Parse(
                settings.Keeping.StateText ?? StateList.Default, settings.Context, host.Environment("HOME")),
        OwnFolders = UserFolders.StateOf(host.Environment) is { } state ? [new ReportName(state)] : [],
    };

    // A report of a search with reference folders lists groups that were found by them, so they keep protecting.
    private static IEnumerable<ProtectedFolder> ReferencesOf(
        CommandHost host, IPlanningSettings settings, ReportBegin? begin)
    {
        List<ProtectedFolder> references =
        [
            .. settings.References.Select(static typed => typed.Folder),
            .. (settings.SavedReferences ?? []).Where(S3Location.Is).Select(static typed =>
                ProtectedFolder.OfObjects(S3Location.Parse(typed.TrimEnd('/')).ToName()) with { IsReference = true }),
        ];
        foreach (ReportName name in begin?.References ?? [])
        {
            if (S3Location.Is(name.ToString()))
            {
                references.Add(ProtectedFolder.OfObjects(name) with { IsReference = true });
                continue;
            }

            if (name.ToString().StartsWith(ReportSavedVolume.HostPrefix, StringComparison.Ordinal))
            {
                references.Add(ProtectedFolder.OfHost(name) with { IsReference = true });
                continue;
            }

            if (begin!.SavedVolumes.Count > 0 && SavedRoots.IsNamedBy(name.ToString()))
            {
                throw new UsageException(
                    $"the report compares with {Quote.Name(name.Bytes)}, a saved volume, whose files cannot be read",
                    "connect the disk, and search again with its folder as reference");
            }

            VolumeError error = ProtectedFolder.Look(host.Volume, name.Bytes, out ProtectedFolder? folder);
            if (error.Failed)
            {
                throw new UsageException(
                    $"cannot open {Quote.Name(name.Bytes)}, a reference folder of the report: "
                        + host.Volume.Describe(error), "mount it, or search again");
            }

            references.Add(folder! with { IsReference = true });
        }

        return references.DistinctBy(static folder => (folder.Device, folder.Inode));
    }

    /// <summary>Reports which names are skipped and why.</summary>
    internal static void Tell(MessageSettings settings, ProblemPrinter printer, PlanOutcome outcome)
    {
        if (!settings.Quiet)
        {
            printer.Print(outcome.Refusals.Where(refusal => refusal.IsProblem).Select(
                refusal => new ReportProblem(
                    refusal.Path, "act on", refusal.Reason, Quote.Sentence(refusal.Message))));
        }
    }

    // If a rule matches nothing, no part of the plan may be acted on. Therefore nothing is written until all rules have
    // matched. This keeps the whole plan in memory, as acting on it also does.
    private IEnumerable<PlanOutcome> Outcomes(Planner planner, PlanOptions options)
    {
        Queue<PlanOutcome> held = [];
        while (source.PlanNext(planner) is { } outcome)
        {
            held.Enqueue(outcome);
            while (!source.IsAnyUnmatched(planner) && held.TryDequeue(out PlanOutcome? next))
            {
                yield return next;
            }
        }

        source.RefuseUnmatched(planner, options);
        while (held.TryDequeue(out PlanOutcome? rest))
        {
            yield return rest;
        }
    }

    // The action is not known yet, so the plan has to include the links.
    private IReadOnlyList<PlanLink> LinksOf(PlanOptions options, ProblemPrinter printer)
    {
        IReadOnlyList<PlanLink> links = RootLinks.Search(
            runner, settings, source.RootsOf(options), out IReadOnlyList<ReportProblem> problems,
            CancellationToken.None);
        _anyFolderMissed = problems.Count > 0;
        if (!settings.Messages.Quiet)
        {
            printer.Print(problems);
        }

        return links;
    }

    private PlanBegin Begin(PlanOptions options)
    {
        var now = FileTime.From(host.Clock.GetUtcNow());
        return new PlanBegin
        {
            Version = ProgramVersion.Text,
            Rules = [.. options.Rules.Describe(), .. settings.Media.IsOn ? KeepRules.MediaDescription : []],
            Roots = options.Roots,
            Made = new ReportTime(now.Seconds, now.Nanoseconds),
        };
    }

    private NameEscapes Escapes() => target is { IsTerminal: true } ? NameEscapes.Deceptive : NameEscapes.Needed;

    private ExitCode Conclude(
        ProblemPrinter printer, PlanSummary summary, long stateGroups, IReadOnlyList<ActedMount> mounts)
    {
        if (!settings.Messages.Quiet)
        {
            printer.Print(source.Problems);
            printer.PrintRest();
            if (source.LeftOut is { } leftOut)
            {
                _messages.Warn(leftOut);
            }

            _messages.Warn(source.Warnings);
            if (StateList.Left(stateGroups) is { } left)
            {
                _messages.Line(left);
            }

            if (source.MediaLeft is { } mediaLeft)
            {
                _messages.Line(mediaLeft);
            }

            foreach (string line in PlanTotals.Lines(summary, kind: null, retargets: false))
            {
                _messages.Line(line);
            }

            _messages.Warn(PlanTotals.Weaknesses(mounts, kind: null));
        }

        return summary.Refusals > 0 || source.LeftOut is not null || source.Problems.Count > 0 || _anyFolderMissed
            ? ExitCode.Problems
            : ExitCode.Done;
    }
}
