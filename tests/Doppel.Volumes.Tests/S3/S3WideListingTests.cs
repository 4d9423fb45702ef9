using System.Text;
using Doppel.S3.Server;
using Doppel.Testing;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.Volumes.Tests;

/// <summary>Buckets with many objects are listed by ranges of keys, several at once.</summary>
public sealed class S3WideListingTests
{
    private const int PageSize = 10;
    private const int PagesAlone = 10;

    [Fact]
    public async Task Each_object_is_listed_once_with_few_requests_more_than_its_pages()
    {
        long split = 0;
        for (int seed = 1; seed <= TestRun.Count(reduced: 40, full: 400); seed++)
        {
            var random = new Random(seed);
            await using var service = new S3Service();
            int depth = random.Next(4);
            int width = random.Next(1, 60);
            for (int i = random.Next(1000); i > 0; i--)
            {
                service.Put(Key(random, depth, width), "");
            }

            (List<string> keys, S3Usage usage, _) = await ListAsync(service);
            IReadOnlyList<string> expected = service.Memory.Keys(S3Service.Bucket);
            Assert.True(
                expected.Order(StringComparer.Ordinal).SequenceEqual(keys.Order(StringComparer.Ordinal)),
                $"seed {seed}: {expected.Count} objects, {keys.Count} listed");
            long pages = Math.Max(1, (expected.Count + PageSize - 1) / PageSize);
            long more = expected.Count >= PageSize * PagesAlone ? KeyRanges.RequestsMax + KeyRanges.RangesMax : 0;
            Assert.True(usage.ListRequests <= pages + more, $"seed {seed}: {usage.ListRequests} for {pages} pages");
            Assert.Equal(service.Seen, usage);
            split += service.Server.Requests.Count(IsOfRange) > 1 ? 1 : 0;
        }

        Assert.True(split > 5);
    }

    [Fact]
    public async Task Eight_ranges_are_listed_at_once()
    {
        await using var service = new S3Service();
        for (int i = 0; i < 4000; i++)
        {
            service.Put($"{i / 80:00}/{i}", "");
        }

        var release = new TaskCompletionSource();
        service.Server.On(IsOfRange, Fault.HoldUntil(release.Task));
        Task<(List<string> Keys, S3Usage Usage, bool IsWhole)> listing = ListAsync(service);

        // Before them, ten pages, and those of the 49 folders that are left.
        await service.Server.WaitForRequestsAsync(PagesAlone + 5 + 8, TestContext.Current.CancellationToken);
        Assert.False(listing.IsCompleted);
        release.SetResult();
        (List<string> keys, S3Usage usage, bool isWhole) = await listing;
        Assert.True(isWhole);
        Assert.Equal(4000, keys.Distinct().Count());
        Assert.InRange(usage.ListRequests, 400, 400 + KeyRanges.RequestsMax + KeyRanges.RangesMax);
        Assert.InRange(PagesAlone + 5 + RoundTrips(service, keys), 50, 100);
    }

    // How many requests follow each other, if each takes as long as any other.
    private static int RoundTrips(S3Service service, List<string> keys)
    {
        string[] starts =
        [
            .. service.Server.Requests.Where(IsOfRange).Select(static request => Uri.UnescapeDataString(
                    request.Query.Split('&').Single(static part => part.StartsWith("start-after="))[12..]))
                .Distinct().Order(StringComparer.Ordinal),
        ];
        Assert.Equal(KeyRanges.RangesMax, starts.Length);
        int[] ends = new int[8];
        for (int i = 0; i < starts.Length; i++)
        {
            int count = keys.Count(key => string.CompareOrdinal(key, starts[i]) > 0
                && (i + 1 == starts.Length || string.CompareOrdinal(key, starts[i + 1]) <= 0));
            ends[Array.IndexOf(ends, ends.Min())] += (count / PageSize) + 1;
        }

        return ends.Max();
    }

    [Fact]
    public async Task A_receiver_that_ends_the_listing_gets_no_more_objects()
    {
        await using var service = new S3Service();
        for (int i = 0; i < 2000; i++)
        {
            service.Put($"{i / 100:00}/{i}", "");
        }

        foreach (int most in (int[])[1, 99, 101, 555])
        {
            (List<string> keys, _, bool isWhole) = await ListAsync(service, most);
            Assert.False(isWhole);
            Assert.Equal(most, keys.Count);
        }
    }

    private static bool IsOfRange(RawRequest request) =>
        request.Query.Contains("start-after=", StringComparison.Ordinal)
        && !request.Query.Contains("delimiter=", StringComparison.Ordinal);

    private static async Task<(List<string> Keys, S3Usage Usage, bool IsWhole)> ListAsync(
        S3Service service, int most = int.MaxValue)
    {
        var listing = new S3Listing(service.Client, S3Service.Bucket, [""]) { PageSize = PageSize };
        List<string> keys = [];
        bool isWhole = await listing.ListUnorderedAsync((key, in _) =>
        {
            keys.Add(Encoding.UTF8.GetString(key));
            return keys.Count < most;
        }, TestContext.Current.CancellationToken);
        return (keys, listing.Usage, isWhole);
    }

    // Some folders have no name in ASCII, some an object with their name, and some keys are no paths.
    private static string Key(Random random, int depth, int width)
    {
        string folder = string.Concat(Enumerable.Range(0, random.Next(depth + 1)).Select(
            _ => $"{random.Next(width)}{(random.Next(20) == 0 ? "ü😀" : "")}/"));
        string[] names = ["", "/", "x", "\uFFFD", "😀"];
        return random.Next(30) == 0 ? folder + names[random.Next(5)] + "!" : folder + random.Next(10_000);
    }
}
