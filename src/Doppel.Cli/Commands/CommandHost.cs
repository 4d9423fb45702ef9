namespace Doppel.Cli;

/// <summary>Provides the resources of the process that commands may use. Tests provide their own.</summary>
internal sealed class CommandHost
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

    /// <summary>Gets the function that returns the value of an environment variable.</summary>
    internal required Func<string, string?> Environment { get; init; }

    /// <summary>Gets the arguments after the program name, as <see cref="Arguments.ByteText"/>.</summary>
    internal required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>Gets the path of the executable, to start it again for part of the work.</summary>
    internal string Program { get; init; } = System.Environment.ProcessPath ?? "doppel";

    /// <summary>Gets the clock.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Creates the host for this process.</summary>
    internal static CommandHost OfProcess(IReadOnlyList<string> arguments) => new()
    {
        Out = Terminal.OfProcess(1, System.Environment.GetEnvironmentVariable),
        Error = Terminal.OfProcess(2, System.Environment.GetEnvironmentVariable),
        Ask = Terminal.CanAsk() ? Console.ReadLine : null,
        Environment = System.Environment.GetEnvironmentVariable,
        Arguments = arguments,
    };

    /// <summary>Creates a writer for messages on standard error.</summary>
    internal Messages MessagesFor(WhenToUse color) => new(Error.Stream, Error.UsesColor(color));
}
