using System.Globalization;
using System.Xml.Linq;
using static Doppel.S3.Server.S3Xml;

namespace Doppel.S3.Server;

/// <content>Uploads in parts.</content>
public sealed partial class MemoryS3
{
    private Answer CreateUpload(S3Request request)
    {
        Bucket bucket = Find(request);
        string? algorithm = request.Header("x-amz-checksum-algorithm");
        if (algorithm is not null && !ServerChecksum.Algorithms.Contains(algorithm))
        {
            throw new S3Error(400, "InvalidRequest");
        }

        var upload = new Upload
        {
            // Ids hold whatever an address must encode.
            Id = $"id+/{++_ids}=~'&",
            Bucket = bucket.Name,
            Key = request.Key,
            Initiated = Now(),
            Headers = request.KeptHeaders(Quirks),
            Tags = request.HeaderTags(),
            ChecksumAlgorithm = algorithm,
            ChecksumType = algorithm is null ? null : TypeOf(algorithm, request.Header("x-amz-checksum-type")),
        };
        bucket.Uploads.Add(upload.Id, upload);
        Answer answer = S3Xml.Answer(Element("InitiateMultipartUploadResult",
            Element("Bucket", bucket.Name), Element("Key", request.Key), Element("UploadId", upload.Id)));
        return algorithm is null
            ? answer
            : answer.With("x-amz-checksum-algorithm", algorithm).With("x-amz-checksum-type", upload.ChecksumType!);
    }

    private Answer UploadPart(S3Request request)
    {
        Upload upload = FindUpload(request);
        StoredChecksum? checksum = _check.ChecksumOf(request, upload.ChecksumAlgorithm);
        if (checksum is not null && upload.ChecksumAlgorithm is { } known && checksum.Algorithm != known)
        {
            throw new S3Error(400, "InvalidRequest");
        }

        StoredPart part = AddPart(upload, PartNumber(request), request.Body, request.Md5, checksum);
        return WithChecksum(new Answer(200).With("ETag", $"\"{part.ETag}\""), checksum);
    }

    private Answer AbortUpload(S3Request request)
    {
        Upload upload = FindUpload(request);
        Find(request).Uploads.Remove(upload.Id);
        return new Answer(204);
    }

    private Answer CompleteUpload(S3Request request)
    {
        Bucket bucket = Find(request);
        string id = request.Query["uploadId"];
        if (bucket.Completed.TryGetValue(id, out StoredObject? before) && !Quirks.ForgetsCompletedUploads)
        {
            return CompleteAnswer(request, before);
        }

        Upload upload = FindUpload(request);
        Conditions.CheckWrite(request, bucket.Find(request.Key), Quirks);
        StoredPart[] parts = [.. Parse(request.Body, "CompleteMultipartUpload").All("Part")
            .Select(part => FindPart(upload, part))];
        CheckParts(request, parts);

        byte[] body = new byte[parts.Sum(part => part.Body.Length)];
        int at = 0;
        for (int i = 0; i < parts.Length; at += parts[i].Body.Length, i++)
        {
            Memory<byte> place = body.AsMemory(at, parts[i].Body.Length);
            parts[i].Body.CopyTo(place);
            parts[i] = parts[i] with { Body = place };
        }

        byte[] digests = [.. parts.SelectMany(part => Convert.FromHexString(part.ETag))];
        string count = Quirks.HasOpaqueETags ? "" : $"-{parts.Length}";
        var stored = new StoredObject
        {
            Key = request.Key,
            Body = body,
            ETag = S3Request.Md5Of(digests) + count,
            LastModified = Now(),
            Headers = upload.Headers,
            Tags = upload.Tags,
            Parts = parts,
            Checksum = ChecksumOf(request, upload, parts, body),
        };
        stored = bucket.Store(Shown(stored));
        bucket.Uploads.Remove(id);
        bucket.Completed[id] = stored with { Body = [], Parts = [] };
        return CompleteAnswer(request, stored);
    }

    private Answer ListParts(S3Request request)
    {
        Upload upload = FindUpload(request);
        int max = request.Number("max-parts", 1000, 1000);
        int after = request.Number("part-number-marker", 0, 10_000);
        StoredPart[] page = [.. upload.AllParts.Values.Where(part => part.Number > after).Take(max)];
        int last = page.Length > 0 ? page[^1].Number : 0;
        return S3Xml.Answer(Element("ListPartsResult",
            Element("Bucket", upload.Bucket),
            Element("Key", upload.Key),
            Element("UploadId", upload.Id),
            Element("PartNumberMarker", after),
            Element("NextPartNumberMarker", last),
            Element("MaxParts", max),
            Element("IsTruncated", upload.AllParts.Keys.Any(number => number > last) && max > 0 ? "true" : "false"),
            page.Select(part => Element("Part",
                Element("PartNumber", part.Number),
                Element("LastModified", part.LastModified.ToString("yyyy-MM-dd'T'HH:mm:ss'.000Z'", null)),
                Element("ETag", $"\"{part.ETag}\""),
                ChecksumElement(part.Checksum),
                Element("Size", part.Body.Length))).ToArray()));
    }

