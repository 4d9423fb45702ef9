using System.Globalization;
using System.Xml.Linq;
using static Doppel.S3.Server.S3Xml;

namespace Doppel.S3.Server;

/// <content>Copies, and what is told of an object without its bytes.</content>
public sealed partial class MemoryS3
{
    private Answer CopyObject(S3Request request)
    {
        Bucket bucket = Find(request);
        StoredObject source = Source(request);
        Conditions.CheckWrite(request, bucket.Find(request.Key), Quirks);
        bool replaces = request.Header("x-amz-metadata-directive") == "REPLACE";
        if (!replaces && ReferenceEquals(source, bucket.Find(request.Key)))
        {
            throw new S3Error(400, "InvalidRequest");
        }

        string? algorithm = request.Header("x-amz-checksum-algorithm") ?? source.Checksum?.Algorithm;
        var copy = new StoredObject
        {
            Key = request.Key,
            Body = source.Body,
            ETag = S3Request.Md5Of(source.Body),
            LastModified = Now(),
            Headers = replaces ? request.KeptHeaders(Quirks) : source.Headers,
            Tags = request.Header("x-amz-tagging-directive") == "REPLACE" ? request.HeaderTags() : source.Tags,
            Checksum = algorithm is null
                ? null : new StoredChecksum(algorithm, ServerChecksum.Of(algorithm, source.Body)),
        };
        copy = bucket.Store(Shown(copy));
        return S3Xml.Answer(Element("CopyObjectResult",
            Element("LastModified", copy.XmlTime), Element("ETag", copy.QuotedETag), ChecksumElement(copy.Checksum)));
    }

    private Answer UploadPartCopy(S3Request request)
    {
        Upload upload = FindUpload(request);
        StoredObject source = Source(request);
        byte[] body = source.Body;
        if (request.Header("x-amz-copy-source-range") is { } header)
        {
            ByteRange range = ByteRange.Parse(header, body.Length) ?? throw S3Error.InvalidArgument("range");
            body = body[range.Start..(range.Start + range.Length)];
        }

        StoredChecksum? checksum = upload.ChecksumAlgorithm is { } known
            ? new StoredChecksum(known, ServerChecksum.Of(known, body))
            : null;
        StoredPart part = AddPart(upload, PartNumber(request), body, S3Request.Md5Of(body), checksum);
        return S3Xml.Answer(Element("CopyPartResult",
            Element("LastModified", source.XmlTime), Element("ETag", $"\"{part.ETag}\"")));
    }

    private Answer GetAttributes(S3Request request)
    {
        StoredObject stored = FindObject(request);
        Conditions.CheckRead(request, stored);
        const string Asked = "x-amz-object-attributes";
        string[] asked = (request.Header(Asked) ?? throw S3Error.InvalidArgument(Asked))
            .Split(',', StringSplitOptions.TrimEntries);
        XElement? If(string name, Func<XElement?> make) => asked.Contains(name) ? make() : null;
        Answer answer = S3Xml.Answer(Element("GetObjectAttributesResponse",
            If("ETag", () => Element("ETag", stored.ETag)),
            If("Checksum", () => stored.Checksum is { } checksum && !Quirks.IgnoresChecksums
                ? Element("Checksum",
                    // Amazon leaves the count of parts away here.
                    Element(checksum.ElementName, checksum.Value.Split('-')[0]),
                    Element("ChecksumType", checksum.Type))
                : null),
            If("ObjectParts", () => stored.Parts.Count > 0 ? PartsElement(request, stored) : null),
            If("StorageClass", () => Element("StorageClass", "STANDARD")),
            If("ObjectSize", () => Element("ObjectSize", stored.Body.Length))));
        return answer.With("Last-Modified", stored.LastModified.ToString("R", CultureInfo.InvariantCulture));
    }

    private static XElement PartsElement(S3Request request, StoredObject stored)
    {
        int max = int.Parse(request.Header("x-amz-max-parts") ?? "1000", CultureInfo.InvariantCulture);
        int after = int.Parse(request.Header("x-amz-part-number-marker") ?? "0", CultureInfo.InvariantCulture);
        StoredPart[] page = [.. stored.Parts.Where(part => part.Number > after).Take(max)];
        int last = page.Length > 0 ? page[^1].Number : after;
        // Amazon lists the parts only of what was uploaded with checksums.
        bool listed = stored.Parts.All(part => part.Checksum is not null);
        return Element("ObjectParts",
            Element("TotalPartsCount", stored.Parts.Count),
            Element("PartNumberMarker", after),
            Element("NextPartNumberMarker", last),
            Element("MaxParts", max),
            Element("IsTruncated", stored.Parts.Any(part => part.Number > last) ? "true" : "false"),
            listed
                ? page.Select(part => Element("Part",
                    Element("PartNumber", part.Number),
                    Element("Size", part.Body.Length),
                    ChecksumElement(part.Checksum)))
                    .ToArray()
                : null);
    }

    private StoredObject Source(S3Request request)
    {
        string[] asked = request.Header("x-amz-copy-source")!.Split("?versionId=");
        string source = Percent.Decode(asked[0]);
        string[] parts = source.TrimStart('/').Split('/', 2);
        Bucket bucket = _buckets.GetValueOrDefault(parts[0]) ?? throw S3Error.NoSuchBucket;
        string key = parts.Length > 1 ? parts[1] : "";
        StoredObject found = (asked.Length > 1 && bucket.Versioning is not null
            ? bucket.Find(key, Percent.Decode(asked[1]))
            : bucket.Find(key)) ?? throw S3Error.NoSuchKey;
        Conditions.CheckRead(request, found, "x-amz-copy-source-");
        return found;
    }

    private static XElement? ChecksumElement(StoredChecksum? checksum) =>
        checksum is null ? null : Element(checksum.ElementName, checksum.Value);
}
