namespace Doppel.CommandLine;

/// <summary>Provides the resources of the process that commands may use. Tests provide their own.</summary>
internal sealed class CommandHost : AppEnvironment
{
    /// <summary>Gets standard output, for results only.</summary>
    internal required Terminal Out { get; init; }

    /// <summary>Gets standard error, for everything else.</summary>
    internal required Terminal Error { get; init; }

    /// <summary>
    /// Gets the function that reads the line that the user enters on standard input; null if there is no terminal to
    /// ask on.
    /// </summary>
    internal Func<string?>? Ask { get; init; }

    /// <summary>Gets the path of the executable, to start it again for part of the work.</summary>
    internal string Executable { get; init; } = System.Environment.ProcessPath ?? "doppel";

    /// <summary>Gets all commands.</summary>
    internal required CommandTable Commands { get; init; }

    /// <summary>Creates the host for this process.</summary>
    internal static CommandHost OfProcess(CommandTable commands, IReadOnlyList<string> arguments) => new()
    {
        Commands = commands,
        Out = Terminal.OfProcess(1, System.Environment.GetEnvironmentVariable),
        Error = Terminal.OfProcess(2, System.Environment.GetEnvironmentVariable),
        Ask = Terminal.CanAsk() ? Terminal.ReadLine : null,
        Environment = System.Environment.GetEnvironmentVariable,
        Arguments = arguments,
    };

    /// <summary>Returns the target that the user named: a file, or standard output for null or "-".</summary>
    /// <exception cref="UsageException">The target is not writable.</exception>
    internal OutputTarget TargetOf(string? file) =>
        new(file, Out, Volume, file is null ? [] : Paths.ToAbsolute(ByteText.ToBytes(file)));

    /// <summary>Creates a writer for messages on standard error.</summary>
    internal Messages MessagesFor(WhenToUse color) =>
        new(Error.Stream, Error.UsesColor(color), Error.IsTerminal ? Error.Columns : int.MaxValue);
}
