namespace Doppel.Acting;

/// <summary>
/// Thrown if a journal or the journal folder cannot be used. The message says which one, why, and what to do.
/// </summary>
public sealed class JournalException : Exception
{
    /// <summary>Creates an exception with a message.</summary>
    public JournalException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and an inner exception.</summary>
    public JournalException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
