using Doppel.S3;

namespace Doppel.Documents;

/// <summary>Documents as objects of one bucket. Thread-safe, as the client is.</summary>
internal sealed class DocumentStore(S3Client s3, DocumentSettings settings)
{
    private const int ListedMax = 1000;

    // Large enough for 80 GB in 10,000 parts; a power of two, which is what buffers are.
    private const int PartBytes = 8 * 1024 * 1024;

    /// <summary>The largest document, in bytes.</summary>
    public long BytesMax => settings.BytesMax;

    /// <summary>Makes the bucket if it is not there.</summary>
    public async Task MakeBucketAsync() => await s3.CreateBucketAsync(settings.Bucket);

    /// <summary>
    /// Stores a document while it arrives; one of the same name is replaced when all has come. What ends before its
    /// end, by an error of the stream or because the client left, leaves nothing behind.
    /// </summary>
    public async Task<IResult> SaveAsync(string name, DocumentType type, Stream content, CancellationToken left)
    {
        var options = new S3UploadOptions { ContentType = type.MediaType, PartBytes = PartBytes, Parallelism = 2 };
        S3PutResult stored = await s3.UploadAsync(settings.Bucket, name, content, options, left);
        return TypedResults.Created(
            $"/documents/{Uri.EscapeDataString(name)}", new StoredDocument(name, stored.ETag));
    }

    /// <summary>Asks for a document, or a part of it. Its body has not been read yet.</summary>
    public ValueTask<S3Object> GetAsync(string name, S3GetOptions options, CancellationToken left) =>
        s3.GetObjectAsync(settings.Bucket, name, options, left);

    /// <summary>Deletes a document.</summary>
    public async Task<IResult> DeleteAsync(string given, CancellationToken left)
    {
        if (DocumentName.Read(given, out string name) is { } refusal)
        {
            return refusal.ToResult();
        }

        // S3 itself deletes what is not there and calls that done.
        if (!await s3.ObjectExistsAsync(settings.Bucket, name, left))
        {
            return Refusal.NotThere.ToResult();
        }

        await s3.DeleteObjectAsync(settings.Bucket, name, cancellationToken: left);
        return TypedResults.NoContent();
    }

    /// <summary>The next documents by name, at most a thousand, sent while they are listed.</summary>
    /// <param name="after">The last name that the caller knows; null from the beginning.</param>
    /// <param name="left">Cancelled when the client leaves.</param>
    public IAsyncEnumerable<DocumentEntry> List(string? after, CancellationToken left) =>
        s3.ListObjectsAsync(settings.Bucket, new S3ListOptions { StartAfter = after }, left)
            .Take(ListedMax)
            .Select(entry => new DocumentEntry(entry.Key, entry.Size, entry.LastModified));
}
