using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Writes the plan of a report or search, or explains it.</summary>
internal sealed class PlanRun(
    CommandHost host, PlanSettings settings, SearchJob search, PlanSource source, OutputTarget? target)
{
    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);

    /// <summary>Writes the plan or the explanation, and then prints the totals.</summary>
    internal ExitCode Run()
    {
        IChangeableVolume volume = host.ChangeableVolume;
        var printer = new ProblemPrinter(_messages, settings.Messages.Verbose);
        PlanOptions options = PlanJob.OptionsOf(host, settings.Request, source.Begin) with
        {
            ComparesExtras = true,
            TakesObjects = true,
        };

        // The action is not known yet, so the plan has to include the links.
        using var job = new PlanJob(host, source, options, search, CancellationToken.None);
        using var mounts = new ActedMounts(volume);
        try
        {
            PlanWriter? writer = target is null ? null : new PlanWriter(target.Open(), Begin(options), Escapes());
            PlanExplainer? explainer = settings.Explain ? new PlanExplainer(host.Out.Stream) : null;
            foreach (PlanOutcome outcome in job.Outcomes())
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
            writer?.End(job.Planner.Summary);
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

        if (!settings.Messages.Quiet)
        {
            printer.Print(job.Problems);
            printer.PrintRest();
            _messages.Tell(job.Notices);
            _messages.Line(PlanTotals.Lines(job.Planner.Summary, kind: null, retargets: false));
            _messages.Warn(PlanTotals.Weaknesses(mounts.All, kind: null));
        }

        return job.IsPartial ? ExitCode.Problems : ExitCode.Done;
    }

    /// <summary>Reports which names are skipped and why.</summary>
    internal static void Tell(MessageSettings settings, ProblemPrinter printer, PlanOutcome outcome)
    {
        if (!settings.Quiet)
        {
            printer.Print(outcome.Refusals.Where(refusal => refusal.IsProblem).Select(
                refusal => new ReportProblem(
                    refusal.Path, "act on", refusal.Reason,
                    Quote.Sentence(refusal.Message)
                        + refusal.Reason switch
                        {
                            PlanRefusal.TagsLost => "; see --if-tags-lost",
                            PlanRefusal.Companions => "; see --companions",
                            _ => "",
                        })));
        }
    }

    private PlanBegin Begin(PlanOptions options)
    {
        var now = FileTime.From(host.Clock.GetUtcNow());
        return new PlanBegin
        {
            Version = ProgramVersion.Text,
            Rules = [.. options.Rules.Describe(), .. settings.Request.Media.IsOn ? KeepRules.MediaDescription : []],
            Roots = options.Roots,
            Made = new ReportTime(now.Seconds, now.Nanoseconds),
        };
    }

    private NameEscapes Escapes() => target is { IsTerminal: true } ? NameEscapes.Deceptive : NameEscapes.Needed;
}
