using System.Globalization;
using Doppel.Catalog;
using Doppel.Fleet;

namespace Doppel.App;

/// <summary>The bucket or the saved volume that a scan is about, if it is not about folders of this machine.</summary>
internal sealed class ScannedList
{
    private readonly SearchRequest _request;

    private ScannedList(SearchRequest request, string address) => (_request, Address) = (request, address);

    /// <summary>Gets the address: <c>s3://BUCKET</c> or <c>catalog:NAME</c>.</summary>
    internal string Address { get; }

    /// <summary>Gets whether it is a bucket.</summary>
    internal bool IsBucket => S3Location.Is(Address);

    /// <summary>Gets its name, unless another one is chosen: that of the bucket or of the saved volume.</summary>
    internal string Name => IsBucket ? S3Location.Parse(Address).Bucket : Address[SavedVolume.Prefix.Length..];

    /// <summary>Returns the list that the roots are in, or null if they are folders of this machine.</summary>
    /// <exception cref="UsageException">They are both, or in several lists.</exception>
    internal static ScannedList? Find(FleetRequest fleet, SearchRequest request)
    {
        string[] addresses = [.. request.Roots.Where(SavedRoots.IsNamedBy).Select(AddressOf).Distinct()];
        if (addresses.Length == 0)
        {
            return null;
        }

        if (addresses.Length > 1 || !request.Roots.All(SavedRoots.IsNamedBy))
        {
            throw new UsageException(
                "a scan is about folders of this machine, one bucket or one saved volume",
                "scan each of them with a command of its own");
        }

        return fleet.Proving.KeyFile is null
            ? new ScannedList(request, addresses[0])
            : throw new UsageException(
                $"--proof-key cannot be used with {addresses[0]}", "only a machine can prove that it has a file");
    }

    /// <summary>Returns a notice for each reason why something was not compared.</summary>
    internal IEnumerable<Notice> NoticesOf(FleetScanResult result, OpenRoots roots)
    {
        foreach (string warning in roots.Buckets.Warnings)
        {
            yield return new(NoticeKind.Bucket, warning);
        }

        if (result.WithoutSize > 0)
        {
            yield return new(
                NoticeKind.LeftOut,
                $"{Count.Of(result.WithoutSize, "file")} left out, since {Address} does not say their size");
        }

        if (result.Undecided > 0)
        {
            yield return new(
                NoticeKind.Undecided,
                $"{Count.Of(result.Undecided, "file")} may have copies: others have files of the same size, but "
                    + $"{Address} does not tell the content{Remedy(roots.Budget)}");
        }

        if (roots.Buckets.Refusal is { } refusal)
        {
            yield return new(NoticeKind.Refused, $"cannot ask about objects: {S3Failure.Describe(refusal)}");
        }
        else if (result.Unanswered > 0)
        {
            string all = (_request.HeadsMax + result.Unanswered).ToString(CultureInfo.InvariantCulture);
            yield return new(
                NoticeKind.Unanswered,
                $"{Count.Of(result.Unanswered, "object")} not compared for certain, which takes a further request for "
                    + $"each; use --max-heads {all}");
        }
    }

    private string Remedy(BucketBudget budget)
    {
        long bytes = budget.Refused.BodyBytes;
        return bytes > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"; use --max-download {_request.DownloadMax + bytes} to find out")
            : "";
    }

    private static string AddressOf(string root)
    {
        if (S3Location.Is(root))
        {
            return S3Location.Parse(root).Root.ToString();
        }

        string rest = root[SavedVolume.Prefix.Length..];
        return SavedVolume.Prefix + (SavedInput.Parse(rest)?.Name ?? rest.Split('/')[0]);
    }
}
