using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// The end of <c>find</c> and <c>list-links</c>: writes the results, prints messages and determines the exit code.
/// </summary>
internal sealed class ResultPrinter(
    CommandHost host, OutputSettings settings, MessageSettings messages, ResolvedRoots roots, OutputTarget target)
{
    private readonly Messages _messages = host.MessagesFor(messages.Color);

    /// <summary>Writes the results, prints messages and returns the exit code.</summary>
    internal ExitCode Conclude(SearchOutcome outcome, StopSignals signals)
    {
        ExitCode? stopped = outcome.Complete ? null : signals.Exit;
        signals.DisarmStop();
        if (Write(outcome) is not { } written)
        {
            return ExitCode.Done;
        }

        long problems = outcome.ProblemCount + written.NamesLeftOut;
        Tell(outcome, problems, outcome.Problems.Concat(written.Problems), stopped);
        return stopped ?? Judge(outcome, problems);
    }

    /// <summary>Writes the results and returns what was written; null if the reader has closed the output.</summary>
    private ReportWriteResult? Write(SearchOutcome outcome)
    {
        Terminal? standard = target.Standard;
        bool isText = settings.Format is ReportFormat.Text or ReportFormat.Fdupes;
        var options = new ReportWriteOptions
        {
            Format = settings.Format,
            NulAfterNames = settings.Print0,
            EscapeNames = target.IsTerminal && !settings.Print0,
            Color = standard is null ? messages.Color == WhenToUse.Always : standard.UsesColor(messages.Color),
            TotalsOnly = settings.Summary,
            DetailsZone = settings.Long ? host.Clock.LocalTimeZone : null,
            RootLabels = isText ? roots.Labels : [],
            Thumbnails = settings.Thumbnails ? new ThumbnailReader(roots.Roots).Of : null,
            Terminal = IsForTerminal(standard) ? LayoutOf(standard!) : null,
        };
        try
        {
            ReportWriteResult result = outcome.Write(target.Open(), options);
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

    // The exact text is for files, for pipes, and for --long.
    private bool IsForTerminal(Terminal? standard) => standard is { IsTerminal: true }
        && settings is { Format: ReportFormat.Text, Print0: false, Long: false };

    private TerminalLayout LayoutOf(Terminal terminal) => new()
    {
        Columns = Math.Max(TerminalLayout.ColumnsMin, terminal.Columns),
        WorkingDirectory = new ReportName(host.Paths.WorkingDirectoryOrRoot),
        Home = new ReportName(ByteText.ToBytes((host.Environment("HOME") ?? "").TrimEnd('/'))),
    };

    private void Tell(SearchOutcome outcome, long count, IEnumerable<ReportProblem> problems, ExitCode? stopped)
    {
        if (!messages.Quiet)
        {
            var printer = new ProblemPrinter(_messages, messages.Verbose);
            printer.Print(problems);
            printer.PrintRest();
        }

        if (stopped is not null)
        {
            _messages.Warn($"{ExitCodeText.WordOf(stopped.Value)}: the results are incomplete");
        }

        if (!messages.Quiet)
        {
            bool totalsStandAbove = settings.Format == ReportFormat.Text && !settings.Print0
                && target.Standard is not null;
            _messages.Line(outcome.Line(count, !totalsStandAbove));
            if (outcome.HasDuplicates && host.Error.IsTerminal && IsForTerminal(target.Standard))
            {
                foreach (string line in NextSteps.Lines(host))
                {
                    _messages.Whole(line);
                }
            }
        }

        if (settings.Stats || (messages.Verbose && !messages.Quiet))
        {
            foreach (string line in outcome.Details())
            {
                _messages.Line(line);
            }
        }
    }

    private ExitCode Judge(SearchOutcome outcome, long problems)
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
