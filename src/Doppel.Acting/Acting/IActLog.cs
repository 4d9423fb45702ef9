namespace Doppel.Acting;

/// <summary>Receives what came of each name: for the journal and for the caller.</summary>
internal interface IActLog
{
    /// <summary>A name is done with.</summary>
    /// <param name="name">The name.</param>
    /// <param name="step">What came of it.</param>
    /// <param name="digest">SHA-256 of the content in hex where it was compared; otherwise empty.</param>
    /// <param name="freedBytes">Bytes that came free if it was done.</param>
    void Conclude(NameTask name, Step step, string digest, long freedBytes);

    /// <summary>A symbolic link to a name is done with.</summary>
    void ConcludeLink(NameTask link, Step step);

    /// <summary>A name is tried again in the next batch, with another keeper.</summary>
    void Postpone(NameTask name);

    /// <summary>Returns when all that was received is in the journal and on the disk.</summary>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    void Commit();
}
