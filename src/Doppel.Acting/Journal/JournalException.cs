namespace Doppel.Acting;

/// <summary>A journal, or the folder of journals, cannot be used; the message says which, why and what to do.</summary>
public sealed class JournalException : Exception
{
    /// <summary>An exception with a message.</summary>
    public JournalException(string message)
        : base(message)
    {
    }

    /// <summary>An exception with a message and what caused it.</summary>
    public JournalException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
