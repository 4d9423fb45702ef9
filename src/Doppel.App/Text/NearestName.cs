namespace Doppel.App;

/// <summary>Suggests names that a mistyped word may have meant.</summary>
internal static class NearestName
{
    /// <summary>
    /// Returns the name most similar to a word, ignoring case; null if no name is similar enough.
    /// </summary>
    internal static string? Find(string word, IEnumerable<string> names)
    {
        string? nearest = null;
        int least = int.MaxValue;
        foreach (string name in names)
        {
            // Up to a third of the letters may differ. A name that starts with the word has a distance of 1.
            int distance = name.Length > word.Length && word.Length >= 3
                && name.StartsWith(word, StringComparison.OrdinalIgnoreCase)
                ? 1
                : Distance(word, name);
            if (distance < least && distance <= Math.Max(1, Math.Min(word.Length, name.Length) / 3))
            {
                least = distance;
                nearest = name;
            }
        }

        return nearest;
    }

    /// <summary>
    /// Sorts names by similarity to a word: names that contain the word first, then by edit distance.
    /// </summary>
    internal static IEnumerable<string> Order(string word, IEnumerable<string> names) => names
        .OrderByDescending(name => word.Length > 0 && name.Contains(word, StringComparison.Ordinal))
        .ThenBy(name => Distance(word.Length > name.Length * 2 ? word[..(name.Length * 2)] : word, name));

    /// <summary>
    /// Returns the number of letters to insert, delete, replace or swap with their neighbor to turn one word into the
    /// other.
    /// </summary>
    private static int Distance(string left, string right)
    {
        int[,] costs = new int[left.Length + 1, right.Length + 1];
        for (int i = 0; i <= left.Length; i++)
        {
            for (int j = 0; j <= right.Length; j++)
            {
                costs[i, j] = i == 0 || j == 0 ? i + j : Cheapest(costs, left, right, i, j);
            }
        }

        return costs[left.Length, right.Length];
    }

    private static int Cheapest(int[,] costs, string left, string right, int i, int j)
    {
        int change = costs[i - 1, j - 1] + (IsSame(left[i - 1], right[j - 1]) ? 0 : 1);
        int cost = Math.Min(change, Math.Min(costs[i - 1, j], costs[i, j - 1]) + 1);
        bool swapped = i > 1 && j > 1 && IsSame(left[i - 1], right[j - 2]) && IsSame(left[i - 2], right[j - 1]);
        return swapped ? Math.Min(cost, costs[i - 2, j - 2] + 1) : cost;
    }

    private static bool IsSame(char left, char right) => char.ToLowerInvariant(left) == char.ToLowerInvariant(right);
}
