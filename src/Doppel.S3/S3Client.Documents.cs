using System.Net;
using System.Text;

namespace Doppel.S3;

/// <content>The documents that configure a bucket.</content>
public sealed partial class S3Client
{
    /// <summary>Returns a document that configures a bucket.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="document">Which document.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The document exactly as the server sent it, or null if the bucket has none.</returns>
    /// <exception cref="S3Exception">The server rejected the request, or the bucket does not exist.</exception>
    public async ValueTask<string?> GetBucketDocumentAsync(
        string bucket, S3BucketDocument document, CancellationToken cancellationToken = default)
    {
        S3Call call = BeginDocument(HttpMethod.Get, bucket, QueryOf(document));
        call.Answer = AnswerKind.Text;
        call.Expected = Expected.NotFound;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        bool isFound = answer.IsSuccessStatusCode;
        string? text = isFound ? Encoding.UTF8.GetString(call.Document.Written) : null;
        string? code = isFound ? null : ServerError.Read(call.Document.Written).Code;
        _transport.End(call);
        return code != "NoSuchBucket"
            ? text
            : throw new S3Exception($"{bucket}: the bucket does not exist.")
            {
                Code = code,
                StatusCode = HttpStatusCode.NotFound,
            };
    }

    /// <summary>Replaces a document that configures a bucket.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="document">Which document.</param>
    /// <param name="text">The new document: JSON for the policy, otherwise XML. It is sent unchanged.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">
    /// The server rejected the request. If it does not accept the document, Amazon S3 says <c>MalformedPolicy</c> or
    /// <c>MalformedXML</c>.
    /// </exception>
    public async ValueTask SetBucketDocumentAsync(
        string bucket, S3BucketDocument document, string text, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(text);
        S3Call call = BeginDocument(HttpMethod.Put, bucket, QueryOf(document));
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        call.AddHeader("content-type", document == S3BucketDocument.Policy ? "application/json" : "application/xml");
        call.AddHeader("content-md5", ContentMd5.Of(bytes));
        call.SetBody(bytes);
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Removes a document that configures a bucket. Does nothing if there is none.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="document">Which document.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public async ValueTask DeleteBucketDocumentAsync(
        string bucket, S3BucketDocument document, CancellationToken cancellationToken = default)
    {
        S3Call call = BeginDocument(HttpMethod.Delete, bucket, QueryOf(document));
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
    }

    private S3Call BeginDocument(HttpMethod method, string bucket, string query)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(method, bucket);
        call.AddQuery(query);
        return call;
    }

    private static string QueryOf(S3BucketDocument document) => document switch
    {
        S3BucketDocument.Policy => "policy",
        S3BucketDocument.Lifecycle => "lifecycle",
        S3BucketDocument.Cors => "cors",
        _ => throw new ArgumentOutOfRangeException(nameof(document), document, "There is no such document."),
    };
}

/// <summary>A document that configures a bucket.</summary>
public enum S3BucketDocument
{
    /// <summary>Who may do what, as JSON (Amazon S3 User Guide, "Bucket policies").</summary>
    Policy,

    /// <summary>
    /// When objects, old versions and unfinished uploads are deleted or moved to another storage class, as XML (Amazon
    /// S3 API Reference, PutBucketLifecycleConfiguration).
    /// </summary>
    Lifecycle,

    /// <summary>From which web sites browsers may access the bucket, as XML (PutBucketCors).</summary>
    Cors,
}
