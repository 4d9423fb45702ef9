using System.Text.RegularExpressions;
using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Checks the run IDs that the user types, because they become file names.</summary>
internal static partial class RunIds
{
    private const int NearestMax = 3;

    /// <summary>Checks that each ID belongs to a run in the journal.</summary>
    /// <exception cref="UsageException">An ID does not. The hint lists similar ones.</exception>
    internal static void Require(JournalFolder journals, IReadOnlyList<string> typed)
    {
        if (typed.Count == 0)
        {
            return;
        }

        string[] ids = [.. journals.Ids.Where(static id => Form().IsMatch(id))];
        foreach (string id in typed)
        {
            if (!ids.Contains(id))
            {
                string[] nearest = [.. NearestName.Order(id, ids.AsEnumerable().Reverse()).Take(NearestMax)];
                throw new UsageException(
                    $"{Quote.Text(id)} is not a run id",
                    nearest.Length == 0
                        ? "there are no runs"
                        : $"similar: {string.Join(", ", nearest)}. doppel journal lists all runs");
            }
        }
    }

    // The time with milliseconds, and three random bytes.
    [GeneratedRegex(@"^\d{8}T\d{9}Z-[0-9a-f]{6}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
