using System.Text;
using Doppel.Cli;

namespace Doppel.Cli.Tests;

/// <summary>Runs the whole program inside the test, with streams in memory.</summary>
internal sealed class TestHost : IDisposable
{
    private readonly MemoryStream _output = new();
    private readonly MemoryStream _errors = new();

    /// <summary>Variables that the program sees; no others are there.</summary>
    internal Dictionary<string, string> Environment { get; } = [];

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

    /// <summary>Runs it and gives the exit code as a number.</summary>
    internal int Run(params string[] arguments) => (int)Application.Run(For(arguments));

    /// <summary>The host that a run with these arguments has.</summary>
    internal CommandHost For(params string[] arguments) => new()
    {
        Out = new Terminal(_output, IsTerminal, Environment.GetValueOrDefault),
        Error = new Terminal(_errors, IsTerminal, Environment.GetValueOrDefault),
        Environment = Environment.GetValueOrDefault,
        Arguments = arguments,
        Clock = new FixedClock(),
    };
}
