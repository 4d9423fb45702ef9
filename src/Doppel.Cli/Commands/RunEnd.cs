using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// The common part of <c>find</c> and <c>list-links</c>: shows a progress line during the run, and at the end writes
/// the results, prints messages and determines the exit code.
/// </summary>
internal sealed class RunEnd(CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target)
{
    private readonly Messages _messages = host.MessagesFor(settings.Color);
    private ProgressLine? _progress;

    /// <summary>Runs work and shows a progress line if it is enabled.</summary>
    /// <param name="stages">The stages for the progress line; null for those of a search.</param>
    /// <param name="work">The work, which updates the progress.</param>
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

    /// <summary>Cleans up just before a signal ends the process. Called on another thread.</summary>
    internal void Leave()
    {
        _progress?.Clear(_messages);
        target.Abandon();
    }

    /// <summary>Writes the results, prints messages and returns the exit code.</summary>
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

    /// <summary>Writes the results and returns what was written; null if the reader has closed the output.</summary>
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
            // A measurement does the same work, but its output is discarded.
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
            // Every root has a problem, so nothing could be done.
            HashSet<ReportName> bad = [.. outcome.IsEmpty ? outcome.Problems.Select(problem => problem.Path) : []];
            return outcome.IsEmpty && roots.Names.All(bad.Contains) ? ExitCode.Failure : ExitCode.Problems;
        }

        return settings.ExitCode && outcome.HasDuplicates ? ExitCode.DuplicatesFound : ExitCode.Done;
    }
}
