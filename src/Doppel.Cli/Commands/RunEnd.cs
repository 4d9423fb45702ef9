using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>
/// What <c>find</c> and <c>list-links</c> have in common: a progress line on the way, and an end at which results are
/// written, people are told and an exit code is found.
/// </summary>
internal sealed class RunEnd(CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target)
{
    private readonly Messages _messages = host.MessagesFor(settings.Color);
    private ProgressLine? _progress;

    /// <summary>Works with a progress line, where one is to be shown.</summary>
    /// <param name="stages">What the line tells of; null for those of a search.</param>
    /// <param name="work">Counts what it does.</param>
    internal T Watch<T>(FindStage[]? stages, Func<FindProgress, T> work)
    {
        var progress = new FindProgress();
        bool shown = host.Error.ShowsProgress(settings.Progress)
            && !(settings.Quiet && settings.Progress == WhenToUse.Auto);
        _progress = shown
            ? new ProgressLine(host.Error, progress, host.Clock, host.Error.UsesColor(settings.Color), stages)
            : null;
        using (_progress)
        {
            return work(progress);
        }
    }

    /// <summary>Just before a signal ends the process, on another thread.</summary>
    internal void Leave()
    {
        _progress?.Clear(_messages);
        target.Abandon();
    }

    /// <summary>Writes the results, tells people about them and finds the exit code.</summary>
    internal ExitCode Conclude(RunOutcome outcome, StopSignals signals)
    {
        ExitCode? stopped = outcome.Complete ? null : signals.Exit;
        signals.EndOfSearch();
        if (Write(outcome) is not { } written)
        {
            return ExitCode.Done;
        }

        long problems = outcome.ProblemCount + written.NamesLeftOut;
        Tell(outcome, problems, outcome.Problems.Concat(written.Problems), stopped);
        return stopped ?? Judge(outcome, problems);
    }

    /// <summary>What was written; null where nobody reads any more.</summary>
    private ReportWriteResult? Write(RunOutcome outcome)
    {
        Terminal? standard = target.Standard;
        bool isText = settings.Format is ReportFormat.Text or ReportFormat.Fdupes;
        var options = new ReportWriteOptions
        {
            Format = settings.Format,
            NulAfterNames = settings.Print0,
            EscapeNames = target.IsTerminal && !settings.Print0,
            Color = standard is null ? settings.Color == WhenToUse.Always : standard.UsesColor(settings.Color),
            RootLabels = isText ? roots.Labels : [],
        };
        try
        {
            // What is only measured does the same work, and nobody gets to read it.
            ReportWriteResult result = outcome.Write(settings.IsTrial ? Stream.Null : target.Open(), options);
            target.Complete();
            return result;
        }
        catch (IOException gone) when (gone is BrokenPipeException || gone.HResult == UnixNative.EPIPE)
        {
            return null;
        }
        catch (IOException failure)
        {
            throw target.Refused(failure);
        }
    }

    private void Tell(RunOutcome outcome, long count, IEnumerable<ReportProblem> problems, ExitCode? stopped)
    {
        if (!settings.Quiet)
        {
            var printer = new ProblemPrinter(_messages, settings.Verbose);
            printer.Print(problems);
            printer.PrintRest();
        }

        if (stopped is not null)
        {
            _messages.Warn($"{ExitCodeText.WordOf(stopped.Value)}: the results are incomplete");
        }

        if (!settings.Quiet || settings.IsTrial)
        {
            bool totalsStandAbove = settings.Format == ReportFormat.Text && !settings.Print0
                && target.Standard is not null && !settings.IsTrial;
            _messages.Line(outcome.Line(count, !totalsStandAbove));
        }

        if (settings.Stats || (settings.Verbose && !settings.Quiet))
        {
            foreach (string line in outcome.Details())
            {
                _messages.Line(line);
            }
        }
    }

    private ExitCode Judge(RunOutcome outcome, long problems)
    {
        if (problems > 0)
        {
            // Every root is itself a problem: nothing could be done.
            HashSet<ReportName> bad = [.. outcome.IsEmpty ? outcome.Problems.Select(problem => problem.Path) : []];
            return outcome.IsEmpty && roots.Names.All(bad.Contains) ? ExitCode.Failure : ExitCode.Problems;
        }

        return settings.ExitCode && outcome.HasDuplicates ? ExitCode.DuplicatesFound : ExitCode.Done;
    }
}
