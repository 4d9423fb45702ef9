using System.Globalization;
using Doppel.Lab;

namespace Doppel.Benchmarks.Scenarios;

/// <summary>A scenario of AsyncIOComparison, the program of the article on ways to read files.</summary>
/// <param name="Way">Its name there, without the number of files at once.</param>
/// <param name="Width">The maximum number of files in flight; 0 if only the safety limits apply.</param>
/// <param name="Mode">How it reads a file.</param>
internal sealed record Scenario(string Way, int Width, ContentMode Mode)
{
    public const string ReadAll = "ReadAllAsParallel";
    public const string Sync = "SyncAsParallel";
    public const string EachThread = "NewThread";
    public const string Free = "Async";
    public const string Free2 = "Async2";
    public const string Limited = "AsyncWithMaxParallelCount";

    private const string StreamSuffix = ".stream";
    private const string BytesSuffix = ".bytes";

    private static readonly int[] s_widths = [4, 8, 16, 24, 32, 64, 128, 256];

    /// <summary>Gets the names of the thirteen scenarios, in which they hold complete contents.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        ReadAll, Sync, EachThread, Free, Free2,
        .. s_widths.Select(static width => Limited + width.ToString(CultureInfo.InvariantCulture)),
    ];

    /// <summary>Gets the names of all variants: also with bytes instead of text, and block by block.</summary>
    public static IReadOnlyList<string> Every { get; } =
        [.. Names, ReadAll + BytesSuffix, .. Names.Select(static name => name + StreamSuffix)];

    /// <summary>Gets whether it holds complete contents in memory.</summary>
    public bool HoldsContents => Mode != ContentMode.Stream;

    /// <summary>Gets whether it is one of those that the article calls asynchronous.</summary>
    public bool IsAsync => Way is Free or Free2 or Limited;

    /// <summary>Returns a scenario by its name; null if there is none.</summary>
    public static Scenario? Find(string name)
    {
        string scenario = name;
        ContentMode mode = ContentMode.Bytes;
        if (name.EndsWith(StreamSuffix, StringComparison.Ordinal))
        {
            (scenario, mode) = (name[..^StreamSuffix.Length], ContentMode.Stream);
        }
        else if (name is ReadAll or ReadAll + BytesSuffix)
        {
            (scenario, mode) = (ReadAll, name == ReadAll ? ContentMode.Text : ContentMode.Bytes);
        }

        return scenario switch
        {
            ReadAll or Sync => new Scenario(scenario, Environment.ProcessorCount, mode),
            EachThread or Free or Free2 => new Scenario(scenario, 0, mode),
            _ when scenario.StartsWith(Limited, StringComparison.Ordinal) && int.TryParse(
                scenario.AsSpan(Limited.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int width)
                && width is > 0 and <= StrategyTable.WidthMax => new Scenario(Limited, width, mode),
            _ => null,
        };
    }

    /// <summary>Returns what the lab knows a scenario by.</summary>
    public static StrategyDefinition DefinitionOf(string name)
    {
        Scenario one = Find(name)!;
        return new(name, one.Width, one.HoldsContents ? 0 : WholeFile.CopyBytes, ReadOrder.Listed)
        {
            Way = one.HoldsContents ? one.Way : one.Way + StreamSuffix,
        };
    }

    /// <summary>Creates it for one run.</summary>
    public IReadStrategy Create() => Way switch
    {
        ReadAll => Mode == ContentMode.Text ? new ReadAllTextAsParallel() : new ReadAllAsParallel(Mode),
        Sync => new SyncAsParallel(Mode),
        EachThread => new NewThread(Mode),
        Free => new Async(Mode),
        Free2 => new Async2(Mode),
        _ => new AsyncWithMaxParallelCount(Width, Mode),
    };
}
