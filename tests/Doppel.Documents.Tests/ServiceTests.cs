using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

namespace Doppel.Documents.Tests;

/// <summary>The service before a real S3 server.</summary>
public sealed class ServiceTests(RealFixture real) : IClassFixture<RealFixture>, IAsyncLifetime
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private DocumentService Service => real.Service;

    public async ValueTask InitializeAsync() => await real.StartAsync();

    public async ValueTask DisposeAsync() => await real.ClearAsync();

    // Around a part, which is 8 MiB, and around what decides by the beginning, which is 512 bytes.
    [Theory]
    [CombinatorialWays("9", "511", "512", "513", "65537", "8388607", "8388608", "8388609", "20971520")]
    public async Task Documents_come_back_byte_for_byte(UploadWay way, string bytes)
    {
        byte[] content = Documents.Pdf(int.Parse(bytes, CultureInfo.InvariantCulture));
        using HttpResponseMessage stored = await Service.UploadAsync(way, "a b+ü%41.pdf", content);
        Assert.Equal(HttpStatusCode.Created, stored.StatusCode);
        Assert.Equal("/documents/a%20b%2B%C3%BC%2541.pdf", stored.Headers.Location?.OriginalString);
        using HttpResponseMessage found = await Service.Client.GetAsync(stored.Headers.Location, s_token);
        Assert.Equal(HttpStatusCode.OK, found.StatusCode);
        Assert.Equal("application/pdf", found.Content.Headers.ContentType?.MediaType);
        Assert.Equal("a b+ü%41.pdf", found.Content.Headers.ContentDisposition?.FileNameStar);
        Assert.Equal("nosniff", Assert.Single(found.Headers.GetValues("X-Content-Type-Options")));
        Assert.Equal(content.Length, found.Content.Headers.ContentLength);
        byte[] read = await found.Content.ReadAsByteArrayAsync(s_token);
        Assert.True(content.AsSpan().SequenceEqual(read));
        using JsonDocument told = (await stored.Content.ReadFromJsonAsync<JsonDocument>(s_token))!;
        Assert.Equal(found.Headers.ETag?.Tag, told.RootElement.GetProperty("eTag").GetString());
    }

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task A_name_in_two_forms_of_unicode_is_one_document(UploadWay way)
    {
        using HttpResponseMessage stored =
            await Service.UploadAsync(way, "e\u0301.txt", "text"u8.ToArray(), "text/plain");
        Assert.Equal(HttpStatusCode.Created, stored.StatusCode);
        Assert.Equal(["\u00E9.txt"], await real.KeysAsync());
        foreach (string name in (string[])["\u00E9.txt", "e\u0301.txt"])
        {
            using HttpResponseMessage found = await Service.GetAsync(name);
            Assert.Equal("text", await found.Content.ReadAsStringAsync(s_token));
        }
    }

    [Fact]
    public async Task Empty_text_is_a_document()
    {
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Streamed, "empty.txt", [], "text/plain");
        Assert.Equal(HttpStatusCode.Created, stored.StatusCode);
        using HttpResponseMessage found = await Service.GetAsync("empty.txt");
        Assert.Empty(await found.Content.ReadAsByteArrayAsync(s_token));
    }

    [Theory]
    [InlineData(0L, 0L), InlineData(1L, 5L), InlineData(999_999L, null), InlineData(null, 3L)]
    [InlineData(0L, long.MaxValue), InlineData(5L, long.MaxValue)]
    public async Task Ranges_are_served(long? first, long? last)
    {
        byte[] content = Documents.Pdf(1_000_000);
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Streamed, "r.pdf", content);
        using HttpResponseMessage part = await Service.GetAsync("r.pdf", new RangeHeaderValue(first, last));
        int from = (int)(first ?? content.Length - last!.Value);
        int to = (int)Math.Min(first is null ? long.MaxValue : last ?? long.MaxValue, content.Length - 1);
        Assert.Equal(HttpStatusCode.PartialContent, part.StatusCode);
        Assert.Equal($"bytes {from}-{to}/{content.Length}", part.Content.Headers.ContentRange?.ToString());
        Assert.Equal(content[from..(to + 1)], await part.Content.ReadAsByteArrayAsync(s_token));
    }

    [Fact]
    public async Task A_range_past_the_end_is_refused_and_multiple_ranges_return_everything()
    {
        byte[] content = Documents.Pdf(1000);
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Form, "r.pdf", content);
        using HttpResponseMessage behind = await Service.GetAsync("r.pdf", new RangeHeaderValue(1000, 1001));
        await DocumentService.IsProblemAsync(HttpStatusCode.RequestedRangeNotSatisfiable, behind);
        var several = new RangeHeaderValue { Ranges = { new(0, 1), new(5, 6) } };
        using HttpResponseMessage all = await Service.GetAsync("r.pdf", several);
        Assert.Equal(HttpStatusCode.OK, all.StatusCode);
        Assert.Equal(content, await all.Content.ReadAsByteArrayAsync(s_token));
    }

    // What a client has may be of another document: it gets all and begins anew.
    [Fact]
    public async Task A_range_of_a_document_that_may_have_changed_gives_all()
    {
        byte[] content = Documents.Pdf(1000);
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Streamed, "r.pdf", content);
        using var request = new HttpRequestMessage(HttpMethod.Get, "documents/r.pdf");
        request.Headers.Range = new RangeHeaderValue(500, 999);
        request.Headers.IfRange = new RangeConditionHeaderValue("\"of another document\"");
        using HttpResponseMessage all = await Service.Client.SendAsync(request, s_token);
        Assert.Equal(HttpStatusCode.OK, all.StatusCode);
        Assert.Equal(content, await all.Content.ReadAsByteArrayAsync(s_token));
    }

    [Fact]
    public async Task A_document_that_the_client_knows_is_not_sent_again()
    {
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Form, "k.pdf", Documents.Pdf(1000));
        using HttpResponseMessage found = await Service.GetAsync("k.pdf");
        using var request = new HttpRequestMessage(HttpMethod.Get, "documents/k.pdf");
        request.Headers.IfNoneMatch.Add(found.Headers.ETag!);
        using HttpResponseMessage again = await Service.Client.SendAsync(request, s_token);
        Assert.Equal(HttpStatusCode.NotModified, again.StatusCode);
    }

    [Fact]
    public async Task A_deleted_document_is_gone_and_missing_resources_are_not_found()
    {
        using HttpResponseMessage stored = await Service.UploadAsync(UploadWay.Streamed, "d.pdf", Documents.Pdf(1000));
        using HttpResponseMessage deleted = await Service.Client.DeleteAsync("documents/d.pdf", s_token);
        Assert.Equal(HttpStatusCode.NoContent, deleted.StatusCode);
        Assert.Empty(await real.KeysAsync());
        using HttpResponseMessage missing = await Service.GetAsync("d.pdf");
        await DocumentService.IsProblemAsync(HttpStatusCode.NotFound, missing);
        using HttpResponseMessage again = await Service.Client.DeleteAsync("documents/d.pdf", s_token);
        await DocumentService.IsProblemAsync(HttpStatusCode.NotFound, again);
        using HttpResponseMessage elsewhere = await Service.Client.GetAsync("elsewhere", s_token);
        await DocumentService.IsProblemAsync(HttpStatusCode.NotFound, elsewhere);
    }

    [Fact]
    public async Task Documents_are_listed_by_name_and_from_a_name_on()
    {
        foreach (string name in (string[])["b.txt", "a.txt", "c.txt"])
        {
            using HttpResponseMessage stored =
                await Service.UploadAsync(UploadWay.Streamed, name, Encoding.ASCII.GetBytes(name), "text/plain");
        }

        Assert.Equal(["a.txt 5", "b.txt 5", "c.txt 5"], await ListAsync("documents"));
        Assert.Equal(["c.txt 5"], await ListAsync("documents?after=b.txt"));
    }

    private async Task<string[]> ListAsync(string path)
    {
        using JsonDocument list = (await Service.Client.GetFromJsonAsync<JsonDocument>(path, s_token))!;
        return [.. list.RootElement.EnumerateArray().Select(
            one => $"{one.GetProperty("name").GetString()} {one.GetProperty("bytes").GetInt64()}")];
    }
}
