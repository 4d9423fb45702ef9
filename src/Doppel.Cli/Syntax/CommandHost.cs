using Doppel.Volumes;

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

    /// <summary>Gets the arguments after the program name, as <see cref="ByteText"/>.</summary>
    internal required IReadOnlyList<string> Arguments { get; init; }

    /// <summary>Gets the arguments for what is written to a file: without the passwords of URLs.</summary>
    internal IEnumerable<string> RecordedArguments => Arguments.Select(UrlSecrets.Hide);

    /// <summary>Gets the path of the executable, to start it again for part of the work.</summary>
    internal string Executable { get; init; } = System.Environment.ProcessPath ?? "doppel";

    /// <summary>Gets all commands.</summary>
    internal required CommandTable Commands { get; init; }

    /// <summary>Gets the volume for listing and reading files on disks.</summary>
    internal IVolume Volume
    {
        get => field ??= VolumeChoice.Create(Environment);
        init;
    }

    /// <summary>Gets the same volume for commands that change files.</summary>
    internal IChangeableVolume ChangeableVolume => (IChangeableVolume)Volume;

    /// <summary>Gets the paths relative to the working directory.</summary>
    /// <exception cref="UsageException">The working directory no longer exists.</exception>
    internal RootPaths Paths
    {
        get => field ??= RootPaths.OfProcess();
        init;
    }

    /// <summary>Gets the clock.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

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
