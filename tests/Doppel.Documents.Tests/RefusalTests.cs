using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Doppel.S3.Server;

namespace Doppel.Documents.Tests;

/// <summary>What the service does not take: told clearly, and before S3 hears of it.</summary>
public sealed class RefusalTests(MemoryFixture memory) : IClassFixture<MemoryFixture>
{
    private static readonly byte[] s_pdf = Documents.Pdf(1000);

    private DocumentService Service => memory.Service;

    [Theory, CombinatorialWays("../a.pdf", "..", ".", "a/b.pdf", "/etc/a.pdf", "a\\b.pdf", "C:a.pdf", ".a.pdf",
        " a.pdf", "a.pdf ", "a.pdf.", "a\u0001.pdf", "a\u202Efdp.pdf", "a\uE000.pdf", "..\u200B.pdf")]
    public async Task Names_that_lead_elsewhere_or_hide_something_never_reach_s3(UploadWay way, string name) =>
        await IsRefusedAsync(HttpStatusCode.BadRequest, () => Service.UploadAsync(way, name, s_pdf));

    [Theory, CombinatorialWays("a", "é", "😀")]
    public async Task Names_have_at_most_255_bytes(UploadWay way, string letter)
    {
        int count = 251 / Encoding.UTF8.GetByteCount(letter);
        string longest = string.Concat(Enumerable.Repeat(letter, count)) + ".pdf";
        string pad = new('x', 255 - Encoding.UTF8.GetByteCount(longest));
        using HttpResponseMessage stored = await Service.UploadAsync(way, pad + longest, s_pdf);
        Assert.Equal(HttpStatusCode.Created, stored.StatusCode);
        await IsRefusedAsync(HttpStatusCode.BadRequest, () => Service.UploadAsync(way, pad + "x" + longest, s_pdf));
    }

    [Theory]
    [CombinatorialWays("application/zip", "text/html", "application/octet-stream", "image/png", "nonsense",
        "text/plain")]
    public async Task Types_that_are_not_taken_or_do_not_fit_the_name_never_reach_s3(UploadWay way, string type) =>
        await IsRefusedAsync(HttpStatusCode.UnsupportedMediaType, () => Upload(way, type));

    [Theory, CombinatorialWays("a.pdf application/pdf", "a.png image/png", "a.jpg image/jpeg", "a.txt text/plain")]
    public async Task Content_of_another_type_never_reaches_s3(UploadWay way, string nameAndType)
    {
        string[] words = nameAndType.Split(' ');
        await IsRefusedAsync(HttpStatusCode.UnsupportedMediaType,
            () => Service.UploadAsync(way, words[0], Encoding.Latin1.GetBytes("MZ\u0090\0 program"), words[1]));
    }

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task Documents_that_are_too_large_never_reach_s3(UploadWay way)
    {
        byte[] large = Documents.Pdf(MemoryFixture.BytesMax + (64 * 1024) + 1);
        await IsRefusedAsync(HttpStatusCode.RequestEntityTooLarge, () => Service.UploadAsync(way, "large.pdf", large));
    }

    [Fact]
    public async Task A_form_file_that_is_too_large_by_a_byte_never_reaches_s3() => await IsRefusedAsync(
        HttpStatusCode.RequestEntityTooLarge,
        () => Service.UploadAsync(UploadWay.Form, "large.pdf", Documents.Pdf(MemoryFixture.BytesMax + 1)));

