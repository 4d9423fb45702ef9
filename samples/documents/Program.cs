using Doppel.Documents;
using Doppel.S3;
using Microsoft.AspNetCore.Http.Features;

DocumentSettings settings = DocumentSettings.Read(Environment.GetEnvironmentVariable);
WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.AddServerHeader = false;
    kestrel.Limits.MaxRequestBodySize = settings.RequestBytesMax;

    // How much a client may send ahead while its upload waits for memory. With many clients, the 1 MiB default is too
    // much.
    kestrel.Limits.MaxRequestBufferSize = 128 * 1024;
});
builder.Logging.AddFilter("Microsoft.AspNetCore", LogLevel.Warning);
builder.Services.Configure<FormOptions>(form => form.MultipartBodyLengthLimit = settings.RequestBytesMax);
builder.Services.AddProblemDetails();

using S3Client s3 = settings.Connect();
var documents = new DocumentStore(s3, settings);
await using WebApplication app = builder.Build();
var failures = new Failures(app.Logger);
app.UseStatusCodePages();
app.Use(failures.AnswerAsync);
app.UseRouting();
app.Use((context, next) => UploadRequest.CheckLengthAsync(context, next, settings.RequestBytesMax));

app.MapPost("/documents", (HttpRequest request, CancellationToken left) =>
    StreamedUpload.SaveAsync(request, documents, left));
app.MapPost("/documents/form", (HttpRequest request, CancellationToken left) =>
    FormUpload.SaveAsync(request, documents, left));
app.MapGet("/documents", (string? after, CancellationToken left) => documents.List(after, left));
app.MapGet("/documents/{name}", (HttpContext context, string name) => Download.SendAsync(context, name, documents));
app.MapDelete("/documents/{name}", (string name, CancellationToken left) => documents.DeleteAsync(name, left));

await documents.MakeBucketAsync();
await app.RunAsync();
