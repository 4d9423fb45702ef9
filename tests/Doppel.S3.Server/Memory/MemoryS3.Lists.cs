using System.Text;
using System.Xml.Linq;
using static Doppel.S3.Server.S3Xml;

namespace Doppel.S3.Server;

/// <content>Lists of objects.</content>
public sealed partial class MemoryS3
{
    // Tokens are opaque, so they may as well hold whatever an address and XML do not.
    private const string TokenStart = "+/=&<'é %2F~";

    private Answer ListObjects(S3Request request)
    {
        if (_generated.TryGetValue(request.Bucket, out GeneratedListing? generated))
        {
            return generated.Page(request.Query.GetValueOrDefault("continuation-token"), MaxKeys(request));
        }

        Bucket bucket = Find(request);
        string prefix = request.Query.GetValueOrDefault("prefix") ?? "";
        string delimiter = request.Query.GetValueOrDefault("delimiter") ?? "";
        string? token = request.Query.GetValueOrDefault("continuation-token");
        string? startAfter = request.Query.GetValueOrDefault("start-after");
        int max = MaxKeys(request);
        var page = new ListPage(prefix, delimiter, token is null ? startAfter ?? "" : AfterOf(token), max);
        page.Fill(bucket.Objects.Values);

        bool encodes = request.Query.GetValueOrDefault("encoding-type") == "url" && !Quirks.IgnoresEncodingType;
        string alsoPlain = Quirks.HalfEncodesLists ? "'()!" : "";
        string Text(string text) => encodes ? Percent.EncodeForList(text, alsoPlain) : text;
        bool hasOwner = request.Query.GetValueOrDefault("fetch-owner") == "true";
        string? repeated = Quirks.RepeatsTokens ? token : null;
        string? next = page.IsTruncated && !Quirks.OmitsTokens ? repeated ?? TokenOf(page.Last) : null;
        return S3Xml.Answer(Element("ListBucketResult",
            Element("Name", bucket.Name),
            Element("Prefix", Text(prefix)),
            delimiter.Length > 0 ? Element("Delimiter", Text(delimiter)) : null,
            startAfter is null ? null : Element("StartAfter", Text(startAfter)),
            token is null ? null : Element("ContinuationToken", token),
            next is null ? null : Element("NextContinuationToken", next),
            Element("MaxKeys", max),
            Element("KeyCount", page.Objects.Count + page.Prefixes.Count),
            Element("IsTruncated", page.IsTruncated ? "true" : "false"),
            encodes ? Element("EncodingType", "url") : null,
            page.Objects.Select(stored => Contents(stored, Text(stored.Key), hasOwner)).ToArray(),
            page.Prefixes.Select(one => Element("CommonPrefixes", Element("Prefix", Text(one)))).ToArray()));
    }

    // All on one page, by key, the newest first.
    private Answer ListVersions(S3Request request)
    {
        Bucket bucket = Find(request);
        string prefix = request.Query.GetValueOrDefault("prefix") ?? "";
        bool encodes = request.Query.GetValueOrDefault("encoding-type") == "url";
        return S3Xml.Answer(Element("ListVersionsResult",
            Element("Name", bucket.Name),
            Element("Prefix", prefix),
            Element("IsTruncated", "false"),
            encodes ? Element("EncodingType", "url") : null,
            bucket.Versions.Where(one => one.Key.StartsWith(prefix, StringComparison.Ordinal)).Select(one => Element(
                one.Version.Object is null ? "DeleteMarker" : "Version",
                Element("Key", encodes ? Percent.EncodeForList(one.Key, "") : one.Key),
                Element("VersionId", one.Version.Id),
                Element("IsLatest", one.IsLatest ? "true" : "false"),
                Element("LastModified", one.Version.LastModified.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'")),
                one.Version.Object is { } stored
                    ? (XElement[])[
                        Element("ETag", stored.QuotedETag), Element("Size", stored.Body.Length),
                        Element("StorageClass", "STANDARD")]
                    : null)).ToArray()));
    }

    private XElement Contents(StoredObject stored, string key, bool hasOwner) => Element("Contents",
        Element("Key", key),
        Element("LastModified", stored.XmlTime),
        Element("ETag", stored.QuotedETag),
        stored.Checksum is { } checksum && !Quirks.IgnoresChecksums
            ? (XElement[])[Element("ChecksumAlgorithm", checksum.Algorithm), Element("ChecksumType", checksum.Type)]
            : null,
        Element("Size", stored.Body.Length),
        hasOwner ? Owner : null,
        Element("StorageClass", "STANDARD"));

    private static int MaxKeys(S3Request request) => request.Number("max-keys", 1000, 1000);

    private static string TokenOf(string last) => TokenStart + Convert.ToBase64String(Encoding.UTF8.GetBytes(last));

    private static string AfterOf(string token)
    {
        try
        {
            return token.StartsWith(TokenStart, StringComparison.Ordinal)
                ? Encoding.UTF8.GetString(Convert.FromBase64String(token[TokenStart.Length..]))
                : throw S3Error.InvalidArgument("continuation-token");
        }
        catch (FormatException)
        {
            throw S3Error.InvalidArgument("continuation-token");
        }
    }
}
