using Doppel.S3;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.S3Memory.Services;

/// <summary>
/// The whole document in an array, at its kindest: one of the right length from the start, nothing copied. The client
/// is ours, so that the array is all that differs.
/// </summary>
internal sealed class ArrayWay : IDocumentWay
{
    /// <summary>Its name in arguments.</summary>
    public const string Id = "array";

    private readonly string _bucket;
    private readonly S3Client _client;

    public ArrayWay(Func<string, string> setting)
    {
        _bucket = setting("DOPPEL_DOCUMENTS_BUCKET");
        _client = new S3Client(
            new S3ClientOptions { Endpoint = setting("DOPPEL_S3_ENDPOINT"), Region = setting("DOPPEL_S3_REGION") },
            S3CredentialsProvider.Fixed(new S3Credentials
            {
                AccessKeyId = setting("DOPPEL_S3_ACCESS_KEY"),
                SecretAccessKey = setting("DOPPEL_S3_SECRET_KEY"),
            }));
    }

    /// <inheritdoc/>
    public async Task UploadAsync(string name, Stream content, long bytesMax, CancellationToken left)
    {
        var file = new byte[bytesMax];
        int count = await content.ReadAtLeastAsync(file, file.Length, throwOnEndOfStream: false, left)
            .ConfigureAwait(false);
        var options = new S3PutOptions { ContentType = "application/pdf" };
        await _client.PutObjectAsync(_bucket, name, file.AsMemory(0, count), options, left).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async Task DownloadAsync(string name, HttpResponse response, CancellationToken left)
    {
        using S3Object found =
            await _client.GetObjectAsync(_bucket, name, cancellationToken: left).ConfigureAwait(false);
        var file = new byte[found.Length];
        await found.ReadAsync(file, left).ConfigureAwait(false);
        response.ContentLength = file.Length;
        await response.Body.WriteAsync(file, left).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}
