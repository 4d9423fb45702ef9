using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>One search from its first folder to its last line.</summary>
internal sealed class FindRun
{
    private readonly CommandHost _host;
    private readonly FindSettings _settings;
    private readonly ResolvedRoots _roots;
    private readonly OutputTarget _target;
    private readonly ReportBegin _begin;
    private readonly Messages _messages;
    private ProgressLine? _progress;

    internal FindRun(
        CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target, ReportBegin begin)
    {
        _host = host;
        _settings = settings;
        _roots = roots;
        _target = target;
        _begin = begin;
        _messages = host.MessagesFor(settings.Color);
    }

    /// <summary>Searches, writes the results, then tells people about them.</summary>
    internal ExitCode Run()
    {
        using var signals = new StopSignals(Leave);
        if (_roots.Roots.Count == 0)
        {
            // An empty list of roots: nothing to search is nothing wrong.
            return Conclude(ToReport(new ReportSummary { Complete = true }), [], signals);
        }

        using FindResult result = Search(signals.Stop);
        Report report = ToReport(result.Summary) with
        {
            FolderGroups = result.FolderGroups,
            ContainedFolders = result.ContainedFolders,
            EmptyFolders = result.EmptyFolders,
            Groups = result.Groups,
            Uniques = result.Uniques,
            Problems = result.Problems,
        };
        return Conclude(report, result.Problems, signals);
    }

    private Report ToReport(ReportSummary summary) => new() { Begin = _begin, Groups = [], Summary = summary };

    private FindResult Search(CancellationToken stop)
    {
        var progress = new FindProgress();
        bool shown = _host.Error.ShowsProgress(_settings.Progress)
            && !(_settings.Quiet && _settings.Progress == WhenToUse.Auto);
        _progress = shown
            ? new ProgressLine(_host.Error, progress, _host.Clock, _host.Error.UsesColor(_settings.Color))
            : null;
        using (_progress)
        {
            return Finder.Find(_settings.ToFindOptions(_roots.Roots), progress, stop);
        }
    }

    private ExitCode Conclude(Report report, IReadOnlyList<ReportProblem> problems, StopSignals signals)
    {
        ReportSummary summary = report.Summary;
        ExitCode? stopped = summary.Complete ? null : signals.Exit;
        signals.EndOfSearch();
        report = stopped is null ? report : report with { Uniques = [] };
        if (Write(report) is not { } written)
        {
            return ExitCode.Done;
        }

        summary = summary with { Problems = summary.Problems + written.NamesLeftOut };
        Tell(summary, problems.Concat(written.Problems), stopped);
        return stopped ?? Judge(summary, problems);
    }

    /// <summary>What was written; null where nobody reads any more.</summary>
    private ReportWriteResult? Write(Report report)
    {
        Terminal? standard = _target.Standard;
        bool isText = _settings.Format is ReportFormat.Text or ReportFormat.Fdupes;
        var options = new ReportWriteOptions
        {
            Format = _settings.Format,
            NulAfterNames = _settings.Print0,
            EscapeNames = _target.IsTerminal && !_settings.Print0,
            Color = standard is null ? _settings.Color == WhenToUse.Always : standard.UsesColor(_settings.Color),
            RootLabels = isText ? _roots.Labels : [],
        };
        try
        {
            // What is only measured does the same work, and nobody gets to read it.
            Stream stream = _settings.IsTrial ? Stream.Null : _target.Open();
            ReportWriteResult result = ReportWriter.Write(report, stream, options);
            _target.Complete();
            return result;
        }
        catch (IOException gone) when (gone is BrokenPipeException || gone.HResult == UnixNative.EPIPE)
        {
            return null;
        }
        catch (IOException failure)
        {
            throw _target.Refused(failure);
        }
    }

    private void Tell(ReportSummary summary, IEnumerable<ReportProblem> problems, ExitCode? stopped)
    {
        if (!_settings.Quiet)
        {
            var printer = new ProblemPrinter(_messages, _settings.Verbose);
            printer.Print(problems);
            printer.PrintRest();
        }

        if (stopped is not null)
        {
            string how = stopped == ExitCode.Interrupted ? "interrupted" : "terminated";
            _messages.Warn($"{how}: these results are what was found so far");
        }

        if (!_settings.Quiet || _settings.IsTrial)
        {
            bool totalsStandAbove = _settings.Format == ReportFormat.Text && !_settings.Print0
                && _target.Standard is not null && !_settings.IsTrial;
            _messages.Line(SummaryPrinter.Line(summary, withTotals: !totalsStandAbove));
        }

        if (_settings.Stats || (_settings.Verbose && !_settings.Quiet))
        {
            foreach (string line in SummaryPrinter.Details(summary))
            {
                _messages.Line(line);
            }
        }
    }

    private ExitCode Judge(ReportSummary summary, IReadOnlyList<ReportProblem> problems)
    {
        if (summary.Problems > 0)
        {
            return NothingCouldBeDone(summary, problems) ? ExitCode.Failure : ExitCode.Problems;
        }

        return _settings.ExitCode && HasDuplicates(summary) ? ExitCode.DuplicatesFound : ExitCode.Done;
    }

    private static bool HasDuplicates(ReportSummary summary) =>
        summary.Groups > 0 || summary.Folders is { Groups: > 0 } or { Contained: > 0 };

    /// <summary>Whether every root is itself a problem.</summary>
    private bool NothingCouldBeDone(ReportSummary summary, IReadOnlyList<ReportProblem> problems)
    {
        if (summary.Files > 0 || problems.Count < _roots.Names.Distinct().Count())
        {
            return false;
        }

        HashSet<ReportName> bad = [.. problems.Select(problem => problem.Path)];
        return _roots.Names.All(bad.Contains);
    }

    /// <summary>Just before a signal ends the process, on another thread.</summary>
    private void Leave()
    {
        _progress?.Clear(_messages);
        _target.Abandon();
    }
}
