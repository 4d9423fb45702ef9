using System.Globalization;
using System.Xml.Linq;
using static Doppel.S3.Server.S3Xml;

namespace Doppel.S3.Server;

/// <content>Single objects.</content>
public sealed partial class MemoryS3
{
    private Answer PutObject(S3Request request)
    {
        Bucket bucket = Find(request);
        Conditions.CheckWrite(request, bucket.Find(request.Key), Quirks);
        var stored = new StoredObject
        {
            Key = request.Key,
            Body = request.Body,
            ETag = request.Md5,
            LastModified = Now(),
            Headers = request.KeptHeaders(Quirks),
            Tags = request.HeaderTags(),
            Checksum = _check.ChecksumOf(request, Options.AddsChecksums ? "CRC64NVME" : null),
        };
        stored = bucket.Store(Shown(stored));
        return WithChecksum(WithETag(new Answer(200), stored), stored.Checksum);
    }

    private Answer GetObject(S3Request request)
    {
        StoredObject stored = FindObject(request);
        try
        {
            Conditions.CheckRead(request, stored);
        }
        catch (S3Error error) when (error.Status == 304)
        {
            return WithETag(new Answer(304), stored);
        }

        bool asksPart = request.Asks("partNumber") && !Quirks.IgnoresPartNumber;
        string? asked = Quirks.IgnoresRange ? null : request.Header("Range");
        ByteRange? range = asksPart
            ? RangeOfPart(stored, request.Number("partNumber", 1, int.MaxValue))
            : ByteRange.Parse(asked, stored.Body.Length);
        var answer = new Answer(range is null ? 200 : 206) { Body = stored.Body };
        if (range is { } part)
        {
            string last = (part.Start + part.Length - 1).ToString(CultureInfo.InvariantCulture);
            answer = answer.With("Content-Range", $"bytes {part.Start}-{last}/{stored.Body.Length}");
            answer = answer with { Body = stored.Body.AsMemory(part.Start, part.Length) };
        }

        answer = WithETag(answer, stored)
            .With("Last-Modified", stored.LastModified.ToString("R", CultureInfo.InvariantCulture))
            .With("Accept-Ranges", "bytes");
        foreach ((string name, string value) in stored.Headers)
        {
            answer = answer.With(name, request.Query.GetValueOrDefault("response-" + name) ?? value);
        }

        if (stored.Tags.Count > 0)
        {
            answer = answer.With("x-amz-tagging-count", stored.Tags.Count.ToString(CultureInfo.InvariantCulture));
        }

        if (asksPart && stored.Parts.Count > 0)
        {
            answer = answer.With("x-amz-mp-parts-count", stored.Parts.Count.ToString(CultureInfo.InvariantCulture));
        }

        bool wantsChecksum = request.Header("x-amz-checksum-mode") == "ENABLED" && range is null;
        return wantsChecksum ? WithChecksum(answer, stored.Checksum) : answer;
    }

    private Answer DeleteObject(S3Request request)
    {
        Bucket bucket = Find(request);
        if (request.Header("If-Match") is { } match && !Quirks.IgnoresConditionalDelete)
        {
            Conditions.CheckMatch(match, bucket.Find(request.Key));
        }

        if (request.Query.TryGetValue("versionId", out string? version))
        {
            bucket.RemoveVersion(request.Key, version);
        }
        else
        {
            bucket.Remove(request.Key, Now());
        }

        return new Answer(204);
    }

    private Answer DeleteObjects(S3Request request)
    {
        Bucket bucket = Find(request);
        if (request.Header("Content-MD5") is null && _check.ChecksumOf(request, null) is null)
        {
            throw new S3Error(400, "InvalidRequest");
        }

        XElement asked = Parse(request.Body, "Delete");
        XElement[] keys = [.. asked.All("Object")];
        if (keys.Length is 0 or > 1000
            || (Quirks.RefusesETagsInDelete && keys.Any(key => key.Text("ETag") is not null)))
        {
            throw S3Error.MalformedXml;
        }

        bool quiet = asked.Text("Quiet") == "true";
        return S3Xml.Answer(Element("DeleteResult", [.. keys.Select(key => DeleteOne(bucket, key, quiet))]));
    }

    private XElement? DeleteOne(Bucket bucket, XElement asked, bool quiet)
    {
        string key = asked.Text("Key") ?? throw S3Error.MalformedXml;
        try
        {
            if (asked.Text("ETag") is { } match && !Quirks.IgnoresConditionalDelete)
            {
                Conditions.CheckMatch(match, bucket.Find(key));
            }

            bucket.Remove(key, Now());
            return quiet ? null : Element("Deleted", Element("Key", key));
        }
        catch (S3Error error)
        {
            return Element("Error",
                Element("Key", key), Element("Code", error.Code), Element("Message", $"The server says {error.Code}."));
        }
    }

    private Answer PutTags(S3Request request)
    {
        StoredObject stored = FindObject(request);
        XElement set = Parse(request.Body, "Tagging").All("TagSet").FirstOrDefault() ?? throw S3Error.MalformedXml;
        Find(request).Change(stored with
        {
            Tags = set.All("Tag").ToDictionary(tag => tag.Text("Key") ?? "", tag => tag.Text("Value") ?? ""),
        });
        return new Answer(200);
    }

    private Answer GetTags(S3Request request) => S3Xml.Answer(Element("Tagging", Element("TagSet",
        [.. FindObject(request).Tags.Select(tag =>
            Element("Tag", Element("Key", tag.Key), Element("Value", tag.Value)))])));

    private Answer DeleteTags(S3Request request)
    {
        Find(request).Change(FindObject(request) with { Tags = new Dictionary<string, string>() });
        return new Answer(204);
    }

    private Answer WithChecksum(Answer answer, StoredChecksum? checksum) => checksum is null || Quirks.IgnoresChecksums
        ? answer
        : answer.With(checksum.HeaderName, checksum.Value).With("x-amz-checksum-type", checksum.Type);

    private static ByteRange? RangeOfPart(StoredObject stored, int number)
    {
        if (stored.Parts.Count == 0 && number == 1)
        {
            return stored.Body.Length == 0 ? null : new ByteRange(0, stored.Body.Length);
        }

        if (number < 1 || number > stored.Parts.Count)
        {
            throw new S3Error(416, "InvalidPartNumber");
        }

        int before = stored.Parts.Take(number - 1).Sum(part => part.Body.Length);
        return new ByteRange(before, stored.Parts[number - 1].Body.Length);
    }
}
