using System.Globalization;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>The source of a copy.</summary>
/// <param name="Bucket">The bucket of the source object.</param>
/// <param name="Key">The key of the source object.</param>
/// <param name="VersionId">The version of the source object, or null for the current version.</param>
internal readonly record struct CopySource(string Bucket, string Key, string? VersionId)
{
    /// <summary>Adds the headers that identify the source and its conditions.</summary>
    internal void Describe(S3Call call, in S3Conditions conditions)
    {
        call.AddHeader(S3Call.CopySourceHeader, Address());
        call.AddHeader("x-amz-copy-source-if-match", conditions.IfMatch);
        call.AddHeader("x-amz-copy-source-if-none-match", conditions.IfNoneMatch);
        call.AddHeader("x-amz-copy-source-if-modified-since", Text(conditions.IfModifiedSince));
        call.AddHeader("x-amz-copy-source-if-unmodified-since", Text(conditions.IfUnmodifiedSince));
    }

    private static string? Text(DateTimeOffset? time) => time?.ToString("r", CultureInfo.InvariantCulture);

    // This header is decoded once more than others, so plus signs and question marks in the key must be encoded.
    private string Address()
    {
        var text = new Utf8Builder(stackalloc byte[512]);
        PercentEncoding.AppendPath(Bucket, ref text);
        text.AppendByte((byte)'/');
        PercentEncoding.AppendPath(Key, ref text);
        if (VersionId is not null)
        {
            text.Append("?versionId="u8);
            PercentEncoding.AppendValue(VersionId, ref text);
        }

        string address = Encoding.ASCII.GetString(text.AsSpan());
        text.Dispose();
        return address;
    }
}
