using System.Globalization;
using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.Frame;

/// <summary>The machine code that the JIT made of one method.</summary>
/// <param name="Method">Its name with type and signature.</param>
/// <param name="Code">The listing, without the JIT's comments.</param>
/// <param name="Bytes">How long the code is.</param>
internal sealed partial record MethodListing(string Method, string Code, int Bytes)
{
    /// <summary>The method's own name after its type's.</summary>
    public string Name => MethodName().Match(Method).Value.Replace(':', '.');

    /// <summary>How many instructions the code has.</summary>
    public int Instructions => CountInstructions(Code);

    /// <summary>
    /// How many jumps lead to code that throws for an index out of range: the bounds checks that stayed.
    /// </summary>
    public int BoundsChecks => CountChecks(Code);

    /// <summary>How many of them stand in the first loop.</summary>
    public int LoopBoundsChecks => CountChecks(FirstLoop());

    /// <summary>How many instructions the first loop has; 0 where there is none.</summary>
    public int LoopInstructions => CountInstructions(FirstLoop());

    /// <summary>Parts what the JIT wrote into its methods.</summary>
    public static IReadOnlyList<MethodListing> Parse(string text) => [.. Heading().Split(text).Skip(1).Chunk(2)
        .Select(part => new MethodListing(
            part[0].Trim(), WithoutComments(part[1]),
            int.Parse(TotalBytes().Match(part[1]).Groups["bytes"].Value, CultureInfo.InvariantCulture)))];

    private static string WithoutComments(string listing) => string.Join('\n', listing.Split('\n')
        .Select(line => line.Contains(';', StringComparison.Ordinal) ? line[..line.IndexOf(';')] : line)
        .Select(line => line.TrimEnd()).Where(line => line.Length > 0)) + "\n";

    private static int CountInstructions(string code) => code.Split('\n')
        .Count(line => line.StartsWith(' ') && !line.TrimStart().StartsWith("align", StringComparison.Ordinal));

    private int CountChecks(string code)
    {
        HashSet<string> failures = [.. RangeFailure().Matches(Code).Select(match => match.Groups["label"].Value)];
        return Jump().Matches(code).Count(jump => failures.Contains(jump.Groups["label"].Value));
    }

    // From the label of the first jump that leads back, to that jump.
    private string FirstLoop()
    {
        foreach (Match jump in Jump().Matches(Code))
        {
            int label = Code.IndexOf($"\n{jump.Groups["label"].Value}:", StringComparison.Ordinal);
            if (label >= 0 && label < jump.Index)
            {
                return Code[(Code.IndexOf('\n', label + 1) + 1)..(jump.Index + jump.Length)];
            }
        }

        return "";
    }

    [GeneratedRegex("^; Assembly listing for method (.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"; Total bytes of code (?<bytes>\d+)")]
    private static partial Regex TotalBytes();

    [GeneratedRegex(@"\w+:\w+")]
    private static partial Regex MethodName();

    // A block that does nothing but call what throws.
    [GeneratedRegex(@"^(?<label>G_M\w+):\n\s+(?:call|tail\.jmp)\s+\S*(?:RNGCHKFAIL|ArgumentOutOfRange|IndexOutOfRange)",
        RegexOptions.Multiline)]
    private static partial Regex RangeFailure();

    [GeneratedRegex(@"\bj[a-z]+\s+(?:SHORT\s+)?(?<label>G_M\w+)")]
    private static partial Regex Jump();
}
