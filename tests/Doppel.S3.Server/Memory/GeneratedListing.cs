using System.Globalization;
using System.Security;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>A bucket that exists in lists only: as many objects as wanted, none of them kept.</summary>
/// <param name="name">The bucket's name.</param>
/// <param name="count">How many objects it lists.</param>
public sealed class GeneratedListing(string name, int count)
{
    /// <summary>The key with this number. Keys stand in the order of their numbers.</summary>
    public static string KeyOf(int number) =>
        string.Create(CultureInfo.InvariantCulture, $"folder-{number / 1000:d6}/a file & more-{number:d9}.bin");

    /// <summary>The size of the object with this number, in bytes.</summary>
    public static long SizeOf(int number) => number % 4096L * 1000;

    /// <summary>One page.</summary>
    /// <param name="token">The token that the page before gave; null for the first.</param>
    /// <param name="max">How many objects it holds at most.</param>
    public Answer Page(string? token, int max)
    {
        int first = string.IsNullOrEmpty(token) ? 0 : int.Parse(token, CultureInfo.InvariantCulture);
        int end = Math.Min(count, first + max);
        var xml = new StringBuilder(500 * (end - first + 1));
        IFormatProvider invariant = CultureInfo.InvariantCulture;
        xml.Append(invariant, $"""
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>{name}</Name><Prefix></Prefix>
            """);
        xml.Append(invariant, $"<KeyCount>{end - first}</KeyCount><MaxKeys>{max}</MaxKeys>");
        xml.Append(invariant, $"<IsTruncated>{(end < count ? "true" : "false")}</IsTruncated>");
        if (end < count)
        {
            xml.Append(invariant, $"<NextContinuationToken>{end}</NextContinuationToken>");
        }

        for (int number = first; number < end; number++)
        {
            xml.Append(invariant, $"<Contents><Key>{SecurityElement.Escape(KeyOf(number))}</Key>");
            xml.Append("<LastModified>2026-01-02T03:04:05.000Z</LastModified>");
            xml.Append(invariant, $"<ETag>&quot;{number:x32}&quot;</ETag><Size>{SizeOf(number)}</Size>");
            xml.Append("<StorageClass>STANDARD</StorageClass></Contents>");
        }

        return Answer.Xml(200, xml.Append("</ListBucketResult>").ToString());
    }
}
