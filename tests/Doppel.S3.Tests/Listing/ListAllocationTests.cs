using System.Net;
using System.Text;
using Doppel.S3.Tests.Http;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Listing;

/// <summary>What a list allocates: differences between long and short pages, so that requests do not count.</summary>
/// <remarks>Alone, since others take blocks from the same pool, and what it has not is allocated.</remarks>
[Collection(nameof(AloneInTheProcess))]
public sealed class ListAllocationTests
{
    private const int Few = 100;
    private const int Many = 1000;

    // A string of 24 characters: header, length, characters and zero, in words of 8 bytes.
    private const int KeyStringBytes = 72;

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_entry_of_a_page_allocates_nothing() =>
        Assert.InRange(await PerEntry(PagesAsync), 0, 0.5);

    [Fact]
    public async Task An_entry_allocates_the_string_of_its_key() =>
        Assert.InRange(await PerEntry(EntriesAsync), KeyStringBytes, KeyStringBytes + 0.5);

    [Fact]
    public async Task A_page_allocates_what_a_request_does() =>
        Assert.InRange(await Least(PagesAsync, Few), 0, 12_000);

    private static async Task<double> PerEntry(Func<S3Client, Task<long>> list) =>
        (await Least(list, Many) - await Least(list, Few)) / (double)(Many - Few);

    private static async Task<long> Least(Func<S3Client, Task<long>> list, int count)
    {
        byte[] page = Page(count);
        using S3Client client = new CannedServer(_ => (HttpStatusCode.OK, page)).Client();
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            // Everything happens in this thread: the server answers in it.
            long before = GC.GetAllocatedBytesForCurrentThread();
            long sum = await list(client);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            Assert.Equal(24L * count, sum);
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{count} entries: {least} bytes");
        return least;
    }

    private static async Task<long> PagesAsync(S3Client client)
    {
        long sum = 0;
        await foreach (S3ListPage page in client.ListPagesAsync("bucket", null, s_cancellation))
        {
            foreach (S3ListItem item in page)
            {
                sum += item.Key.Length;
            }
        }

        return sum;
    }

    private static async Task<long> EntriesAsync(S3Client client)
    {
        long sum = 0;
        await foreach (S3ListEntry entry in client.ListObjectsAsync("bucket", null, s_cancellation))
        {
            sum += entry.Key.Length;
        }

        return sum;
    }

    private static byte[] Page(int count)
    {
        var text = new StringBuilder(
            "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>");
        for (int i = 0; i < count; i++)
        {
            text.Append("<Contents><Key>photo/2026+1/&#x49;MGs_").Append($"{i:D6}").Append("</Key>")
                .Append("<LastModified>2026-11-22T10:00:00.000Z</LastModified><Size>").Append(i).Append("</Size>")
                .Append("<ETag>&quot;").Append($"{i:x32}").Append(i % 2 == 0 ? "-7" : "").Append("&quot;</ETag>")
                .Append("<StorageClass>STANDARD_IA</StorageClass><ChecksumAlgorithm>CRC64NVME</ChecksumAlgorithm>")
                .Append("</Contents>");
        }

        return Encoding.UTF8.GetBytes(text.Append("</ListBucketResult>").ToString());
    }
}
