using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// Reports the results of an action: names that were not acted on as they occur, and the totals at the end.
/// </summary>
/// <param name="host">The host.</param>
/// <param name="settings">The settings for messages.</param>
/// <param name="line">The progress line above which messages are printed; null if there is none.</param>
/// <param name="done">What was done to a name, for messages about names that lack something.</param>
/// <param name="noun">What a name is: "file" if every file has one.</param>
internal sealed class ActReporter(
    CommandHost host, MessageSettings settings, ProgressLine? line = null, string done = "done", string noun = "name")
{
    private const int ShownPerReason = 5;
    private const long NoticedBytes = 256 * 1024;

    private readonly Messages _messages = host.MessagesFor(settings.Color);
    private readonly ActTotals _totals = new();
    private readonly Dictionary<string, int> _reasons = [];
    private readonly Dictionary<string, int> _differences = [];
    private long _done;
    private long _links;
    private long _folders;
    private long _restoredLinks;
    private long _onDisks;
    private long _emptied;
    private long _leftEmpty;
    private long _idle;
    private long _freed;
    private long _interrupted;

    /// <summary>Gets whether any name was skipped, failed, was left unfinished or was interrupted.</summary>
    internal bool AnyProblem => _reasons.Count > 0 || _interrupted > 0;

    /// <summary>Adds the result for one name, and prints it if it needs attention.</summary>
    internal void Add(ActResult result)
    {
        _totals.Add(result);
        _freed += result.FreedBytes;
        bool isName = result is { IsLink: false, IsOfEmptiedFolder: false, IsLeftEmpty: false };
        _done += isName && result.Status == ActStatus.Done ? 1 : 0;
        _emptied += result is { Status: ActStatus.Done, IsOfEmptiedFolder: true } ? 1 : 0;
        _leftEmpty += result is { Status: ActStatus.Done, IsLeftEmpty: true } ? 1 : 0;
        _links += result is { Status: ActStatus.Done, IsLink: true } ? 1 : 0;
        _folders += result is { Status: ActStatus.Done, IsFolder: true } ? 1 : 0;
        _restoredLinks += result is { Status: ActStatus.Done, IsRestoredLink: true } ? 1 : 0;
        _onDisks += result.Status == ActStatus.Done && !ReportSavedVolume.Holds(result.Name) ? 1 : 0;
        _idle += result.Status == ActStatus.Idle ? 1 : 0;
        if (result.Status is ActStatus.Done or ActStatus.Idle)
        {
            // An undo restored this name with differences, or from a file other than the keeper; or a copy on another
            // file system lacks some metadata.
            if (result is { Status: ActStatus.Done, Reason.Length: > 0 })
            {
                Warn(done, result, _differences);
            }

            return;
        }

        if (result.Reason == ActResult.Interrupted)
        {
            _interrupted++;
            return;
        }

        Warn(result.Status == ActStatus.Unfinished ? "unfinished" : "skipped", result, _reasons);
    }

    /// <summary>Prints the totals of a run and how to undo it.</summary>
    /// <param name="kind">The action of the run.</param>
    /// <param name="id">The ID of the run.</param>
    /// <param name="measuredBytes">The measured growth of free space, in bytes; null if it was not measured.</param>
    internal void Conclude(ActionKind kind, string id, long? measuredBytes)
    {
        Conclude(ActionText.Done(kind));
        if (!settings.Quiet && _done + _emptied + _leftEmpty > 0 && (_freed > 0 || kind != ActionKind.Reflink))
        {
            string freed = _freed > 0 ? Freed(measuredBytes ?? _freed) : "";
            string but = _onDisks > 0 ? ", except for folder times" : "";
            string back = kind == ActionKind.Reflink ? "" : $"doppel undo {id} reverses it{but}";
            _messages.Line(string.Join("; ", new[] { freed, back }.Where(static part => part.Length > 0)));
        }
    }

    /// <summary>Writes the totals as JSON to standard output.</summary>
    /// <param name="action">The word for the action, such as "trash".</param>
    /// <param name="id">The ID of the run; null if there was nothing to do.</param>
    /// <param name="notStarted">The number of names that an interrupted run has not started; null otherwise.</param>
    /// <exception cref="UsageException">Standard output cannot be written.</exception>
    internal void WriteJson(string action, string? id, long? notStarted = null) =>
        PlainOutput.Write(host.Out, _totals.ToJson(action, id, notStarted));

    /// <summary>Prints how many folders are empty after an action that leaves empty folders in place.</summary>
    internal void TellEmpty(long folders)
    {
        if (folders > 0 && !settings.Quiet)
        {
            string rest = folders == 1 ? "is empty now; --empty-folders removes it too"
                : "are empty now; --empty-folders removes them too";
            _messages.Line($"{Count.Of(folders, "folder")} {rest}");
        }
    }

    /// <summary>Prints the progress of an interrupted run and how to continue it.</summary>
    /// <param name="kind">The action of the run.</param>
    /// <param name="id">The ID of the run.</param>
    /// <param name="notBegun">The number of names that were not started.</param>
    internal void ConcludeInterrupted(ActionKind kind, string id, long notBegun)
    {
        Conclude(ActionText.Done(kind));
        if (!settings.Quiet)
        {
            string left = string.Create(CultureInfo.InvariantCulture, $"{notBegun:N0} not started");
            _messages.Line($"interrupted: {left}; continue with doppel resume {id}, or undo with doppel undo {id}");
        }
    }

    /// <summary>Prints the totals of an undo.</summary>
    internal void ConcludeUndo()
    {
        if (_onDisks > 0 && !settings.Quiet)
        {
            _messages.Line(_folders > 0
                ? "times of other folders are not restored"
                : "folder times are not restored");
        }

        Print(string.Create(CultureInfo.InvariantCulture, $"restored {What()}{Rest()}"));

        string What() => RestoredText.Of(
            _done - _folders - _restoredLinks, _onDisks > 0 || _done == 0 ? noun : "object", _folders, _restoredLinks);
    }

    /// <summary>Prints the progress of an interrupted undo and how to continue it.</summary>
    /// <param name="command">The command that continues it.</param>
    /// <param name="notBegun">The number of names that were not started.</param>
    internal void ConcludeInterruptedUndo(string command, long notBegun)
    {
        ConcludeUndo();
        if (!settings.Quiet)
        {
            _messages.Line(string.Create(
                CultureInfo.InvariantCulture, $"interrupted: {notBegun:N0} not started; continue with {command}"));
        }
    }

    private void Warn(string how, ActResult result, Dictionary<string, int> counts)
    {
        int count = counts.GetValueOrDefault(result.Reason) + 1;
        counts[result.Reason] = count;
        if (settings.Quiet || (!settings.Verbose && count > ShownPerReason))
        {
            return;
        }

        string text = $"{how}: {Quote.Name(result.Name.Bytes)}: {Quote.Sentence(result.Reason)}";
        if (line is null)
        {
            _messages.Warn(text);
            return;
        }

        line.PrintAbove(_messages, () => _messages.Warn(text));
    }

    // Free space is mentioned only if noticeably less was freed than expected. A small difference is normal, since the
    // journal takes space too. More is normal as well: other programs also remove files.
    private string Freed(long measured)
    {
        string expected = SizeText.Show(_freed);
        if (_freed - measured <= Math.Max(_freed / 10, NoticedBytes))
        {
            return $"{expected} freed";
        }

        string grew = measured > 0 ? $"grew by only {SizeText.Show(measured)}" : "did not grow";
        return $"{expected} expected, but free space {grew}: clones, snapshots or other programs use the rest";
    }

    private void Conclude(string verb)
    {
        string links = _links > 0 ? $", {Count.Of(_links, "symbolic link")} retargeted" : "";
        string emptied = _emptied > 0
            ? string.Create(CultureInfo.InvariantCulture, $", {_emptied:N0} removed with emptied folders")
            : "";
        string leftEmpty = _leftEmpty > 0 ? $", {Count.Of(_leftEmpty, "empty folder")} removed" : "";
        Print($"{Count.Of(_done, noun)} {verb}{emptied}{leftEmpty}{links}{Rest()}");
    }

    private void Print(string totals)
    {
        if (settings.Quiet)
        {
            return;
        }

        int more = _reasons.Values.Concat(_differences.Values)
            .Sum(static count => Math.Max(0, count - ShownPerReason));
        if (more > 0 && !settings.Verbose)
        {
            _messages.Line(string.Create(CultureInfo.InvariantCulture, $"and {more:N0} more; -v lists all"));
        }

        _messages.Line(totals);
    }

    private string Rest()
    {
        string idle = _idle > 0
            ? string.Create(CultureInfo.InvariantCulture, $", {_idle:N0} with nothing to do")
            : "";
        string left = _reasons.Count > 0
            ? string.Create(CultureInfo.InvariantCulture, $", {_reasons.Values.Sum():N0} skipped")
            : "";
        return left + idle;
    }
}
