using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli.Commands;

/// <summary>One list of links from its first folder to its last line.</summary>
internal sealed class LinkRun
{
    private static readonly FindStage[] s_stages =
        [FindStage.Scan, FindStage.Group, FindStage.Links, FindStage.Blocks, FindStage.Confirm];

    private readonly CommandHost _host;
    private readonly FindSettings _settings;
    private readonly ResolvedRoots _roots;
    private readonly OutputTarget _target;
    private readonly ReportBegin _begin;
    private readonly Messages _messages;
    private ProgressLine? _progress;

    internal LinkRun(
        CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target, ReportBegin begin)
    {
        _host = host;
        _settings = settings;
        _roots = roots;
        _target = target;
        _begin = begin;
        _messages = host.MessagesFor(settings.Color);
    }

    /// <summary>Lists, writes the results, then tells people about them.</summary>
    internal ExitCode Run()
    {
        using var signals = new StopSignals(Leave);
        if (_roots.Roots.Count == 0)
        {
            // An empty list of roots: nothing to look at is nothing wrong.
            var nothing = new LinkReport { Begin = _begin, Summary = new LinkSummary { Complete = true } };
            return Conclude(nothing, [], signals);
        }

        using LinkResult result = List(signals.Stop);
        var report = new LinkReport
        {
            Begin = _begin,
            HardLinks = result.HardLinks,
            SymbolicLinks = result.SymbolicLinks,
            Reflinks = result.Reflinks,
            Problems = result.Problems,
            Summary = result.Summary,
        };
        return Conclude(report, result.Problems, signals);
    }

    private LinkResult List(CancellationToken stop)
    {
        var progress = new FindProgress();
        bool shown = _host.Error.ShowsProgress(_settings.Progress)
            && !(_settings.Quiet && _settings.Progress == WhenToUse.Auto);
        _progress = shown
            ? new ProgressLine(
                _host.Error, progress, _host.Clock, _host.Error.UsesColor(_settings.Color), s_stages)
            : null;
        using (_progress)
        {
            LinkKinds kinds = _settings.Links == LinkKinds.None ? LinkKinds.All : _settings.Links;
            return LinkLister.List(_settings.ToFindOptions(_roots.Roots), kinds, progress, stop);
        }
    }

    private ExitCode Conclude(LinkReport report, IReadOnlyList<ReportProblem> problems, StopSignals signals)
    {
        ExitCode? stopped = report.Summary.Complete ? null : signals.Exit;
        signals.EndOfSearch();
        if (Write(report) is not { } written)
        {
            return ExitCode.Done;
        }

        LinkSummary summary = report.Summary with { Problems = report.Summary.Problems + written.NamesLeftOut };
        Tell(summary, problems.Concat(written.Problems), stopped);
        return stopped ?? Judge(summary, problems);
    }

    /// <summary>What was written; null where nobody reads any more.</summary>
    private ReportWriteResult? Write(LinkReport report)
    {
        Terminal? standard = _target.Standard;
        var options = new ReportWriteOptions
        {
            Format = _settings.Format,
            NulAfterNames = _settings.Print0,
            EscapeNames = _target.IsTerminal && !_settings.Print0,
            Color = standard is null ? _settings.Color == WhenToUse.Always : standard.UsesColor(_settings.Color),
            RootLabels = _settings.Format == ReportFormat.Text ? _roots.Labels : [],
        };
        try
        {
            ReportWriteResult result = LinkReportWriter.Write(report, _target.Open(), options);
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

    private void Tell(LinkSummary summary, IEnumerable<ReportProblem> problems, ExitCode? stopped)
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

        if (!_settings.Quiet)
        {
            bool totalsStandAbove = _settings.Format == ReportFormat.Text && !_settings.Print0
                && _target.Standard is not null;
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

    private ExitCode Judge(LinkSummary summary, IReadOnlyList<ReportProblem> problems)
    {
        if (summary.Problems == 0)
        {
            return ExitCode.Done;
        }

        // Every root is itself a problem: nothing could be done.
        HashSet<ReportName> bad = [.. problems.Select(problem => problem.Path)];
        bool isNothing = summary.HardLinkSets + summary.SymbolicLinks + summary.ReflinkSets == 0;
        return isNothing && _roots.Names.All(bad.Contains) ? ExitCode.Failure : ExitCode.Problems;
    }

    /// <summary>Just before a signal ends the process, on another thread.</summary>
    private void Leave()
    {
        _progress?.Clear(_messages);
        _target.Abandon();
    }
}
