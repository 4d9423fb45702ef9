using System.Text.RegularExpressions;
using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>
/// Finds the run that the user means by an ID, the start of one, or <c>latest</c>. What was typed never becomes a file
/// name.
/// </summary>
internal static partial class RunIds
{
    /// <summary>The word for the latest run that a command can be applied to.</summary>
    internal const string Latest = "latest";

    private const int ShownMax = 5;

    /// <summary>Returns the ID of a run.</summary>
    /// <param name="journals">The journals.</param>
    /// <param name="typed">What the user typed.</param>
    /// <param name="latest">
    /// Returns the ID of the latest run that the command can be applied to, or null if there is none. By default, the
    /// latest run of all.
    /// </param>
    /// <exception cref="UsageException">No run, or more than one, is meant.</exception>
    internal static string Find(JournalFolder journals, string typed, Func<string?>? latest = null)
    {
        string[] ids = [.. journals.Ids.Where(static id => Form().IsMatch(id))];
        if (typed == Latest)
        {
            return (latest is null ? ids.LastOrDefault() : latest())
                ?? throw new UsageException("there is no such run; run doppel journal to list all runs");
        }

        string[] matches = [.. ids.Where(id => typed.Length > 0 && id.StartsWith(typed, StringComparison.Ordinal))];
        if (matches.Length == 1)
        {
            return matches[0];
        }

        if (matches.Length == 0)
        {
            throw new UsageException(
                $"no run has the ID {Quote.Text(typed)}; run doppel journal to list all runs");
        }

        string more = matches.Length > ShownMax ? $" and {matches.Length - ShownMax} more" : "";
        throw new UsageException(
            $"{Quote.Text(typed)} matches {matches.Length} runs: {string.Join(", ", matches.Take(ShownMax))}{more}");
    }

    // The time with milliseconds, and three random bytes.
    [GeneratedRegex(@"^\d{8}T\d{9}Z-[0-9a-f]{6}\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
