using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;

namespace Doppel.Cli.Commands;

/// <summary>What a command may use of the process. Tests bring their own.</summary>
internal sealed class CommandHost
{
    /// <summary>Standard output: results only.</summary>
    internal required Terminal Out { get; init; }

    /// <summary>Standard error: everything that is said about the results.</summary>
    internal required Terminal Error { get; init; }

    /// <summary>The next line that a person types on standard input; null where nobody can be asked.</summary>
    internal Func<string?>? Ask { get; init; }

    /// <summary>Environment variables.</summary>
    internal required Func<string, string?> Environment { get; init; }

    /// <summary>The arguments after the program's name, as <see cref="Arguments.ByteText"/>.</summary>
    internal required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>The executable, to be started again for a part of the work.</summary>
    internal string Program { get; init; } = System.Environment.ProcessPath ?? "doppel";

    /// <summary>The time.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The host of this process.</summary>
    internal static CommandHost OfProcess(IReadOnlyList<string> arguments) => new()
    {
        Out = Terminal.OfProcess(1, System.Environment.GetEnvironmentVariable),
        Error = Terminal.OfProcess(2, System.Environment.GetEnvironmentVariable),
        Ask = Terminal.CanAsk() ? Console.ReadLine : null,
        Environment = System.Environment.GetEnvironmentVariable,
        Arguments = arguments,
    };

    /// <summary>Says things on standard error.</summary>
    internal Messages MessagesFor(WhenToUse color) => new(Error.Stream, Error.UsesColor(color));
}
