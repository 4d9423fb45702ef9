using System.Text;
using Doppel.Catalog;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Lists the buckets that are named as roots: all prefixes of a bucket as one volume.</summary>
/// <remarks>
/// An ETag that is the MD5 of its object is compared with files, like an entry of a list of digests.
/// </remarks>
/// <param name="host">The host.</param>
/// <param name="clients">The clients, if there are buckets. Remain owned by the caller.</param>
/// <param name="budget">What may be requested beside lists.</param>
/// <param name="progress">Shows the text of a line of progress until it is disposed; null to show none.</param>
/// <param name="typed">All roots of the run. Those that are not s3:// addresses are ignored.</param>
internal sealed class BucketRoots(
    AppEnvironment host,
    BucketClients? clients,
    BucketBudget budget,
    Func<Func<string>, IDisposable?>? progress,
    IEnumerable<string> typed)
{
    private const int ProblemsMax = 100_000;

    private static readonly Comparer<ReportProblem> s_byName = Comparer<ReportProblem>.Create(
        static (left, right) => left.Path.Bytes.SequenceCompareTo(right.Path.Bytes));

    private readonly List<ReportProblem> _problems = [];
    private readonly List<string> _warnings = [];
    private readonly List<(string Address, S3Listing Listing, BucketSource Source)> _buckets = [];
    private readonly Dictionary<(string Server, string Bucket), S3Location> _listed = [];

    /// <summary>Gets what may be requested beside lists, and what was left of it.</summary>
    internal BucketBudget Budget => budget;

    /// <summary>Gets the objects that cannot be searched, at most 100,000.</summary>
    internal IReadOnlyList<ReportProblem> Problems => _problems;

    /// <summary>Gets the number of objects that cannot be searched.</summary>
    internal long ProblemCount { get; private set; }

    /// <summary>Gets a warning for each bucket whose ETags have turned out to be no digests.</summary>
    internal IReadOnlyList<string> Warnings => _warnings;

    /// <summary>Gets how long listing all buckets took.</summary>
    internal TimeSpan ListingTime { get; private set; }

    /// <summary>Gets what was requested from each bucket.</summary>
    internal IEnumerable<(string Address, S3Usage Usage)> Usage =>
        _buckets.Select(static bucket => (bucket.Address, bucket.Listing.Usage));

    /// <summary>Gets what was requested from all buckets together.</summary>
    internal S3Usage TotalUsage => _buckets.Aggregate(default(S3Usage), static (all, bucket) =>
    {
        S3Usage usage = bucket.Listing.Usage;
        return new S3Usage(
            all.ListRequests + usage.ListRequests, all.GetRequests + usage.GetRequests,
            all.HeadRequests + usage.HeadRequests, all.BodyBytes + usage.BodyBytes);
    });

    /// <summary>Gets why objects could not be asked about, or null.</summary>
    internal Exception? Refusal => _buckets.Select(static bucket => bucket.Source.Refusal)
        .FirstOrDefault(static refusal => refusal is not null);

    /// <summary>Lists a bucket.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <exception cref="UsageException">It cannot be listed.</exception>
    internal SavedVolume Open(S3Location bucket)
    {
        try
        {
            using SavedList list = SavedVolumes.CreateTemporaryList();
            return List(
                bucket, list,
                (source, description, problems) =>
                    list.ToVolume(bucket.ToString(), description, problems, source));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"cannot create a temporary file: {SystemText.Of(failure)}", "choose another folder with TMPDIR=DIR");
        }
    }

    /// <summary>Returns the problems of a search and those of the listings, by path.</summary>
    internal IReadOnlyList<ReportProblem> WithProblems(IReadOnlyList<ReportProblem> found) => _problems.Count == 0
        ? found
        : [.. _problems.Concat(found).OrderBy(static one => one.Path.IsEmpty).ThenBy(static one => one.Path)];

    /// <summary>Lists a bucket and saves what is listed.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="volumes">The saved volumes.</param>
    /// <param name="draft">Receives the saved volume.</param>
    /// <exception cref="UsageException">It cannot be listed.</exception>
    internal SavedTotals Save(S3Location bucket, SavedVolumes volumes, SavedDraft draft)
    {
        using SavedList list = volumes.CreateList();
        return List(
            bucket, list, (_, description, problems) => list.Write(draft.Stream, description, problems));
    }

    /// <summary>Returns the warning that the ETags of a bucket are no digests.</summary>
    internal static string ETagsText(string address, string contradiction) =>
        $"the ETags of {Quote.Text(address)} are no digests, so objects are not compared by them: {contradiction}";

    private T List<T>(S3Location bucket, SavedList list, Func<BucketSource, SavedDescription, long, T> finish)
    {
        string address = bucket.ToString();
        string[] prefixes = PrefixesOf(bucket);
        long objects = 0;
        long started = host.Clock.GetTimestamp();
        using IDisposable? line = progress?.Invoke(
            () => $"Listing {Quote.Text(address)}  {Interlocked.Read(ref objects):N0} objects");
        try
        {
            var listing = new S3Listing(ClientFor(bucket), bucket.Bucket, prefixes);
            var survey = new S3ETagSurvey();
            long before = ProblemCount;
            int known = _problems.Count;
            listing.ListUnorderedAsync((key, in found) =>
            {
                Interlocked.Increment(ref objects);
                survey.Add(found.ETag, found.Size, found.Modified, key);
                Add(address, list, key, found);
                return true;
            }).GetAwaiter().GetResult();
            if (survey.Contradiction is { } contradiction)
            {
                list.ForgetListed();
                _warnings.Add(ETagsText(address, contradiction));
            }

            var source = new BucketSource(listing, budget, areETagsWrong: survey.Contradiction is not null);
            _buckets.Add((address, listing, source));
            _problems.Sort(known, _problems.Count - known, s_byName);
            var description = new SavedDescription
            {
                Made = FileTime.From(host.Clock.GetUtcNow()),
                Roots = [new SavedRoot("/"u8.ToArray(), default, address)],
            };
            T finished = finish(source, description, ProblemCount - before);
            ListingTime += host.Clock.GetElapsedTime(started);
            return finished;
        }
        catch (Exception failure) when (S3Failure.IsKnown(failure))
        {
            UsageException told = S3Failure.ToUsage(failure);
            throw new UsageException($"cannot list {Quote.Text(address)}: {told.Message}", told.Hint);
        }
    }

    // Two profiles can lead to one bucket. Each object in it would look like a copy of itself.
    private S3Client ClientFor(S3Location bucket)
    {
        S3Client client = clients!.Of(bucket, out string server);
        if (!_listed.TryAdd((server, bucket.Bucket), bucket))
        {
            string other = Quote.Text(_listed[(server, bucket.Bucket)].ToString());
            throw new UsageException(
                $"{other} and {bucket.Shown()} are one bucket, on the same server", "name its prefixes in one way");
        }

        return client;
    }

    // Whether an address ends with a slash does not matter, as for folders.
    private string[] PrefixesOf(S3Location bucket)
    {
        S3Location[] locations =
            [.. typed.Where(S3Location.Is).Select(S3Location.Parse).Where(location => location.Root == bucket)];
        foreach (S3Location location in locations)
        {
            string key = location.Key.TrimEnd('/');
            if (key.Length > 0 && S3Listing.ProblemOf(Encoding.UTF8.GetBytes(key)) is { } problem)
            {
                throw new UsageException(
                    $"cannot search {location.Shown()}: {Quote.Sentence(problem)}", "name a prefix above it");
            }
        }

        return [.. locations.Select(static location => location.Key.TrimEnd('/'))];
    }

    private void Add(string address, SavedList list, ReadOnlySpan<byte> key, in S3ListedObject found)
    {
        // Some programs represent a folder with an empty object whose key is the folder name and a slash.
        if (key.EndsWith("/"u8) && found.Size == 0)
        {
            return;
        }

        var file = new SavedFile
        {
            Size = found.Size,
            Modified = found.Modified is { } time ? FileTime.From(time) : default,
            Listed = BucketDigest.Of(found.ETag, found.Size),
        };
        string? problem = S3Listing.ProblemOf(key);
        if (problem is null && list.TryAdd(key, file))
        {
            return;
        }

        ProblemCount++;
        if (_problems.Count < ProblemsMax)
        {
            byte[] name = [.. Encoding.ASCII.GetBytes(address), (byte)'/', .. key];
            _problems.Add(new ReportProblem(
                new ReportName(name), "list", "not-a-path", problem ?? "The key is not a path"));
        }
    }
}
