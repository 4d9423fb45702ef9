namespace Doppel.Acting;

/// <summary>Determines from all journals which runs have been undone.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed class RunStates
{
    private readonly HashSet<string> _undone = [];
    private readonly HashSet<string> _partlyUndone = [];
    private readonly HashSet<string> _unfinished = [];

    private RunStates()
    {
    }

    /// <summary>Reads the journals of all undos. Journals that cannot be read are ignored.</summary>
    /// <remarks>
    /// Reads little more than both ends of each journal, and the whole journal of an interrupted undo.
    /// </remarks>
    public static RunStates Read(JournalFolder journals)
    {
        ArgumentNullException.ThrowIfNull(journals);
        var states = new RunStates();
        foreach (string id in journals.Ids)
        {
            if (!journals.TryRead(id, out JournalReader? reader, out _))
            {
                continue;
            }

            using (reader)
            {
                if (reader!.Run.Undoes is not { } run)
                {
                    if (reader.IsUnfinished)
                    {
                        _ = states._unfinished.Add(id);
                    }

                    continue;
                }

                if (reader.UndoesWhole)
                {
                    states._undone.Add(run);
                }
                else if (HasRestored(reader))
                {
                    states._partlyUndone.Add(run);
                }
            }
        }

        return states;
    }

    /// <summary>Returns the state of a run.</summary>
    public RunState Of(JournalReader run)
    {
        ArgumentNullException.ThrowIfNull(run);
        if (_undone.Contains(run.Id))
        {
            return RunState.Undone;
        }

        if (_partlyUndone.Contains(run.Id))
        {
            return RunState.PartlyUndone;
        }

        if (_unfinished.Contains(run.Id))
        {
            return RunState.Interrupted;
        }

        return run.HasEnded ? RunState.Done : RunState.NotBegun;
    }

    // Outcomes are recorded after the names were restored, so an undo that was killed before it recorded any may have
    // restored some. The same is true of a damaged journal.
    private static bool HasRestored(JournalReader undo)
    {
        try
        {
            JournalTotals totals = undo.ReadTotals();
            return totals.Done > 0 || (!undo.HasEnded && totals == default);
        }
        catch (JournalException)
        {
            return true;
        }
    }
}

/// <summary>Specifies what has become of a run.</summary>
public enum RunState
{
    /// <summary>It has ended, and nothing of it has been undone.</summary>
    Done,

    /// <summary>It was interrupted, and nothing of it has been undone.</summary>
    Interrupted,

    /// <summary>It ended before it could change anything, and there is nothing to resume or undo.</summary>
    NotBegun,

    /// <summary>An undo has restored some of its names.</summary>
    PartlyUndone,

    /// <summary>An undo has restored everything that can be restored.</summary>
    Undone,
}
