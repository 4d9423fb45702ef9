using System.Net;
using System.Text;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Listing;

public sealed class ListObjectsTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Random_lists_read_as_by_the_documents_of_the_framework()
    {
        for (int round = TestRun.Count(300, 20_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            var maker = new RandomPage(random);
            string prefix = random.Next(2) == 0 ? "" : "é b/";
            byte[][] pages = [.. Enumerable.Range(1, random.Next(1, 5)).Select(_ => Array.Empty<byte>())];
            for (int i = 0; i < pages.Length; i++)
            {
                pages[i] = maker.Make(prefix, random.Next(0, 12), i == pages.Length - 1 ? null : $"to/ken+={i}");
            }

            int next = 0;
            var server = new CannedServer(_ => (HttpStatusCode.OK, pages[next++]));
            using S3Client client = server.Client();
            var options = new S3ListOptions { Prefix = prefix };
            string[] actual = [.. (await All(client, options)).Select(ListOracle.Text)];
            string[] expected = [.. pages.SelectMany(ListOracle.Entries)];
            Assert.True(expected.SequenceEqual(actual), $"seed {seed}\n{string.Join('\n', expected)}\n\n"
                + $"{string.Join('\n', actual)}\n{Encoding.UTF8.GetString(pages[0])}");
            Assert.Equal(
                Enumerable.Range(0, pages.Length).Select(i => i == 0 ? null : $"to/ken+={i - 1}"),
                server.Requests.Select(request => request.Query.GetValueOrDefault("continuation-token")));
        }
    }

    [Fact]
    public async Task List_requests_ask_for_what_the_options_say()
    {
        var server = new CannedServer(Page(next: "t", "<Contents><Key>p+ /k</Key><Size>0</Size></Contents>"), Page());
        using S3Client client = server.Client();
        var options = new S3ListOptions { Prefix = "p+ /", Delimiter = "/", StartAfter = "p+ /a&b", PageSize = 7 };
        await All(client, options);
        Assert.Equal(["/bucket/", "/bucket/"], server.Requests.Select(request => request.Path));
        Assert.Equal(
            "delimiter=/,encoding-type=url,list-type=2,max-keys=7,prefix=p+ /,start-after=p+ /a&b", Asked(server, 0));
        Assert.Equal(
            "continuation-token=t,delimiter=/,encoding-type=url,list-type=2,max-keys=7,prefix=p+ /", Asked(server, 1));
        await All(client, options with { Version = S3ListVersion.V1, WithEncodedKeys = false });
        Assert.Equal("delimiter=/,marker=p+ /a&b,max-keys=7,prefix=p+ /", Asked(server, 2));
    }

    [Theory]
    [InlineData("<NextMarker>a%2Fb+c</NextMarker>", true, "a/b c")]
    [InlineData("<NextMarker>a%2Fb+c</NextMarker>", false, "a%2Fb+c")]
    [InlineData("<Contents><Key>z%20</Key><Size>1</Size></Contents>"
        + "<CommonPrefixes><Prefix>b/</Prefix></CommonPrefixes>",
        true, "z ")]
    [InlineData("<Contents><Key>a</Key><Size>1</Size></Contents><CommonPrefixes><Prefix>b/</Prefix></CommonPrefixes>",
        false, "b/")]
    [InlineData("<NextMarker>a+b</NextMarker><Contents><Key>a%2Bb</Key><Size>1</Size></Contents>", true, "a+b")]
    [InlineData("<NextMarker/><Contents><Key>\U0001F600</Key><Size>1</Size></Contents>"
        + "<Contents><Key>\uFFFD</Key><Size>1</Size></Contents>", false, "\U0001F600")]
    public async Task Version_1_lists_continue_after_the_marker_or_the_last_key(
        string rows, bool isEncoded, string marker)
    {
        string encoding = isEncoded ? "<EncodingType>url</EncodingType>" : "";
        var server = new CannedServer(
            $"<ListBucketResult><IsTruncated>true</IsTruncated>{rows}{encoding}</ListBucketResult>", Page());
        using S3Client client = server.Client();
        await All(client, new S3ListOptions { Version = S3ListVersion.V1 });
        Assert.Equal(2, server.Requests.Count);
        Assert.Equal(marker, server.Requests[1].Query["marker"]);
    }

    [Theory]
    [InlineData("<ListBucketResult/>", "IsTruncated")]
    [InlineData("<ListBucketResult><IsTruncated/></ListBucketResult>", "IsTruncated")]
    [InlineData("<ListBucketResult><IsTruncated>maybe</IsTruncated></ListBucketResult>", "IsTruncated")]
    [InlineData("<ListBucketResult><IsTruncated>false</IsTruncated><IsTruncated>false</IsTruncated></ListBucketResult>",
        "more than one IsTruncated")]
    [InlineData("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "where to go on")]
    [InlineData("<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken/></ListBucketResult>",
        "where to go on")]
    [InlineData("<ListAllMyBucketsResult><IsTruncated>false</IsTruncated></ListAllMyBucketsResult>",
        "ListBucketResult")]
    [InlineData("<html><body>It works</body></html>", "ListBucketResult")]
    [InlineData("<html><body>It works<br></body></html>", "byte")]
    [InlineData("", "ends before")]
    public async Task Wrong_pages_are_errors(string page, string why) => await Refused(page, why);

    [Theory]
    [InlineData("<Contents><Key>k</Key></Contents>", "size")]
    [InlineData("<Contents><Size>1</Size></Contents>", "without a key")]
    [InlineData("<Contents><Key/><Size>1</Size></Contents>", "without a key")]
    [InlineData("<Contents/>", "size")]
    [InlineData("<Contents><Key>k</Key><Key>k</Key><Size>1</Size></Contents>", "more than one Key")]
    [InlineData("<Contents><Key>k</Key><Size>1</Size><Size>1</Size></Contents>", "more than one Size")]
    [InlineData("<Contents><Key>k</Key><Size>99999999999999999999</Size></Contents>", "Size is no number")]
    [InlineData("<Contents><Key>k</Key><Size>-1</Size></Contents>", "Size is no number")]
    [InlineData("<Contents><Key>k</Key><Size/></Contents>", "Size is no number")]
    [InlineData("<Contents><Key>k</Key><Size>1</Size><LastModified>yesterday</LastModified></Contents>", "no time")]
    [InlineData("<Contents><Key>k</Key><Size>1</Size><LastModified>2026-02-30T00:00:00Z</LastModified></Contents>",
        "no time")]
    [InlineData("<CommonPrefixes><Prefix/></CommonPrefixes>", "empty prefix")]
    [InlineData("<EncodingType>rot13</EncodingType>", "unknown way")]
    [InlineData("<EncodingType>url</EncodingType><Contents><Key>%4</Key><Size>1</Size></Contents>", "percent sign")]
    [InlineData("<EncodingType>url</EncodingType><Contents><Key>%xx</Key><Size>1</Size></Contents>", "percent sign")]
    [InlineData("<EncodingType>url</EncodingType><Contents><Key>%FF</Key><Size>1</Size></Contents>", "UTF-8")]
    [InlineData("<KeyCount>1</KeyCount>", "says that it has 1")]
    [InlineData("<KeyCount>x</KeyCount>", "KeyCount is no number")]
    public async Task Wrong_entries_are_errors(string rows, string why) => await Refused(Page(next: null, rows), why);

    [Fact]
    public async Task A_key_outside_of_the_prefix_is_an_error() => await Refused(
        Page(null, "<Contents><Key>a/b</Key><Size>1</Size></Contents><Contents><Key>a</Key><Size>1</Size></Contents>"),
        "does not begin", new S3ListOptions { Prefix = "a/" });

    [Fact]
    public async Task Sloppy_pages_are_read_where_nothing_is_in_doubt()
    {
        var server = new CannedServer(Page(null,
            "<KeyCount>0</KeyCount><CommonPrefixes/><EncodingType/><Contents><Key>&lt;<![CDATA[&+]]><!-- c -->%41</Key>"
            + "<Size>0012</Size><ETag>W/&quot;x&quot;</ETag><LastModified/><ChecksumType>FULL_OBJECT</ChecksumType>"
            + "<ChecksumAlgorithm>SHA512</ChecksumAlgorithm></Contents>"));
        using S3Client client = server.Client();
        S3ListEntry entry = Assert.Single(await All(client));
        Assert.Equal(("<&+%41", 12, null), (entry.Key, entry.Size, entry.LastModified));
        Assert.Equal("W/\"x\"", entry.ETag.ToString());
        Assert.Equal(S3ListedChecksums.Other | S3ListedChecksums.FullObject, entry.Checksums);
    }

    [Theory]
    [InlineData(1), InlineData(2), InlineData(3), InlineData(7)]
    public async Task A_list_that_loops_ends_in_an_error(int circle)
    {
        int pages = 0;
        var server = new CannedServer(_ => (HttpStatusCode.OK, Encoding.UTF8.GetBytes(Page($"t{pages++ % circle}"))));
        using S3Client client = server.Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(() => All(client));
        Assert.Contains("again and again", refused.Message);
        Assert.InRange(pages, circle + 1, 4 * circle);
    }

    [Fact]
    public async Task A_page_that_is_cut_anywhere_gives_nothing()
    {
        string whole = Page(null, "<Contents><Key>k</Key><Size>1</Size></Contents>");
        for (int length = 0; length < whole.Length; length++)
        {
            var server = new CannedServer(whole.Substring(0, length));
            using S3Client client = server.Client(attempts: 1);
            int given = 0;
            await Assert.ThrowsAsync<S3Exception>(async () =>
            {
                await foreach (S3ListEntry entry in client.ListObjectsAsync("bucket", null, s_cancellation))
                {
                    given++;
                }
            });
            Assert.Equal(0, given);
        }
    }

    [Fact]
    public async Task Only_the_page_that_failed_is_asked_for_again()
    {
        string first = Page("t", "<Contents><Key>a</Key><Size>1</Size></Contents>");
        string last = Page(null, "<Contents><Key>b</Key><Size>1</Size></Contents>");
        var server = new CannedServer(
            (HttpStatusCode.OK, first),
            (HttpStatusCode.OK, "<Error><Code>InternalError</Code></Error>"),
            (HttpStatusCode.ServiceUnavailable, ""),
            (HttpStatusCode.OK, last[..^5]),
            (HttpStatusCode.OK, last));
        using S3Client client = server.Client(attempts: 4);
        Assert.Equal(["a", "b"], (await All(client)).Select(entry => entry.Key));
        Assert.Equal([null, "t", "t", "t", "t"],
            server.Requests.Select(request => request.Query.GetValueOrDefault("continuation-token")));
    }

    [Fact]
    public async Task An_error_with_200_is_an_error()
    {
        var server = new CannedServer("<Error><Code>AccessDenied</Code><Message>no</Message></Error>");
        using S3Client client = server.Client();
        Assert.Equal("AccessDenied", (await Assert.ThrowsAsync<S3Exception>(() => All(client))).Code);
        Assert.Single(server.Requests);
    }

    [Fact]
    public async Task A_caller_that_stops_early_requests_no_further_page()
    {
        var server = new CannedServer(Page("t", "<Contents><Key>a</Key><Size>1</Size></Contents>"));
        using S3Client client = server.Client();
        await foreach (S3ListEntry entry in client.ListObjectsAsync("bucket", null, s_cancellation))
        {
            break;
        }

        Assert.Single(server.Requests);
    }

    [Theory]
    [InlineData(0), InlineData(1001), InlineData(-1)]
    public void Page_sizes_that_no_server_takes_are_refused_at_once(int size)
    {
        using S3Client client = new CannedServer(Page()).Client();
        Assert.Throws<ArgumentOutOfRangeException>(
            () => client.ListObjectsAsync("bucket", new S3ListOptions { PageSize = size }, s_cancellation));
    }

    private static string Page(string? next = null, string rows = "")
    {
        string isTruncated = next is null ? "false" : "true";
        string token = next is null ? "" : $"<NextContinuationToken>{next}</NextContinuationToken>";
        return $"<ListBucketResult><IsTruncated>{isTruncated}</IsTruncated>{rows}{token}</ListBucketResult>";
    }

    private static string Asked(CannedServer server, int request) => string.Join(
        ',', server.Requests[request].Query.OrderBy(pair => pair.Key, StringComparer.Ordinal)
            .Select(pair => $"{pair.Key}={pair.Value}"));

    private static async Task Refused(string page, string why, S3ListOptions? options = null)
    {
        using S3Client client = new CannedServer(page).Client(attempts: 1);
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(() => All(client, options));
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
        Assert.Contains(why, refused.Message);
    }

    private static async Task<List<S3ListEntry>> All(S3Client client, S3ListOptions? options = null)
    {
        var entries = new List<S3ListEntry>();
        await foreach (S3ListEntry entry in client.ListObjectsAsync("bucket", options, s_cancellation))
        {
            entries.Add(entry);
        }

        return entries;
    }
}
