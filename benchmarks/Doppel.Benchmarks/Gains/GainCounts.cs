using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.Gains;

/// <summary>What a search told about itself.</summary>
/// <param name="Found">Groups, redundant files and bytes.</param>
/// <param name="Opened">How often a file was opened.</param>
/// <param name="Read">Bytes of content read.</param>
internal sealed partial record GainCounts(string Found, string Opened, string Read)
{
    /// <summary>Takes the lines of <c>--stats</c> apart.</summary>
    public static GainCounts Parse(string told)
    {
        Match match = Lines().Match(told);
        return match.Success
            ? new GainCounts(match.Groups[1].Value, match.Groups[2].Value, match.Groups[3].Value)
            : throw new InvalidOperationException($"No summary: {told}");
    }

    [GeneratedRegex(@"^([^;\n]*);(?:.*\n)*?  opened +([\d,]+)\n  read +(\S+ \S+)\n")]
    private static partial Regex Lines();
}
