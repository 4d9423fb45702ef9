using System.Text.Json;
using Doppel.S3;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>Renders the results of <c>doppel s3</c> as JSON, one line each.</summary>
internal static class S3Json
{
    /// <summary>Returns the line for a bucket in a list.</summary>
    internal static string Render(S3Bucket bucket) => JsonLine.Of(json =>
    {
        json.WriteString("type", "bucket");
        json.WriteString("bucket", bucket.Name);
        WriteTime(json, "created", bucket.Created);
        WriteText(json, "region", bucket.Region);
    });

    /// <summary>Returns the line for an object in a list, or for a common prefix.</summary>
    internal static string Render(string bucket, S3ListEntry entry) => JsonLine.Of(json =>
    {
        json.WriteString("type", entry.IsPrefix ? "prefix" : "object");
        json.WriteString("bucket", bucket);
        json.WriteString("key", entry.Key);
        if (!entry.IsPrefix)
        {
            json.WriteNumber("size", entry.Size);
            WriteTime(json, "modified", entry.LastModified);
            WriteText(json, "etag", entry.ETag.IsNone ? null : entry.ETag.ToString());
            WriteText(json, "storage_class", entry.StorageClass);
        }
    });

    /// <summary>Returns the line with all properties of an object.</summary>
    internal static string Render(S3Location place, S3ObjectInfo info) => JsonLine.Of(json =>
    {
        json.WriteString("type", "object");
        json.WriteString("bucket", place.Bucket);
        json.WriteString("key", place.Key);
        json.WriteNumber("size", info.ObjectLength);
        WriteTime(json, "modified", info.LastModified);
        foreach ((string name, string value) in S3HeadFields.Of(info))
        {
            json.WriteString(name, value);
        }

        json.WriteStartObject("metadata");
        foreach ((string name, string value) in info.AllMetadata())
        {
            json.WriteString(name, value);
        }

        json.WriteEndObject();
    });

    /// <summary>Returns the line for an unfinished upload.</summary>
    internal static string Render(string bucket, S3PendingUpload upload, long bytes) => JsonLine.Of(json =>
    {
        json.WriteString("type", "upload");
        json.WriteString("bucket", bucket);
        json.WriteString("key", upload.Key);
        json.WriteString("upload", upload.UploadId);
        json.WriteNumber("bytes", bytes);
        WriteTime(json, "began", upload.Initiated);
    });

    /// <summary>Returns the line for an existing bucket.</summary>
    internal static string RenderBucket(string bucket) => JsonLine.Of(json =>
    {
        json.WriteString("type", "bucket");
        json.WriteString("bucket", bucket);
    });

    /// <summary>Returns the line for an object that would be deleted.</summary>
    internal static string RenderObject(S3Location place) => JsonLine.Of(json =>
    {
        json.WriteString("type", "object");
        json.WriteString("bucket", place.Bucket);
        json.WriteString("key", place.Key);
    });

    /// <summary>Returns the line with the totals of a run.</summary>
    /// <param name="type">What was done, such as copied.</param>
    /// <param name="objects">The number of objects.</param>
    /// <param name="bytes">The number of bytes in them; null if it is unknown.</param>
    /// <param name="problems">The number of objects that could not be handled.</param>
    internal static string RenderTotals(string type, long objects, long? bytes, long problems) => JsonLine.Of(json =>
    {
        json.WriteString("type", type);
        json.WriteNumber("objects", objects);
        if (bytes is { } known)
        {
            json.WriteNumber("bytes", known);
        }

        json.WriteNumber("problems", problems);
    });

    /// <summary>Returns the line for a step that would be done.</summary>
    internal static string RenderStep(string verb, string name) => JsonLine.Of(json =>
    {
        json.WriteString("type", verb);
        json.WriteString("name", name);
    });

    /// <summary>Returns the line with the totals of a synchronization.</summary>
    internal static string RenderSync(S3TransferTotals totals) => JsonLine.Of(json =>
    {
        json.WriteString("type", "synced");
        json.WriteNumber("objects", totals.Files);
        json.WriteNumber("bytes", totals.Bytes);
        json.WriteNumber("unchanged", totals.Unchanged);
        json.WriteNumber("deleted", totals.Deleted);
        json.WriteNumber("problems", totals.Problems);
    });

    /// <summary>Returns the line for a presigned URL.</summary>
    internal static string RenderAddress(S3Location place, string method, DateTimeOffset expires, string url) =>
        JsonLine.Of(json =>
        {
            json.WriteString("type", "address");
            json.WriteString("bucket", place.Bucket);
            json.WriteString("key", place.Key);
            json.WriteString("method", method);
            WriteTime(json, "expires", expires);
            json.WriteString("url", url);
        });

    private static void WriteTime(Utf8JsonWriter json, string name, DateTimeOffset? time) =>
        WriteText(json, name, time is null ? null : S3Rows.TimeOf(time));

    private static void WriteText(Utf8JsonWriter json, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            json.WriteString(name, value);
        }
    }
}
