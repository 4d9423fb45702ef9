using Doppel.Testing.Trees;

namespace Doppel.Testing.Processes;

/// <summary>A program to run, with arguments as bytes.</summary>
/// <param name="Program">A path, or a name that PATH leads to.</param>
/// <param name="Arguments">What follows the program's name.</param>
public sealed record ProcessStart(ByteName Program, IReadOnlyList<ByteName> Arguments)
{
    /// <summary>The working directory; that of this process where null.</summary>
    public ByteName? Folder { get; init; }

    /// <summary>Variables that differ from this process's own; null takes one away.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>();

    /// <summary>What stands on standard input, then it ends.</summary>
    public ReadOnlyMemory<byte> Input { get; init; }

    /// <summary>Whether standard input stays open, and silent, until the process ends.</summary>
    public bool KeepInputOpen { get; init; }

    /// <summary>A file that becomes standard output; a pipe that is read where null.</summary>
    public ByteName? OutputTo { get; init; }

    /// <summary>Whether the reading end of standard output is closed from the start.</summary>
    public bool OutputBroken { get; init; }

    /// <summary>After this time the process hangs, by definition, and is killed. Default: 5 minutes.</summary>
    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromMinutes(5);
}
