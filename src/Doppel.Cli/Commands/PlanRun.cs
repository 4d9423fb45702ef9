using Doppel.Acting;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary>Plans each group of a report in turn.</summary>
internal sealed class PlanRun(CommandHost host, FindSettings settings, ReportSource report, OutputTarget? target)
{
    private readonly Messages _messages = host.MessagesFor(settings.Color);

    /// <summary>Writes the plan or the explanation, then tells the totals.</summary>
    internal ExitCode Run(IVolume volume, RootPaths paths)
    {
        PlanOptions options = OptionsOf(host, settings, paths, report.Reader.Begin);
        using var planner = new Planner(volume, options);
        var printer = new ProblemPrinter(_messages, settings.Verbose);
        try
        {
            PlanWriter? writer = target is null ? null : new PlanWriter(target.Open(), Begin(options), Escapes());
            PlanExplainer? explainer = settings.Plan.Explain ? new PlanExplainer(host.Out.Stream) : null;
            while (report.NextGroup())
            {
                PlanOutcome outcome = planner.Plan(report.Reader.Group);
                writer?.Write(outcome);
                explainer?.Write(outcome);
                Tell(settings, printer, outcome);
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

        return Conclude(printer, planner.Summary);
    }

    /// <summary>How groups of a report are planned.</summary>
    internal static PlanOptions OptionsOf(
        CommandHost host, FindSettings settings, RootPaths paths, ReportBegin? begin) => new()
        {
            Rules = settings.Plan.ToRules(),
            Roots = begin?.Roots ?? [],
            WorkingDirectory = begin is { WorkingDirectory.IsEmpty: false }
                ? begin.WorkingDirectory
                : new ReportName(paths.WorkingDirectory),
            OwnFolders = StateFolder.Of(host.Environment) is { } state ? [new ReportName(state)] : [],
        };

    /// <summary>Tells people which names are left alone, and why.</summary>
    internal static void Tell(FindSettings settings, ProblemPrinter printer, PlanOutcome outcome)
    {
        if (!settings.Quiet)
        {
            printer.Print(outcome.Refusals.Where(refusal => refusal.IsProblem).Select(
                refusal => new ReportProblem(
                    refusal.Path, "act on", refusal.Reason, Quote.Sentence(refusal.Message))));
        }
    }

    private PlanBegin Begin(PlanOptions options)
    {
        var now = FileTime.From(host.Clock.GetUtcNow());
        return new PlanBegin
        {
            Version = ProgramVersion.Text,
            Rules = options.Rules.Describe(),
            Roots = options.Roots,
            Made = new ReportTime(now.Seconds, now.Nanoseconds),
        };
    }

    private NameEscapes Escapes() => target is { IsTerminal: true } ? NameEscapes.Deceptive : NameEscapes.Needed;

    private ExitCode Conclude(ProblemPrinter printer, PlanSummary summary)
    {
        if (!settings.Quiet)
        {
            printer.PrintRest();
            if (report.LeftOut is { } leftOut)
            {
                _messages.Warn(leftOut);
            }

            foreach (string line in PlanTotals.Lines(summary))
            {
                _messages.Line(line);
            }
        }

        return summary.Refusals > 0 || report.LeftOut is not null ? ExitCode.Problems : ExitCode.Done;
    }
}
