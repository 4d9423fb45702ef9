using System.Text;
using Doppel.S3;

namespace Doppel.Volumes;

/// <summary>Splits the rest of a listing into ranges of keys, each with about as many folders as the others.</summary>
internal static class KeyRanges
{
    /// <summary>The most ranges. Each takes at most one request more than its keys need.</summary>
    internal const int RangesMax = 32;

    /// <summary>The most requests that look for folders.</summary>
    internal const int RequestsMax = 8;

    private const string Delimiter = "/";

    /// <summary>
    /// Returns where ranges end, in order, or nothing if no folders are found, or more than a few requests list.
    /// </summary>
    /// <remarks>
    /// The folders of a level are listed with one request for a thousand of them, and those in them if there are few.
    /// Ends are in ASCII, so that servers that sort keys by UTF-16 agree about what is beyond them.
    /// </remarks>
    /// <param name="client">The client.</param>
    /// <param name="bucket">The name of the bucket.</param>
    /// <param name="options">The prefix, the key after which the rest begins, and the page size.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    internal static async Task<IReadOnlyList<string>> FindAsync(
        S3Client client, string bucket, S3ListOptions options, CancellationToken cancellationToken)
    {
        var ends = new SortedSet<string>(StringComparer.Ordinal);
        var unlisted = new Queue<string>([options.Prefix]);
        int requests = 0;
        while (ends.Count < RangesMax - 1 && requests < RequestsMax && unlisted.TryDequeue(out string? folder))
        {
            List<string> folders = [];
            bool isComplete = true;
            IAsyncEnumerable<S3ListPage> pages = client.ListPagesAsync(
                bucket, options with { Prefix = folder, Delimiter = Delimiter }, cancellationToken);
            await foreach (S3ListPage page in pages.ConfigureAwait(false))
            {
                AddFolders(page, folders);
                if (++requests == RequestsMax || folders.Count == 0)
                {
                    isComplete = page.Count < options.PageSize;
                    break;
                }
            }

            if (isComplete)
            {
                foreach (string one in folders)
                {
                    bool isRest = string.CompareOrdinal(one, options.StartAfter) > 0;
                    if (isRest)
                    {
                        ends.Add(one);
                    }

                    if (isRest || options.StartAfter!.StartsWith(one, StringComparison.Ordinal))
                    {
                        unlisted.Enqueue(one);
                    }
                }
            }
        }

        int count = Math.Min(ends.Count, RangesMax - 1);
        string[] all = [.. ends];
        return [.. Enumerable.Range(1, count).Select(i => all[(int)((long)i * all.Length / (count + 1))])];
    }

    private static void AddFolders(S3ListPage page, List<string> folders)
    {
        foreach (S3ListItem item in page)
        {
            if (item.IsPrefix && Ascii.IsValid(item.Key))
            {
                folders.Add(Encoding.ASCII.GetString(item.Key));
            }
        }
    }
}
