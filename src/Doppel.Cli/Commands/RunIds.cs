using System.Text.RegularExpressions;
using Doppel.Acting;
using Doppel.Cli.Arguments;
using Doppel.Cli.Output;

namespace Doppel.Cli.Commands;

/// <summary>Checks the RUN that a person types, which becomes the name of a file.</summary>
internal static partial class RunIds
{
    private const int NearestMax = 3;

    /// <summary>Throws unless each is the id of a run in the journal.</summary>
    /// <exception cref="UsageException">One is not; the hint lists those nearest to it.</exception>
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

    // The time to the millisecond and three random bytes.
    [GeneratedRegex(@"^\d{8}T\d{9}Z-[0-9a-f]{6}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
