using Doppel.S3;

namespace Doppel.Documents;

/// <summary>Stores documents as objects in one bucket. Thread-safe, like the client.</summary>
internal sealed class DocumentStore(S3Client s3, DocumentSettings settings)
{
    private const int ListedMax = 1000;

    // Large enough for 80 GB in 10,000 parts. A power of two, like the buffer sizes.
    private const int PartBytes = 8 * 1024 * 1024;

    /// <summary>Gets the maximum length of a document in bytes.</summary>
    public long BytesMax => settings.BytesMax;

    /// <summary>Creates the bucket if it does not exist.</summary>
    public async Task MakeBucketAsync() => await s3.CreateBucketAsync(settings.Bucket);

    /// <summary>
    /// Stores a document while it arrives. A document of the same name is replaced once the upload is complete. If the
    /// upload fails because of a stream error or because the client disconnects, nothing is left behind.
    /// </summary>
    public async Task<IResult> SaveAsync(string name, DocumentType type, Stream content, CancellationToken left)
    {
        var options = new S3UploadOptions { ContentType = type.MediaType, PartBytes = PartBytes, Parallelism = 2 };
        S3PutResult stored = await s3.UploadAsync(settings.Bucket, name, content, options, left);
        return TypedResults.Created(
            $"/documents/{Uri.EscapeDataString(name)}", new StoredDocument(name, stored.ETag));
    }

    /// <summary>Requests a document, or part of it. The body has not been read when this method returns.</summary>
    public ValueTask<S3Object> GetAsync(string name, S3GetOptions options, CancellationToken left) =>
        s3.GetObjectAsync(settings.Bucket, name, options, left);

    /// <summary>Deletes a document.</summary>
    public async Task<IResult> DeleteAsync(string given, CancellationToken left)
    {
        if (DocumentName.Read(given, out string name) is { } refusal)
        {
            return refusal.ToResult();
        }

        // S3 itself reports success for deleting an object that does not exist.
        if (!await s3.ObjectExistsAsync(settings.Bucket, name, left))
        {
            return Refusal.NotThere.ToResult();
        }

        await s3.DeleteObjectAsync(settings.Bucket, name, cancellationToken: left);
        return TypedResults.NoContent();
    }

    /// <summary>Lists the next documents by name, at most a thousand, and streams them while they are listed.</summary>
    /// <param name="after">The last name that the caller has received, or null to start from the beginning.</param>
    /// <param name="left">Cancels the operation when the client disconnects.</param>
    public IAsyncEnumerable<DocumentEntry> List(string? after, CancellationToken left) =>
        s3.ListObjectsAsync(settings.Bucket, new S3ListOptions { StartAfter = after }, left)
            .Take(ListedMax)
            .Select(entry => new DocumentEntry(entry.Key, entry.Size, entry.LastModified));
}
