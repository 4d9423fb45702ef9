using System.Globalization;
using System.Text;
using Doppel.Pooling;
using Doppel.S3.Http;
using Doppel.S3.Signing;

namespace Doppel.S3;

/// <summary>What is copied.</summary>
/// <param name="Bucket">Where it is.</param>
/// <param name="Key">What it is called there.</param>
/// <param name="VersionId">Which version; null: the current one.</param>
internal readonly record struct CopySource(string Bucket, string Key, string? VersionId)
{
    /// <summary>Adds which object it is, and on which conditions.</summary>
    internal void Describe(S3Call call, in S3Conditions conditions)
    {
        call.AddHeader("x-amz-copy-source", Address());
        call.AddHeader("x-amz-copy-source-if-match", conditions.IfMatch);
        call.AddHeader("x-amz-copy-source-if-none-match", conditions.IfNoneMatch);
        call.AddHeader("x-amz-copy-source-if-modified-since", Text(conditions.IfModifiedSince));
        call.AddHeader("x-amz-copy-source-if-unmodified-since", Text(conditions.IfUnmodifiedSince));
    }

    private static string? Text(DateTimeOffset? time) => time?.ToString("r", CultureInfo.InvariantCulture);

    // The header is decoded once more than others, so a plus and a question mark of the key have to be encoded.
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
