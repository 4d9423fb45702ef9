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
        if (_host.Out.IsTerminal)
        {
            _lines.Flush();
        }
    }

    /// <summary>Writes the last line of a round, and prints problems that the round before did not have.</summary>
    internal void End(WatchRound round)
    {
        var now = FileTime.From(_host.Clock.GetUtcNow());
        _lines.Write(round.Summary, round.IsCurrent, new ReportTime(now.Seconds, now.Nanoseconds));
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

    private static (ReportName Path, string Step, string Reason) KeyOf(ReportProblem problem) =>
        (problem.Path, problem.Step, problem.Reason);
}
