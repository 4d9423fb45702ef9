using System.Globalization;
using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Says what a search of lists and buckets has left open.</summary>
/// <param name="result">The result of the search.</param>
/// <param name="roots">What was searched.</param>
/// <param name="prices">What requests cost.</param>
/// <param name="command">
/// The command that has the options for other limits, with a space, or empty if this one has them.
/// </param>
internal sealed class SearchNotices(FindResult result, OpenRoots roots, BucketPrices prices, string command = "")
{
    private readonly (SavedRoots Saved, BucketRoots Buckets, BucketBudget Budget) _roots =
        (roots.Saved, roots.Buckets, roots.Budget);

    private string Names => string.Join(", ", _roots.Saved.All.Select(static volume => volume.Name));

    /// <summary>Gets a notice for each reason why something was not compared.</summary>
    internal IEnumerable<Notice> All
    {
        get
        {
            foreach (string warning in _roots.Buckets.Warnings)
            {
                yield return new Notice(NoticeKind.Bucket, warning);
            }

            string remedy = RemedyOf(_roots.Budget.Refused);
            if (result.Undecided > 0)
            {
                yield return new Notice(NoticeKind.Undecided, UndecidedText() + remedy);
            }

            if (result.Unproven > 0)
            {
                yield return new Notice(NoticeKind.Unproven, UnprovenText() + remedy);
            }

            if (result.Incomparable > 0)
            {
                yield return new Notice(NoticeKind.Incomparable, IncomparableText());
            }

            if (_roots.Buckets.Refusal is { } refusal)
            {
                yield return new Notice(
                    NoticeKind.Refused, $"cannot ask about objects: {S3Failure.Describe(refusal)}");
            }
            else if (result.Unanswered > 0)
            {
                yield return new Notice(NoticeKind.Unanswered, UnansweredText());
            }
        }
    }

    private string UndecidedText()
    {
        string files = Count.Of(result.Undecided, "file");
        if (_roots.Saved.All.All(static volume => S3Location.Is(volume.Address)))
        {
            return $"{files} may have a copy among objects without a usable checksum: encrypted ones, "
                + $"those in parts of an unusual size, or those whose ETag is no digest ({Names})";
        }

        bool isOfSizes = _roots.Saved.All.Any(static volume =>
            volume.Description.Algorithms.Count == 0 && !S3Location.Is(volume.Address));
        return $"{files} may have a copy on a saved volume that does not know the content of all its files ({Names})"
            + (isOfSizes ? "; save it again without --sizes to find out" : "");
    }

    private string UnprovenText()
    {
        string verb = result.Unproven == 1 ? "has" : "have";
        string reason = _roots.Budget.Trust == BucketBudget.TrustDefault
            ? "with 64 bits is not accepted as proof; doppel find --trust xxh64 accepts it"
            : $"--trust {BucketBudget.NameOf(_roots.Budget.Trust)} does not accept as proof";
        return $"{Count.Of(result.Unproven, "file")} in lists or buckets ({Names}) {verb} the digest of "
            + $"another file, which {reason}";
    }

    private string IncomparableText()
    {
        int requests = (int)Math.Min(result.Incomparable, int.MaxValue);
        S3Usage reading = _roots.Budget.BytesRefused > 0 || result.IncomparableBytes == 0
            ? _roots.Budget.Refused
            : new S3Usage(0, requests, requests, result.IncomparableBytes);
        return $"{Count.Of(result.Incomparable, "file")} in lists or buckets ({Names}) cannot be compared "
            + $"with others of the same size, since their digests are of different kinds{RemedyOf(reading)}";
    }

    private string UnansweredText()
    {
        string price = BucketPrices.Show(prices.Of(new S3Usage(0, 0, result.Unanswered, 0)));
        string all = (_roots.Budget.HeadsMax + result.Unanswered).ToString(CultureInfo.InvariantCulture);
        return $"{Count.Of(result.Unanswered, "object")} not compared, which takes a further request for "
            + $"each; use {command}--max-heads {all} ({price})";
    }

    private string RemedyOf(S3Usage needed)
    {
        string all = (_roots.Budget.BytesMax + needed.BodyBytes).ToString(CultureInfo.InvariantCulture);
        string price = BucketPrices.Show(prices.Of(needed));
        return needed.BodyBytes > 0 ? $"; use {command}--max-download {all} to read and compare them ({price})" : "";
    }
}
