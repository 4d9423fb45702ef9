namespace Doppel.S3;

/// <summary>What calls are named in the Amazon S3 API Reference.</summary>
internal static class OperationName
{
    /// <summary>Returns the name of a call, such as <c>GetObject</c>.</summary>
    internal static string Of(S3Call call)
    {
        string verb = call.Method.Method;
        string sub = call.Query.IsEmpty ? "" : call.Query[0].Name;
        bool isCopy = false;
        foreach (ref readonly RequestHeader header in call.Headers)
        {
            isCopy |= header.Name == S3Call.CopySourceHeader;
        }

        if (call.Bucket is null)
        {
            return "ListBuckets";
        }

        return call.Key.Length == 0 ? OfBucket(verb, sub) : OfObject(verb, sub, isCopy);
    }

    private static string OfObject(string verb, string sub, bool isCopy) => (verb, sub) switch
    {
        ("POST", "uploads") => "CreateMultipartUpload",
        ("POST", _) => "CompleteMultipartUpload",
        ("PUT", "partNumber" or "uploadId") => isCopy ? "UploadPartCopy" : "UploadPart",
        ("PUT", "tagging") => "PutObjectTagging",
        ("PUT", _) => isCopy ? "CopyObject" : "PutObject",
        ("GET", "uploadId") => "ListParts",
        ("GET", "tagging") => "GetObjectTagging",
        ("HEAD", _) => "HeadObject",
        ("DELETE", "uploadId") => "AbortMultipartUpload",
        ("DELETE", "tagging") => "DeleteObjectTagging",
        ("DELETE", _) => "DeleteObject",
        _ => "GetObject",
    };

    private static string OfBucket(string verb, string sub) => (verb, sub) switch
    {
        ("POST", _) => "DeleteObjects",
        ("HEAD", _) => "HeadBucket",
        ("PUT", "") => "CreateBucket",
        ("DELETE", "") => "DeleteBucket",
        ("GET", "location") => "GetBucketLocation",
        ("GET", "uploads") => "ListMultipartUploads",
        ("GET", "versions") => "ListObjectVersions",
        (_, "versioning") => $"{Verb(verb)}BucketVersioning",
        (_, "policy") => $"{Verb(verb)}BucketPolicy",
        (_, "lifecycle") => verb == "DELETE" ? "DeleteBucketLifecycle" : $"{Verb(verb)}BucketLifecycleConfiguration",
        (_, "cors") => $"{Verb(verb)}BucketCors",
        (_, "list-type") => "ListObjectsV2",
        _ => "ListObjects",
    };

    private static string Verb(string verb) => verb switch
    {
        "PUT" => "Put",
        "DELETE" => "Delete",
        _ => "Get",
    };
}
