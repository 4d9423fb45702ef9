using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Writes the lines of <c>doppel watch</c>, and its messages.</summary>
internal sealed class WatchOutput
{
    private readonly CommandHost _host;
    private readonly MessageSettings _settings;
    private readonly Messages _messages;
    private readonly JsonChangeWriter _lines;
    private ChangeTotals? _last;
    private bool _hasChanges;
    private HashSet<(ReportName Path, string Step, string Reason)> _told = [];

    internal WatchOutput(CommandHost host, MessageSettings settings)
    {
        (_host, _settings) = (host, settings);
        _messages = host.MessagesFor(settings.Color);
        _lines = new JsonChangeWriter(host.Out.Stream, new ReportWriteOptions
        {
            Format = ReportFormat.Json,
            EscapeNames = host.Out.IsTerminal,
        });
    }

    /// <summary>Writes the first line.</summary>
    internal void Begin(ReportBegin begin)
    {
        _lines.Write(begin);
        _lines.Flush();
    }

    /// <summary>Writes what has become of a group.</summary>
    internal void Write(GroupChange change)
    {
        _lines.Write(change);
        _hasChanges = true;
        if (_host.Out.IsTerminal)
        {
            _lines.Flush();
        }
    }

    /// <summary>
    /// Writes the totals of a round if they say anything new, and prints problems that the round before did not have.
    /// </summary>
    /// <remarks>
    /// A line for each round would never come to an end if the output is a file in a watched folder.
    /// </remarks>
    internal void End(WatchRound round)
    {
        var now = FileTime.From(_host.Clock.GetUtcNow());
        var totals = new ChangeTotals
        {
            Summary = round.Summary,
            IsCurrent = round.IsCurrent,
            Time = new ReportTime(now.Seconds, now.Nanoseconds),
        };
        if (_hasChanges || _last is null || Shown(totals) != Shown(_last))
        {
            _lines.Write(totals);
            (_last, _hasChanges) = (totals, false);
        }

        _lines.Flush();
        if (!_settings.Quiet)
        {
            var printer = new ProblemPrinter(_messages, _settings.Verbose);
            printer.Print(round.Problems.Where(problem => !_told.Contains(KeyOf(problem))));
            printer.PrintRest();
        }

        _told = [.. round.Problems.Select(KeyOf)];
    }

    /// <summary>Warns of file systems on which not everything is noticed or remembered.</summary>
    internal void Warn(IEnumerable<MountFacts> mounts)
    {
        if (_settings.Quiet)
        {
            return;
        }

        foreach (MountFacts mount in mounts.OrderBy(static one => one.MountPoint, StringComparer.Ordinal))
        {
            bool isRemote = mount.DeviceKind == DeviceKind.Network;
            bool isForgotten = !mount.Identity.IsKnown;
            if (isRemote || isForgotten)
            {
                string remote = isRemote ? "changes that other machines make are not reported" : "";
                string forgotten = isForgotten ? "files of equal size are read again after each change" : "";
                string both = isRemote && isForgotten ? ", and " : "";
                _messages.Warn($"{Quote.Text(mount.MountPoint)} ({mount.FileSystem}): {remote}{both}{forgotten}");
            }
        }
    }

    private static (bool, long, long, long, long, long) Shown(ChangeTotals totals)
    {
        ReportSummary sum = totals.Summary;
        return (totals.IsCurrent, sum.Files, sum.Groups, sum.RedundantFiles, sum.RedundantBytes, sum.Problems);
    }

    private static (ReportName Path, string Step, string Reason) KeyOf(ReportProblem problem) =>
        (problem.Path, problem.Step, problem.Reason);
}
