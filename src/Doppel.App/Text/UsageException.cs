namespace Doppel.App;

/// <summary>
/// The exception for an invalid command line, an invalid file that it names, or a run that can do nothing. It is
/// reported as one clear line, and the exit code is 2.
/// </summary>
internal sealed class UsageException : Exception
{
    /// <summary>Initializes a new instance with a message and an optional hint.</summary>
    /// <param name="message">What is wrong, as <c>what: why</c>.</param>
    /// <param name="hint">What to do instead; null if there is nothing to suggest.</param>
    internal UsageException(string message, string? hint = null)
        : base(message) => Hint = hint;

    /// <summary>Gets what to do instead; null if there is nothing to suggest.</summary>
    internal string? Hint { get; }
}
