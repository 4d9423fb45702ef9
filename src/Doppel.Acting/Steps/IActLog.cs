namespace Doppel.Acting;

/// <summary>Receives the outcome for each name, for the journal and for the caller.</summary>
internal interface IActLog
{
    /// <summary>Records the outcome for a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="step">The outcome.</param>
    /// <param name="digest">The SHA-256 of the content in hex if it was compared. Otherwise empty.</param>
    /// <param name="freedBytes">The number of bytes freed if the action was performed.</param>
    void Conclude(NameTask name, Step step, string digest, long freedBytes);

    /// <summary>Records the outcome for a symbolic link to a name.</summary>
    void ConcludeLink(NameTask link, Step step);

    /// <summary>Records that a name will be retried in the next batch with another keeper.</summary>
    void Postpone(NameTask name);

    /// <summary>Records a folder that was created for a name.</summary>
    void AddMade(MadeFolder folder);

    /// <summary>Writes everything received so far to the journal and flushes it to disk.</summary>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    void Commit();
}
