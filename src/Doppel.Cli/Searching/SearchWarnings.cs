using System.Globalization;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Describes what a search of lists and buckets has left open.</summary>
internal static class SearchWarnings
{
    /// <summary>Returns the warning that files may have copies whose content is not known.</summary>
    private static string UndecidedText(long undecided, SavedRoots saved)
    {
        string files = Count.Of(undecided, "file");
        string names = NamesOf(saved);
        if (saved.All.All(static volume => S3Location.Is(volume.Address)))
        {
            return $"{files} may have a copy among objects without a usable checksum: encrypted ones, "
                + $"those in parts of an unusual size, or those whose ETag is no digest ({names})";
        }

        bool isOfSizes = saved.All.Any(static volume =>
            volume.Description.Algorithms.Count == 0 && !S3Location.Is(volume.Address));
        return $"{files} may have a copy on a saved volume that does not know the content of all its files ({names})"
            + (isOfSizes ? "; save it again without --sizes to find out" : "");
    }

    /// <summary>Returns the warning that equal digests are not accepted as proof.</summary>
    private static string UnprovenText(long unproven, SavedRoots saved, DigestAlgorithm trust)
    {
        string names = NamesOf(saved);
        string verb = unproven == 1 ? "has" : "have";
        string reason = trust == BucketBudget.TrustDefault
            ? "with 64 bits is not accepted as proof; doppel find --trust xxh64 accepts it"
            : $"--trust {BudgetOptions.TrustText(trust)} does not accept as proof";
        return $"{Count.Of(unproven, "file")} in lists or buckets ({names}) {verb} the digest of another file, which "
            + reason;
    }

    private static string NamesOf(SavedRoots saved) =>
        string.Join(", ", saved.All.Select(static volume => volume.Name));

    private static string RemedyText(S3Usage needed, BucketBudget budget, BucketPrices prices, string command)
    {
        string all = (budget.BytesMax + needed.BodyBytes).ToString(CultureInfo.InvariantCulture);
        string price = BucketPrices.Show(prices.Of(needed));
        return needed.BodyBytes > 0 ? $"; use {command}--max-download {all} to read and compare them ({price})" : "";
    }

    /// <summary>Returns a warning for each reason why something was not compared.</summary>
    /// <param name="result">The result of the search.</param>
    /// <param name="prices">What requests cost.</param>
    /// <param name="roots">What was searched.</param>
    /// <param name="command">
    /// The command that has the options for other limits, with a space, or empty if this one has them.
    /// </param>
    internal static IEnumerable<string> Describe(
        FindResult result, BucketPrices prices, OpenRoots roots, string command = "")
    {
        (SavedRoots saved, BucketRoots buckets, BucketBudget budget) = (roots.Saved, roots.Buckets, roots.Budget);
        foreach (string warning in buckets.Warnings)
        {
            yield return warning;
        }

        string remedy = RemedyText(budget.Refused, budget, prices, command);
        if (result.Undecided > 0)
        {
            yield return UndecidedText(result.Undecided, saved) + remedy;
        }

        if (result.Unproven > 0)
        {
            yield return UnprovenText(result.Unproven, saved, budget.Trust) + remedy;
        }

        if (result.Incomparable > 0)
        {
            int requests = (int)Math.Min(result.Incomparable, int.MaxValue);
            S3Usage reading = budget.BytesRefused > 0 || result.IncomparableBytes == 0
                ? budget.Refused
                : new S3Usage(0, requests, requests, result.IncomparableBytes);
            yield return $"{Count.Of(result.Incomparable, "file")} in lists or buckets ({NamesOf(saved)}) cannot be "
                + "compared with others of the same size, since their digests are of different kinds"
                + RemedyText(reading, budget, prices, command);
        }

        if (buckets.Refusal is { } refusal)
        {
            yield return $"cannot ask about objects: {S3Failure.Describe(refusal)}";
        }
        else if (result.Unanswered > 0)
        {
            string price = BucketPrices.Show(prices.Of(new S3Usage(0, 0, result.Unanswered, 0)));
            string all = (budget.HeadsMax + result.Unanswered).ToString(CultureInfo.InvariantCulture);
            yield return $"{Count.Of(result.Unanswered, "object")} not compared, which takes a further request for "
                + $"each; use {command}--max-heads {all} ({price})";
        }
    }
}