    // Its form hides how long it is; so this shows at the last byte.
    [Fact]
    public async Task A_streamed_document_that_is_too_large_by_a_byte_leaves_nothing_behind()
    {
        using HttpResponseMessage largest =
            await Service.UploadAsync(UploadWay.Streamed, "largest.pdf", Documents.Pdf(MemoryFixture.BytesMax));
        Assert.Equal(HttpStatusCode.Created, largest.StatusCode);
        using HttpResponseMessage answer =
            await Service.UploadAsync(UploadWay.Streamed, "too.pdf", Documents.Pdf(MemoryFixture.BytesMax + 1));
        await DocumentService.IsProblemAsync(HttpStatusCode.RequestEntityTooLarge, answer);
        await IsNothingAsync("too.pdf");
    }

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task An_upload_that_does_not_say_how_long_it_is_never_reaches_s3(UploadWay way)
    {
        using var endless = new StreamContent(new EndlessStream());
        await IsRefusedAsync(HttpStatusCode.LengthRequired, async () =>
        {
            using var form = new MultipartFormDataContent { { endless, "file", "a.pdf" } };
            return await Service.SendAsync(way, form);
        });
    }

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task A_form_without_a_file_is_refused(UploadWay way) => await IsRefusedAsync(
        HttpStatusCode.BadRequest,
        async () =>
        {
            using var form = new MultipartFormDataContent { { new StringContent("a"), "file" } };
            return await Service.SendAsync(way, form);
        });

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task Uploads_that_are_not_forms_are_refused(UploadWay way) => await IsRefusedAsync(
        HttpStatusCode.UnsupportedMediaType,
        async () =>
        {
            using var body = new ByteArrayContent(s_pdf);
            body.Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
            return await Service.SendAsync(way, body);
        });

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task A_form_that_breaks_off_leaves_nothing_behind(UploadWay way)
    {
        Documents.Head("cut.pdf", 0, "", out byte[] part);
        using var body = new ByteArrayContent([.. part, .. Documents.Pdf(10 << 20)]);
        body.Headers.ContentType = MediaTypeHeaderValue.Parse("multipart/form-data; boundary=b");
        using HttpResponseMessage answer = await Service.SendAsync(way, body);
        await DocumentService.IsProblemAsync(HttpStatusCode.BadRequest, answer);
        await IsNothingAsync("cut.pdf");
    }

    [Theory, InlineData("..%2Fa.pdf"), InlineData("%5C..%5Ca.pdf"), InlineData("a%0A.pdf")]
    public async Task Downloads_and_deletes_of_such_names_never_reach_s3(string path)
    {
        await IsRefusedAsync(HttpStatusCode.BadRequest, () => Service.Client.GetAsync("documents/" + path));
        await IsRefusedAsync(HttpStatusCode.BadRequest, () => Service.Client.DeleteAsync("documents/" + path));
    }

    [Theory, InlineData(UploadWay.Form), InlineData(UploadWay.Streamed)]
    public async Task An_upload_refused_by_storage_is_reported_without_its_message_and_leaves_nothing(UploadWay way)
    {
        memory.Server.On(
            request => request.Method == "PUT" && request.Path.EndsWith($"/denied-{way}.pdf", StringComparison.Ordinal),
            Fault.Status(403, "AccessDenied"));
        using HttpResponseMessage answer =
            await Service.UploadAsync(way, $"denied-{way}.pdf", Documents.Pdf(MemoryFixture.BytesMax));
        await DocumentService.IsProblemAsync(HttpStatusCode.BadGateway, answer);
        Assert.DoesNotContain("AccessDenied", await answer.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
        await IsNothingAsync($"denied-{way}.pdf");
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private Task<HttpResponseMessage> Upload(UploadWay way, string type) => type == "nonsense"
        ? SendWithoutTypeAsync(way)
        : Service.UploadAsync(way, "a.pdf", s_pdf, type);

    private async Task<HttpResponseMessage> SendWithoutTypeAsync(UploadWay way)
    {
        using var file = new ByteArrayContent(s_pdf);
        file.Headers.TryAddWithoutValidation("Content-Type", "a;;b");
        using var form = new MultipartFormDataContent { { file, "file", "a.pdf" } };
        return await Service.SendAsync(way, form);
    }

    private async Task IsRefusedAsync(HttpStatusCode status, Func<Task<HttpResponseMessage>> send)
    {
        int before = memory.Server.Requests.Count;
        using HttpResponseMessage answer = await send();
        await DocumentService.IsProblemAsync(status, answer);
        Assert.Equal(before.ToString(CultureInfo.InvariantCulture),
            memory.Server.Requests.Count.ToString(CultureInfo.InvariantCulture));
    }

    private async Task IsNothingAsync(string name)
    {
        Assert.Empty(memory.Memory.OpenUploads);
        using HttpResponseMessage answer = await Service.GetAsync(name);
        await DocumentService.IsProblemAsync(HttpStatusCode.NotFound, answer);
    }
}
