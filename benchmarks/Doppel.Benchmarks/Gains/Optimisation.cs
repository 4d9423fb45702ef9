namespace Doppel.Benchmarks.Gains;

/// <summary>One thing that makes a search fast, and how it is switched.</summary>
/// <param name="Name">One word, as it stands below a chart.</param>
/// <param name="Text">What it does.</param>
/// <param name="Off">What is set without it: keys of <c>--ladder</c> with their values, or those of this class.</param>
/// <param name="On">What is set with it.</param>
internal sealed record Optimisation(string Name, string Text, string Off, string On)
{
    /// <summary>The key whose value is that of <c>--threads</c>; nothing for the search's own choice.</summary>
    public const string Threads = "threads";

    /// <summary>The key whose value is that of <c>DOPPEL_VOLUME</c>.</summary>
    public const string Volume = "volume";

    /// <summary>Whether a search has it by itself. Else it is tried at its place and switched off again.</summary>
    public bool IsKept { get; init; } = true;
}
