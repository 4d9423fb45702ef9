using System.Text;
using Doppel.Volumes;

namespace Doppel.Cli.Tests;

/// <summary>Runs the whole program inside the test, with streams in memory.</summary>
internal sealed class TestHost : IDisposable
{
    private readonly MemoryStream _output = new();
    private readonly MemoryStream _errors = new();

    /// <summary>Variables that the program sees; no others are there.</summary>
    internal Dictionary<string, string> Environment { get; } = [];

    /// <summary>The volume; null for that of this system.</summary>
    internal IVolume? Volume { get; set; }

    /// <summary>The working directory; null for that of this process.</summary>
    internal RootPaths? Paths { get; set; }

    /// <summary>What the user answers, question by question; without any, there is nobody to ask.</summary>
    internal Queue<string> Answers { get; } = [];

    /// <summary>Whether both streams claim to be terminals.</summary>
    internal bool IsTerminal { get; init; }

    internal string Output => Encoding.UTF8.GetString(_output.ToArray());

    internal byte[] OutputBytes => _output.ToArray();

    internal string Errors => Encoding.UTF8.GetString(_errors.ToArray());

    public void Dispose()
    {
        _output.Dispose();
        _errors.Dispose();
    }

    /// <summary>The settings that a command reads from these arguments.</summary>
    internal static TSettings Read<TSettings>(params string[] arguments)
        where TSettings : CommandSettings
    {
        var host = new TestHost();
        ParsedCommand parsed = ArgumentParser.Parse(AllCommands.Table, arguments);
        return ((CommandDefinition<TSettings>)parsed.Command!).Read(host.For(arguments), parsed.Uses);
    }

    /// <summary>Runs it and gives the exit code as a number.</summary>
    internal int Run(params string[] arguments) => (int)Application.Run(For(arguments));

    /// <summary>The host that a run with these arguments has.</summary>
    internal CommandHost For(params string[] arguments) => new()
    {
        Commands = AllCommands.Table,
        Volume = Volume!,
        Paths = Paths!,
        Out = new Terminal(_output, IsTerminal, Environment.GetValueOrDefault),
        Error = new Terminal(_errors, IsTerminal, Environment.GetValueOrDefault),
        Ask = Answers.Count > 0 ? () => Answers.TryDequeue(out string? answer) ? answer : null : null,
        Environment = Environment.GetValueOrDefault,
        Arguments = arguments,
        Clock = new FixedClock(),
    };
}
