using System.Globalization;
using System.Net;
using System.Text;
using Doppel.S3.Tests.Servers;
using Doppel.S3.Transfer;
using Doppel.Testing;

namespace Doppel.S3.Tests.Folders;

/// <summary>Which of the unfinished uploads of an object goes on.</summary>
public sealed class PendingUploadTests
{
    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 1000))];

    // Some servers list them in no order, and some do not say when an upload began.
    [Theory, MemberData(nameof(Seeds))]
    public async Task The_latest_unfinished_upload_of_an_object_is_found_and_the_others_are_counted(int seed)
    {
        var random = new Random(seed);
        List<(string Key, string Id, int? Began)> uploads = [];
        foreach (string key in (string[])["k", "k/2", "other"])
        {
            int[] times = [.. Enumerable.Range(0, 60)];
            random.Shuffle(times);
            int count = random.Next(5);
            int untold = random.Next(-3, Math.Max(1, count));
            uploads.AddRange(Enumerable.Range(0, count).Select(
                i => (key, $"{key} {i}", i == untold ? (int?)null : times[i])));
        }

        (string Key, string Id, int? Began)[] listed = [.. uploads];
        random.Shuffle(listed);
        using S3Client client = new CannedServer(request => (HttpStatusCode.OK, Encoding.UTF8.GetBytes(
            request.Query.TryGetValue("uploadId", out string? id) ? Parts(id) : Uploads(listed)))).Client();
        var pending = new PendingUploads(client, "b", "");
        foreach (string key in (string[])["k", "k/2", "other", "none"])
        {
            (string Key, string Id, int? Began)[] own = [.. listed.Where(one => one.Key == key)];
            PendingUpload? expected = own.Length == 0
                ? null
                : own.OrderBy(static one => one.Began ?? -1).Select(
                    one => new PendingUpload(one.Id, BytesOf(one.Id), own.Length - 1)).Last();
            Assert.Equal(expected, await pending.FindAsync(key, TestContext.Current.CancellationToken));
        }
    }

    private static long BytesOf(string id) => 2 * id.Length;

    private static string Uploads(IEnumerable<(string Key, string Id, int? Began)> uploads) =>
        $"<ListMultipartUploadsResult>{string.Concat(uploads.Select(static one =>
            $"<Upload><Key>{one.Key}</Key><UploadId>{one.Id}</UploadId>{Initiated(one.Began)}</Upload>"))}"
        + "<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>";

    private static string Initiated(int? began) => began is { } minute
        ? string.Create(CultureInfo.InvariantCulture, $"<Initiated>2026-11-01T12:{minute:D2}:00.000Z</Initiated>")
        : "";

    // Two parts, so that their sizes are added.
    private static string Parts(string id) =>
        $"<ListPartsResult>{string.Concat(Enumerable.Range(1, 2).Select(number =>
            $"<Part><PartNumber>{number}</PartNumber><ETag>x</ETag><Size>{id.Length}</Size></Part>"))}"
        + "<IsTruncated>false</IsTruncated></ListPartsResult>";
}
