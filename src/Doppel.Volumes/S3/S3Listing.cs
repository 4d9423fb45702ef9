using System.Net;
using System.Text;
using System.Text.Unicode;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>Lists the objects of a bucket below one or several prefixes, each once, and counts the requests.</summary>
/// <remarks>Thread-safe.</remarks>
public sealed class S3Listing
{
    // Shorter listings take about as long in any case.
    private const int PagesAlone = 10;
    private const int RequestsAtOnce = 8;

    private readonly S3Client _client;
    private readonly string _bucket;
    private readonly S3Root[] _roots;
    private readonly RequestMeter _meter = new();

    /// <summary>Creates a listing. Nothing is sent.</summary>
    /// <param name="client">The client, which stays the caller's and must outlive the listing.</param>
    /// <param name="bucket">The name of the bucket.</param>
    /// <param name="prefixes">
    /// The prefixes, at least one. Each is the key of a folder, with or without a slash at its end; empty for the whole
    /// bucket. Without the slash, the object with exactly this key is listed as well.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The bucket has no name, there is no prefix, or one has a component that is empty, <c>.</c> or <c>..</c>.
    /// </exception>
    public S3Listing(S3Client client, string bucket, IReadOnlyList<string> prefixes)
    {
        ArgumentNullException.ThrowIfNull(client);
        ArgumentException.ThrowIfNullOrEmpty(bucket);
        ArgumentNullException.ThrowIfNull(prefixes);
        ArgumentOutOfRangeException.ThrowIfZero(prefixes.Count, nameof(prefixes));
        _roots = S3Root.WithoutContained([.. prefixes.Select(S3Root.Of)]);
        _bucket = bucket;
        _client = client.WithMeter(_meter);
    }

    /// <summary>Gets what has been requested from the server so far.</summary>
    public S3Usage Usage => new(_meter.Lists, _meter.Gets, _meter.Heads, _meter.BodyBytes);

    /// <summary>The number of objects that a request lists.</summary>
    internal int PageSize { get; init; } = 1000;

    /// <summary>Returns why a key cannot be the path of a file, or null if it can.</summary>
    /// <param name="key">The key, without a slash at its end if it is that of a folder.</param>
    public static string? ProblemOf(ReadOnlySpan<byte> key)
    {
        if (key.EndsWith("/"u8))
        {
            return "The key ends with a slash, but the object has a content";
        }

        foreach (Range part in key.Split((byte)'/'))
        {
            if (ProblemOfName(key[part]) is { } problem)
            {
                return problem;
            }
        }

        return null;
    }

    /// <summary>Lists all objects in the order of their keys, 1,000 for each request.</summary>
    /// <param name="found">Receives each object.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>False if the receiver ended the listing.</returns>
    /// <exception cref="S3Exception">The bucket does not exist or cannot be listed.</exception>
    public Task<bool> ListAsync(S3ListedObjectHandler found, CancellationToken cancellationToken = default) =>
        ListAsync(int.MaxValue, found, cancellationToken);

    /// <summary>Lists all objects in any order, with up to 8 requests at once.</summary>
    /// <remarks>
    /// Prefixes with more than 10,000 objects are split by folders, which takes at most 40 requests more than one for
    /// each 1,000 objects. Where there are no folders, or many thousands of them, one request follows the other.
    /// </remarks>
    /// <param name="found">Receives each object. Called by one thread at a time.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>False if the receiver ended the listing.</returns>
    /// <exception cref="S3Exception">The bucket does not exist or cannot be listed.</exception>
    public Task<bool> ListUnorderedAsync(
        S3ListedObjectHandler found, CancellationToken cancellationToken = default) =>
        ListAsync(PagesAlone, found, cancellationToken);

