namespace Doppel.Testing.Trees;

/// <summary>Tells how two lists of groups differ, in lines that a person can read.</summary>
public static class Comparer
{
    private const int LinesMax = 40;

    /// <summary>What is missing, what is too much and what stands elsewhere; empty where both are equal.</summary>
    public static string Difference(IReadOnlyList<ContentGroup> expected, IReadOnlyList<ContentGroup> found)
    {
        string[] expectedLines = [.. expected.Select(group => group.ToString())];
        string[] foundLines = [.. found.Select(group => group.ToString())];
        List<string> lines = [
            .. expectedLines.Except(foundLines).Select(line => "missing   " + line),
            .. foundLines.Except(expectedLines).Select(line => "not equal " + line),
            .. foundLines.GroupBy(line => line).Where(same => same.Count() > 1).Select(same => "twice     " + same.Key),
        ];
        if (lines.Count == 0)
        {
            lines.AddRange(expectedLines.Zip(foundLines).Where(pair => pair.First != pair.Second)
                .Select(pair => $"order     {pair.Second}\n  stands where this belongs: {pair.First}"));
        }

        string more = lines.Count > LinesMax ? $"\nand {lines.Count - LinesMax} more" : "";
        return string.Join('\n', lines.Take(LinesMax)) + more;
    }
}