    private Answer ListUploads(S3Request request)
    {
        string prefix = request.Query.GetValueOrDefault("prefix") ?? "";
        return S3Xml.Answer(Element("ListMultipartUploadsResult",
            Element("Bucket", request.Bucket),
            Element("Prefix", prefix),
            Element("MaxUploads", 1000),
            Element("IsTruncated", "false"),
            Find(request).Uploads.Values
                .Where(upload => upload.Key.StartsWith(prefix, StringComparison.Ordinal))
                .OrderBy(upload => upload.Key, KeyOrder.Instance)
                .Select(upload => Element("Upload",
                    Element("Key", upload.Key),
                    Element("UploadId", upload.Id),
                    Element("Initiated", upload.Initiated.ToString("yyyy-MM-dd'T'HH:mm:ss'.000Z'", null)))).ToArray()));
    }

    private Answer CompleteAnswer(S3Request request, StoredObject stored) =>
        S3Xml.Answer(Element("CompleteMultipartUploadResult",
            Element("Location", $"http://{request.Raw.Header("Host")}{request.Raw.Path}"),
            Element("Bucket", request.Bucket),
            Element("Key", request.Key),
            Element("ETag", stored.QuotedETag),
            Quirks.IgnoresChecksums ? null : ChecksumElement(stored.Checksum),
            stored.Checksum is null || Quirks.IgnoresChecksums ? null : Element("ChecksumType", stored.Checksum.Type)));

    private Upload FindUpload(S3Request request) =>
        Find(request).Uploads.GetValueOrDefault(request.Query["uploadId"]) is { } upload && upload.Key == request.Key
            ? upload
            : throw S3Error.NoSuchUpload;

    private static int PartNumber(S3Request request)
    {
        int number = request.Number("partNumber", 0, int.MaxValue);
        return number is >= 1 and <= 10_000 ? number : throw S3Error.InvalidArgument("partNumber");
    }

    private StoredPart AddPart(Upload upload, int number, byte[] body, string etag, StoredChecksum? checksum)
    {
        var part = new StoredPart(number, body, etag, checksum, Now());
        upload.AllParts[number] = part;
        return part;
    }

    private static StoredPart FindPart(Upload upload, XElement named)
    {
        if (!upload.AllParts.TryGetValue(named.Number("PartNumber"), out StoredPart? part)
            || Conditions.Bare(named.Text("ETag") ?? "") != part.ETag
            || (part.Checksum is { } made && (named.Text(made.ElementName) ?? made.Value) != made.Value))
        {
            throw new S3Error(400, "InvalidPart");
        }

        return part;
    }

    private void CheckParts(S3Request request, StoredPart[] parts)
    {
        if (parts.Length == 0)
        {
            throw S3Error.MalformedXml;
        }

        if (parts.Zip(parts.Skip(1)).Any(pair => pair.First.Number >= pair.Second.Number))
        {
            throw new S3Error(400, "InvalidPartOrder");
        }

        if (parts.SkipLast(1).Any(part => part.Body.Length < Options.PartBytesMin))
        {
            throw new S3Error(400, "EntityTooSmall");
        }

        string size = parts.Sum(part => (long)part.Body.Length).ToString(CultureInfo.InvariantCulture);
        if (request.Header("x-amz-mp-object-size") is { } said && said != size)
        {
            throw new S3Error(400, "InvalidRequest");
        }
    }

    private StoredChecksum? ChecksumOf(S3Request request, Upload upload, StoredPart[] parts, byte[] body)
    {
        string? algorithm = upload.ChecksumAlgorithm ?? (Options.AddsChecksums ? "CRC64NVME" : null);
        if (algorithm is null || Quirks.IgnoresChecksums)
        {
            return null;
        }

        StoredChecksum made = upload.ChecksumType == StoredChecksum.Composite
            ? new(algorithm, ServerChecksum.OfParts(algorithm, parts.Select(part => part.Checksum!.Value)),
                StoredChecksum.Composite)
            : new(algorithm, ServerChecksum.Of(algorithm, body));
        return request.Header(made.HeaderName) is { } said && said.Split('-')[0] != made.Value.Split('-')[0]
            ? throw new S3Error(400, "BadDigest")
            : made;
    }

    private static string TypeOf(string algorithm, string? asked)
    {
        string type = asked ?? (algorithm == "CRC64NVME" ? StoredChecksum.FullObject : StoredChecksum.Composite);
        bool isPossible = type == StoredChecksum.FullObject
            ? algorithm.StartsWith("CRC", StringComparison.Ordinal)
            : type == StoredChecksum.Composite && algorithm != "CRC64NVME";
        return isPossible ? type : throw new S3Error(400, "InvalidRequest");
    }
}