    /// <summary>Requests the headers of an object.</summary>
    /// <param name="key">The key.</param>
    /// <param name="options">The part, whether the checksum is wanted, and conditions.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public ValueTask<S3ObjectInfo> HeadAsync(
        string key, S3GetOptions? options = null, CancellationToken cancellationToken = default) =>
        _client.HeadObjectAsync(_bucket, key, options, cancellationToken);

    /// <summary>Requests an object. Its body is not read until you ask for it.</summary>
    /// <param name="key">The key.</param>
    /// <param name="options">The conditions.</param>
    /// <param name="cancellationToken">Cancels the operation until the response headers have arrived.</param>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public ValueTask<S3Object> GetAsync(
        string key, S3GetOptions? options = null, CancellationToken cancellationToken = default) =>
        _client.GetObjectAsync(_bucket, key, options, cancellationToken);

    private static string? ProblemOfName(ReadOnlySpan<byte> name) => name switch
    {
        [] => "The key has an empty name between or before slashes",
        [(byte)'.'] or [(byte)'.', (byte)'.'] => "The key contains '.' or '..' as a name",
        _ when name.Contains((byte)0) => "The key contains a NUL",
        _ when !Utf8.IsValid(name) => "The key is not UTF-8",
        _ => null,
    };

    private async Task<bool> ListAsync(
        int pagesAlone, S3ListedObjectHandler found, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(found);
        foreach (S3Root root in _roots)
        {
            if (root.MayBeObject && !await FindObjectAsync(root.Key, found, cancellationToken).ConfigureAwait(false))
            {
                return false;
            }

            if (!await ListAsync(root.Prefix, pagesAlone, found, cancellationToken).ConfigureAwait(false))
            {
                return false;
            }
        }

        return true;
    }

    private async Task<bool> ListAsync(
        string prefix, int pagesAlone, S3ListedObjectHandler found, CancellationToken cancellationToken)
    {
        var options = new S3ListOptions { Prefix = prefix, PageSize = PageSize };
        byte[] last = [];
        bool isOrdered = true;
        int count = 0;
        IAsyncEnumerable<S3ListPage> pages = _client.ListPagesAsync(_bucket, options, cancellationToken);
        await foreach (S3ListPage page in pages.ConfigureAwait(false))
        {
            if (!Pass(page, [], found))
            {
                return false;
            }

            isOrdered = isOrdered && IsOrdered(page, ref last);
            if (++count == pagesAlone && page.Count == PageSize && isOrdered && Utf8.IsValid(last))
            {
                options = options with { StartAfter = Encoding.UTF8.GetString(last) };
                IReadOnlyList<string> ends = await KeyRanges.FindAsync(_client, _bucket, options, cancellationToken)
                    .ConfigureAwait(false);
                if (ends.Count > 0)
                {
                    return await ListRangesAsync(options, ends, found, cancellationToken).ConfigureAwait(false);
                }
            }
        }

        return true;
    }

    // Directory buckets are not in order, and so cannot be split.
    private static bool IsOrdered(S3ListPage page, ref byte[] last)
    {
        ReadOnlySpan<byte> before = last;
        foreach (S3ListItem item in page)
        {
            if (item.Key.SequenceCompareTo(before) < 0)
            {
                return false;
            }

            before = item.Key;
        }

        last = before.ToArray();
        return true;
    }

    private async Task<bool> ListRangesAsync(
        S3ListOptions options, IReadOnlyList<string> ends, S3ListedObjectHandler found,
        CancellationToken cancellationToken)
    {
        string[] starts = [options.StartAfter!, .. ends];
        var gate = new Lock();
        bool isWanted = true;
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = RequestsAtOnce,
            CancellationToken = cancellationToken,
        };
        await Parallel.ForEachAsync(Enumerable.Range(0, starts.Length), parallel, async (i, stop) =>
        {
            byte[] end = i < ends.Count ? Encoding.ASCII.GetBytes(ends[i]) : [];
            IAsyncEnumerable<S3ListPage> pages = _client.ListPagesAsync(
                _bucket, options with { StartAfter = starts[i] }, stop);
            await foreach (S3ListPage page in pages.ConfigureAwait(false))
            {
                lock (gate)
                {
                    isWanted = isWanted && Pass(page, end, found);
                    if (!isWanted || (page.Count > 0 && IsBeyond(page[page.Count - 1].Key, end)))
                    {
                        return;
                    }
                }
            }
        }).ConfigureAwait(false);
        return isWanted;
    }

    // Passes on all objects of a page up to a key.
    private static bool Pass(S3ListPage page, ReadOnlySpan<byte> end, S3ListedObjectHandler found)
    {
        foreach (S3ListItem item in page)
        {
            if (IsBeyond(item.Key, end))
            {
                return true;
            }

            var facts = new S3ListedObject(item.Size, item.LastModified, item.ETag, item.StorageClass);
            if (!item.IsPrefix && !found(item.Key, facts))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsBeyond(ReadOnlySpan<byte> key, ReadOnlySpan<byte> end) =>
        !end.IsEmpty && key.SequenceCompareTo(end) > 0;

    // With rights only below the prefix, the prefix itself gives 403: the listing decides then.
    private async Task<bool> FindObjectAsync(
        string key, S3ListedObjectHandler found, CancellationToken cancellationToken)
    {
        try
        {
            S3ObjectInfo info = await HeadAsync(key, null, cancellationToken).ConfigureAwait(false);
            return !info.IsFound || found(
                Encoding.UTF8.GetBytes(key),
                new S3ListedObject(info.Length, info.LastModified, S3ETag.Parse(info.ETag), info.StorageClass));
        }
        catch (S3Exception refused) when (refused.StatusCode == HttpStatusCode.Forbidden)
        {
            return true;
        }
    }
}

/// <summary>What a listing shows of an object beside its key.</summary>
/// <param name="Size">The size in bytes.</param>
/// <param name="Modified">The time of the last modification, or null if it is not known.</param>
/// <param name="ETag">The ETag. Its meaning depends on how the object was stored: see <see cref="S3ETag"/>.</param>
/// <param name="StorageClass">The storage class, or null if it is not known.</param>
public readonly record struct S3ListedObject(
    long Size, DateTimeOffset? Modified, S3ETag ETag, string? StorageClass);

/// <summary>Receives an object of a listing.</summary>
/// <param name="key">The key, valid during the call.</param>
/// <param name="facts">What the listing shows of it.</param>
/// <returns>False to end the listing.</returns>
public delegate bool S3ListedObjectHandler(ReadOnlySpan<byte> key, in S3ListedObject facts);
