using System.Net;
using System.Text;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Listing;

/// <summary>Every list ends, whatever the server says: with its last page or with one error.</summary>
public sealed class ListProgressTests
{
    private const string Key = "<Contents><Key>k</Key><Size>1</Size></Contents>";
    private const string Prefix = "<CommonPrefixes><Prefix>k</Prefix></CommonPrefixes>";

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    public static TheoryData<string> Kinds => ["objects", "buckets", "uploads"];

    [Theory, MemberData(nameof(Kinds))]
    public async Task Pages_without_entries_end_after_a_thousand(string kind)
    {
        (int pages, S3Exception failure) = await FailAsync(kind, static (kind, page) => Page(kind, $"t{page}", ""));
        Assert.Equal(1000, pages);
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
        Assert.Contains("1000 pages in a row without an entry", failure.Message, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Kinds))]
    public async Task Empty_pages_are_counted_from_the_last_entry_on(string kind)
    {
        // The entries differ from each other, so only the pages between them could end the list.
        (int pages, _) = await FailAsync(kind, static (kind, page) =>
            Page(kind, $"t{page}", page < 1500 && page % 999 == 998 ? Row(kind, $"k{page}") : ""));
        Assert.Equal(998 + 1 + 1000, pages);
    }

    [Theory, MemberData(nameof(Kinds))]
    public async Task The_same_page_under_ever_new_markers_ends(string kind)
    {
        (int pages, S3Exception failure) =
            await FailAsync(kind, static (kind, page) => Page(kind, $"t{page}", Row(kind, "k")));
        Assert.Equal(2, pages);
        Assert.Contains("again and again", failure.Message, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Kinds))]
    public async Task Pages_that_loop_under_ever_new_markers_end_in_an_error(string kind)
    {
        (int pages, _) = await FailAsync(
            kind, static (kind, page) => Page(kind, $"t{page}", Row(kind, $"k{page % 5}")));
        Assert.InRange(pages, 6, 20);
    }

    [Fact]
    public async Task Prefixes_are_progress_and_their_repetition_is_not()
    {
        (int pages, _) = await FailAsync("objects", static (kind, page) => page < 2000
            ? Page(kind, $"t{page}", Prefix.Replace("k", $"k{page}", StringComparison.Ordinal))
            : Page(kind, $"t{page}", Prefix));
        Assert.Equal(2002, pages);
    }

    [Theory]
    [InlineData(10, 10, true)]
    [InlineData(10, 11, false)]
    [InlineData(1000, 1001, false)]
    public async Task A_page_with_more_entries_than_asked_for_is_an_error(int asked, int given, bool isRight)
    {
        string rows = string.Concat(Enumerable.Range(0, given).Select(static i =>
            (i % 2 == 0 ? Key : Prefix).Replace(">k<", $">k{i:D5}<", StringComparison.Ordinal)));
        using S3Client client = new CannedServer(Page("objects", null, rows)).Client();
        int count = 0;
        Exception? failure = await Record.ExceptionAsync(async () =>
        {
            await foreach (S3ListEntry entry in client.ListObjectsAsync(
                "bucket", new S3ListOptions { PageSize = asked, Delimiter = "/" }, s_token))
            {
                count++;
            }
        });
        Assert.Equal(isRight, failure is null);
        Assert.Equal(isRight ? given : 0, count);
        Assert.True(isRight || failure is S3Exception { Code: S3ErrorCode.BadAnswer });
    }

    [Theory]
    [InlineData(1000, true)]
    [InlineData(1001, false)]
    public async Task A_page_of_uploads_with_more_than_asked_for_is_an_error(int given, bool isRight)
    {
        string rows = string.Concat(Enumerable.Range(0, given).Select(static i => Row("uploads", $"k{i:D5}")));
        using S3Client client = new CannedServer(Page("uploads", null, rows)).Client();
        Exception? failure = await Record.ExceptionAsync(() => ReadAsync(client, "uploads"));
        Assert.Equal(isRight, failure is null);
    }

    [Fact]
    public async Task A_marker_beyond_the_last_part_number_is_an_error()
    {
        var server = new CannedServer(
            "<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>10001</NextPartNumberMarker>"
            + "</ListPartsResult>");
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () =>
        {
            await foreach (S3Part part in client.ListPartsAsync("bucket", "k", "id", s_token))
            {
                Assert.Fail("There is none.");
            }
        });
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
        Assert.Single(server.Requests);
    }

    private static async Task<(int Pages, S3Exception Failure)> FailAsync(string kind, Func<string, int, string> page)
    {
        int pages = 0;
        using S3Client client = new CannedServer(
            _ => (HttpStatusCode.OK, Encoding.UTF8.GetBytes(page(kind, pages++)))).Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(client, kind));
        return (pages, failure);
    }

    private static async Task ReadAsync(S3Client client, string kind)
    {
        await using IAsyncEnumerator<object> items = kind switch
        {
            "objects" => Objects(client.ListObjectsAsync("bucket", cancellationToken: s_token)),
            "buckets" => Objects(client.ListBucketsAsync(s_token)),
            _ => Objects(client.ListUploadsAsync("bucket", "", s_token)),
        };
        while (await items.MoveNextAsync())
        {
        }
    }

    private static async IAsyncEnumerator<object> Objects<T>(IAsyncEnumerable<T> items)
        where T : notnull
    {
        await foreach (T item in items)
        {
            yield return item;
        }
    }

    private static string Row(string kind, string name) => kind switch
    {
        "objects" => Key.Replace(">k<", $">{name}<", StringComparison.Ordinal),
        "buckets" => $"<Bucket><Name>{name}</Name></Bucket>",
        _ => $"<Upload><Key>{name}</Key><UploadId>i</UploadId></Upload>",
    };

    // A page that says where to go on, or the last one.
    private static string Page(string kind, string? next, string rows)
    {
        string more = next is null ? "false" : "true";
        return kind switch
        {
            "objects" => $"<ListBucketResult><IsTruncated>{more}</IsTruncated><NextContinuationToken>{next}"
                + $"</NextContinuationToken>{rows}</ListBucketResult>",
            "buckets" => $"<ListAllMyBucketsResult><Buckets>{rows}</Buckets><ContinuationToken>{next}"
                + "</ContinuationToken></ListAllMyBucketsResult>",
            _ => $"<ListMultipartUploadsResult><IsTruncated>{more}</IsTruncated><NextKeyMarker>{next}</NextKeyMarker>"
                + $"<NextUploadIdMarker>i</NextUploadIdMarker>{rows}</ListMultipartUploadsResult>",
        };
    }
}
