using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Hashing;

namespace Doppel.S3;

/// <content>Object listings.</content>
public sealed partial class S3Client
{
    /// <summary>Lists the objects in a bucket, fetching one page at a time.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="options">Options that select the objects. Default: all objects.</param>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>
    /// The entries, in most buckets ordered by the UTF-8 bytes of their keys. Each entry allocates a string for its
    /// key; <see cref="ListPagesAsync"/> allocates nothing per entry. Objects stored or deleted during the listing may
    /// or may not be included.
    /// </returns>
    /// <remarks>
    /// Entries are returned only after their whole page has been read and validated. A page that fails is requested
    /// again on its own.
    /// </remarks>
    /// <exception cref="S3Exception">The server rejected the request or returned an invalid listing.</exception>
    public IAsyncEnumerable<S3ListEntry> ListObjectsAsync(
        string bucket, S3ListOptions? options = null, CancellationToken cancellationToken = default) =>
        EntriesAsync(ListPagesAsync(bucket, options, cancellationToken), cancellationToken);

    /// <summary>Lists the objects in a bucket page by page, without allocating a string for each key.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="options">Options that select the objects. Default: all objects.</param>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>
    /// The pages. Each page is valid until the next one is requested. A page can be empty without being the last.
    /// </returns>
    /// <remarks>
    /// A page is returned only after it has been completely read and validated. A page that fails is requested again on
    /// its own.
    /// </remarks>
    /// <exception cref="S3Exception">The server rejected the request or returned an invalid listing.</exception>
    public IAsyncEnumerable<S3ListPage> ListPagesAsync(
        string bucket, S3ListOptions? options = null, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        options ??= S3ListOptions.Default;
        options.Validate();
        return PagesAsync(bucket, options, cancellationToken);
    }

    private static async IAsyncEnumerable<S3ListEntry> EntriesAsync(
        IAsyncEnumerable<S3ListPage> pages, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (S3ListPage page in pages.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            for (int i = 0; i < page.Count; i++)
            {
                yield return page.EntryAt(i);
            }
        }
    }

    private async IAsyncEnumerable<S3ListPage> PagesAsync(
        string bucket, S3ListOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var page = new S3ListPage();
        byte[] prefix = Encoding.UTF8.GetBytes(options.Prefix);
        var progress = default(ListProgress<Digest128>);
        string? next = null;
        try
        {
            do
            {
                next = await ReadPageAsync(bucket, options, next, prefix, page, cancellationToken)
                    .ConfigureAwait(false);
                if (page.Count > options.PageSize)
                {
                    throw BadDocument(
                        bucket, $"the server listed {page.Count} entries in a page of at most {options.PageSize}");
                }

                if (next is not null && progress.FaultOf(next, page.Count, page.DigestOfKeys()) is { } fault)
                {
                    throw BadDocument(bucket, fault);
                }

                yield return page;
            }
            while (next is not null);
        }
        finally
        {
            page.Release();
        }
    }

    private ValueTask<string?> ReadPageAsync(
        string bucket,
        S3ListOptions options,
        string? from,
        byte[] prefix,
        S3ListPage page,
        CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        Describe(call, options, from);
        return ReadListAsync(
            call, bucket, document => ListPageReader.Read(document, page, prefix, options.Version), cancellationToken);
    }

    private static void Describe(S3Call call, S3ListOptions options, string? from)
    {
        if (options.Version == S3ListVersion.V2)
        {
            call.AddQuery("list-type", "2");
            Add("continuation-token", from);
            Add("start-after", from is null ? options.StartAfter : null);
        }
        else
        {
            Add("marker", from ?? options.StartAfter);
        }

        Add("prefix", options.Prefix);
        Add("delimiter", options.Delimiter);
        Add("encoding-type", options.WithEncodedKeys ? "url" : null);
        call.AddQuery("max-keys", options.PageSize);

        void Add(string name, string? value)
        {
            if (!string.IsNullOrEmpty(value))
            {
                call.AddQuery(name, value);
            }
        }
    }
}
