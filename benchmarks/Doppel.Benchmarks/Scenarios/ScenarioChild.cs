using Doppel.Benchmarks.Opening;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>One run of a scenario in a process of its own, which the lab starts.</summary>
internal static class ScenarioChild
{
    /// <summary>The argument that makes this program such a child.</summary>
    public const string Verb = "--scenario-run";

    /// <summary>Performs the run that standard input describes, and reports it on standard output.</summary>
    public static int Run()
    {
        using Stream input = Console.OpenStandardInput();
        using Stream output = Console.OpenStandardOutput();
        RunChild.Run(input, output, LocalVolume.Create(), Create);
        return 0;
    }

    /// <summary>Creates a scenario or one of the lab's own strategies by its name; null if there is none.</summary>
    internal static IReadStrategy? Create(string name)
    {
        IReadStrategy? Make() => Scenario.Find(name)?.Create() ?? StrategyTable.Find(name)?.Create();
        return Make() is { } timed ? new CompiledBefore(timed, Make()!) : null;
    }

    /// <summary>A strategy whose code the JIT has compiled before the clock starts.</summary>
    /// <param name="timed">The strategy.</param>
    /// <param name="warmUp">The same once more, for a few of the files.</param>
    private sealed class CompiledBefore(IReadStrategy timed, IReadStrategy warmUp) : IReadStrategy
    {
        private const int Files = 8;

        public void Prepare(ReadRun run)
        {
            var few = new ReadRun { Volume = run.Volume, Files = [.. run.Files.Take(Files)] };
            warmUp.Prepare(few);
            RunChild.Wait(warmUp.ReadAsync(few));
            timed.Prepare(run);
        }

        public Task ReadAsync(ReadRun run) => timed.ReadAsync(run);
    }
}
