using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Hashing;
using Doppel.S3.Http;

namespace Doppel.S3;

/// <content>Objects of a bucket.</content>
public sealed partial class S3Client
{
    /// <summary>Lists the objects of a bucket, page after page.</summary>
    /// <param name="bucket">Which.</param>
    /// <param name="options">Which objects. Default: all.</param>
    /// <param name="cancellationToken">Ends it between pages and while waiting for one.</param>
    /// <returns>
    /// The entries, in most buckets by the UTF-8 bytes of their keys. Each costs the string of its key;
    /// <see cref="ListPagesAsync"/> costs nothing. What is stored or deleted meanwhile may be listed or not.
    /// </returns>
    /// <remarks>
    /// Nothing of a page is given before all of it was read and found to be right; a page that fails is asked for
    /// again, and only that page.
    /// </remarks>
    /// <exception cref="S3Exception">The server refuses, or lists what cannot be.</exception>
    public IAsyncEnumerable<S3ListEntry> ListObjectsAsync(
        string bucket, S3ListOptions? options = null, CancellationToken cancellationToken = default) =>
        EntriesAsync(ListPagesAsync(bucket, options, cancellationToken), cancellationToken);

    /// <summary>Lists the objects of a bucket by pages, without a string for each key.</summary>
    /// <param name="bucket">Which.</param>
    /// <param name="options">Which objects. Default: all.</param>
    /// <param name="cancellationToken">Ends it between pages and while waiting for one.</param>
    /// <returns>The pages; each holds until the next is asked for. A page may be empty and not the last.</returns>
    /// <remarks>
    /// Nothing of a page is given before all of it was read and found to be right; a page that fails is asked for
    /// again, and only that page.
    /// </remarks>
    /// <exception cref="S3Exception">The server refuses, or lists what cannot be.</exception>
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
