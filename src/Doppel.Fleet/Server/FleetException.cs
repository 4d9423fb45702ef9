namespace Doppel.Fleet;

/// <summary>The server of a fleet cannot be used. The message says why, for people.</summary>
public class FleetException : Exception
{
    /// <summary>Initializes the exception.</summary>
    /// <param name="message">What is wrong.</param>
    /// <param name="hint">What to do about it, or null.</param>
    /// <param name="inner">The cause, if it is an exception.</param>
    public FleetException(string message, string? hint = null, Exception? inner = null)
        : base(message, inner) => Hint = hint;

    /// <summary>Gets what to do about it, or null if that is not known.</summary>
    public string? Hint { get; }
}
