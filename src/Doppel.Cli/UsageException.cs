namespace Doppel.Cli;

/// <summary>
/// The command line, or a file it names, is wrong, or nothing can be done: one clear line and exit code 2.
/// </summary>
internal sealed class UsageException : Exception
{
    /// <summary>Tells what is wrong as <c>what: why</c> and, where it helps, what to do instead.</summary>
    internal UsageException(string message, string? hint = null)
        : base(message) => Hint = hint;

    /// <summary>What to do instead; null where there is nothing to say.</summary>
    internal string? Hint { get; }
}
