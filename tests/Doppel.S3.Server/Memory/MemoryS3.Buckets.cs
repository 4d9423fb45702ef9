using System.Text.RegularExpressions;
using System.Xml.Linq;
using static Doppel.S3.Server.S3Xml;

namespace Doppel.S3.Server;

/// <content>Buckets.</content>
public sealed partial class MemoryS3
{
    private static readonly Regex s_bucketName = new(@"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$");

    private static XElement Owner =>
        Element("Owner", Element("ID", "0123456789abcdef"), Element("DisplayName", "owner"));

    private Answer ListBuckets() => S3Xml.Answer(Element("ListAllMyBucketsResult",
        Owner,
        Element("Buckets", _buckets.Values.OrderBy(bucket => bucket.Name, StringComparer.Ordinal).Select(bucket =>
            Element("Bucket",
                Element("Name", bucket.Name),
                Element("CreationDate", bucket.Created.ToString("yyyy-MM-dd'T'HH:mm:ss'.000Z'"))))
            .ToArray())));

    private Answer CreateBucket(S3Request request)
    {
        string location = request.Body.Length == 0
            ? "us-east-1"
            : Parse(request.Body, "CreateBucketConfiguration").Text("LocationConstraint") ?? "us-east-1";
        if (!s_bucketName.IsMatch(request.Bucket))
        {
            throw new S3Error(400, "InvalidBucketName");
        }

        if (location != Options.Region)
        {
            throw new S3Error(400, "IllegalLocationConstraintException");
        }

        if (!_buckets.TryAdd(request.Bucket, new Bucket(request.Bucket, location, Now())))
        {
            throw new S3Error(409, "BucketAlreadyOwnedByYou");
        }

        return new Answer(200).With("Location", "/" + request.Bucket);
    }

    private Answer HeadBucket(S3Request request) =>
        new Answer(200).With("x-amz-bucket-region", Find(request).Region);

    private Answer DeleteBucket(S3Request request)
    {
        Bucket bucket = Find(request);
        if (bucket.Objects.Count > 0)
        {
            throw new S3Error(409, "BucketNotEmpty");
        }

        _buckets.Remove(bucket.Name);
        return new Answer(204);
    }

    private Answer GetBucketLocation(S3Request request)
    {
        string region = Find(request).Region;
        return S3Xml.Answer(Element("LocationConstraint", region == "us-east-1" ? null : region));
    }

    private Answer GetBucketVersioning(S3Request request)
    {
        string? status = Find(request).Versioning;
        return S3Xml.Answer(Element("VersioningConfiguration", status is null ? null : Element("Status", status)));
    }
}
