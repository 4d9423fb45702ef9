using System.Globalization;
using Doppel.Acting;
using Doppel.Cli.Values;

namespace Doppel.Cli.Output;

/// <summary>Tells what came of names: those that were not acted on while it happens, and totals at the end.</summary>
internal sealed class ActTeller(Messages messages, bool quiet, bool verbose)
{
    private const int ShownPerReason = 5;

    private readonly Dictionary<string, int> _reasons = [];
    private long _done;
    private long _idle;
    private long _freed;

    /// <summary>Whether any name was skipped or refused.</summary>
    internal bool AnyProblem => _reasons.Count > 0;

    /// <summary>Takes in one name.</summary>
    internal void Add(ActResult result)
    {
        _freed += result.FreedBytes;
        _done += result.Status == ActStatus.Done ? 1 : 0;
        _idle += result.Status == ActStatus.Idle ? 1 : 0;
        if (result.Status is ActStatus.Done or ActStatus.Idle)
        {
            return;
        }

        int count = _reasons.GetValueOrDefault(result.Reason) + 1;
        _reasons[result.Reason] = count;
        if (!quiet && (verbose || count <= ShownPerReason))
        {
            string how = result.Status == ActStatus.Unfinished ? "unfinished" : "left alone";
            messages.Warn($"{how}: {Quote.Name(result.Name.Bytes)}: {Quote.Sentence(result.Reason)}");
        }
    }

    /// <summary>Tells the totals of a run and how to undo it.</summary>
    internal void Conclude(ActionKind kind, string id)
    {
        string verb = kind switch
        {
            ActionKind.HardLink or ActionKind.SymbolicLink => "linked",
            ActionKind.Delete => "deleted",
            _ => "moved",
        };
        Conclude(verb);
        if (!quiet && _done > 0)
        {
            messages.Line($"{(_freed > 0 ? $"{SizeText.Show(_freed)} came free; " : "")}doppel undo {id} reverses it");
        }
    }

    /// <summary>Tells the totals of an undo.</summary>
    internal void ConcludeUndo() => Conclude("brought back");

    private void Conclude(string verb)
    {
        if (quiet)
        {
            return;
        }

        int more = _reasons.Values.Sum(static count => Math.Max(0, count - ShownPerReason));
        if (more > 0 && !verbose)
        {
            messages.Line(string.Create(CultureInfo.InvariantCulture, $"and {more:N0} more; -v tells all of them"));
        }

        string idle = _idle > 0
            ? string.Create(CultureInfo.InvariantCulture, $", {_idle:N0} with nothing to do")
            : "";
        string left = AnyProblem
            ? string.Create(CultureInfo.InvariantCulture, $", {_reasons.Values.Sum():N0} left alone")
            : "";
        messages.Line(string.Create(
            CultureInfo.InvariantCulture, $"{_done:N0} name{(_done == 1 ? "" : "s")} {verb}{left}{idle}"));
    }
}
