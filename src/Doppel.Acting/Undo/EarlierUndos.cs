namespace Doppel.Acting;

/// <summary>Contains what earlier undos of a run have recorded about its names.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class EarlierUndos
{
    /// <summary>Gets the numbers of the intents whose names were restored.</summary>
    internal NumberSet Restored { get; } = new();

    /// <summary>Gets the numbers of the intents whose names can no longer be restored.</summary>
    internal NumberSet Skipped { get; } = new();

    /// <summary>
    /// Gets the numbers of the intents whose names were restored, needed nothing, or can no longer be restored.
    /// </summary>
    internal NumberSet Settled { get; } = new();

    /// <summary>Adds the outcomes of an undo, as far as its journal can be read.</summary>
    internal void Add(JournalReader undo)
    {
        try
        {
            foreach (JournalOutcome outcome in undo.OutcomesOfUndo())
            {
                Add(outcome);
            }
        }
        catch (JournalException)
        {
            // Whatever is missing is examined again.
        }
    }

    private void Add(in JournalOutcome outcome)
    {
        if (outcome.Status == ActStatus.Done)
        {
            Restored.Add(outcome.Number);
        }

        if (outcome.Status == ActStatus.Skipped)
        {
            Skipped.Add(outcome.Number);
        }

        if (outcome.Status is ActStatus.Done or ActStatus.Idle or ActStatus.Skipped)
        {
            Settled.Add(outcome.Number);
        }
    }
}
