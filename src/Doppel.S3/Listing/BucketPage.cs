namespace Doppel.S3;

/// <summary>Parses a page of the bucket listing.</summary>
internal static class BucketPage
{
    private static readonly XmlPath s_next = new("ListAllMyBucketsResult/ContinuationToken");

    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal static ListedPage<S3Bucket> Read(ReadOnlySpan<byte> document)
    {
        var buckets = new List<S3Bucket>();
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes],
            "ListAllMyBucketsResult"u8, rowDepth: 3);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Bucket"u8))
            {
                buckets.Add(ReadBucket(ref rows));
            }
        }

        rows.Dispose();
        string? next = XmlValue.ReadText(document, s_next);
        return new ListedPage<S3Bucket>(buckets, string.IsNullOrEmpty(next) ? null : next);
    }

    private static S3Bucket ReadBucket(ref XmlRows rows)
    {
        string name = string.Empty;
        DateTimeOffset? created = null;
        string? region = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Name"u8))
            {
                rows.Once(ref seen, 1);
                name = rows.Text();
            }
            else if (rows.Name.SequenceEqual("CreationDate"u8))
            {
                rows.Once(ref seen, 2);
                created = rows.Time();
            }
            else if (rows.Name.SequenceEqual("BucketRegion"u8))
            {
                rows.Once(ref seen, 4);
                region = Region.Valid(rows.Text());
            }
        }

        return name.Length > 0
            ? new S3Bucket(name, created, region)
            : throw new S3XmlException("There is a bucket without a name.");
    }
}

/// <summary>A bucket in a listing.</summary>
/// <param name="Name">The name of the bucket.</param>
/// <param name="Created">When the bucket was created, or null if the server does not say.</param>
/// <param name="Region">The region of the bucket, or null if the server does not say.</param>
public readonly record struct S3Bucket(string Name, DateTimeOffset? Created, string? Region);
