using System.Globalization;

namespace Doppel.S3;

/// <summary>Parses a page of the part listing of an upload.</summary>
internal static class PartPage
{
    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal static ListedPage<S3Part> Read(ReadOnlySpan<byte> document)
    {
        var parts = new List<S3Part>();
        bool areMore = false;
        long next = 0;
        int seen = 0;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes], "ListPartsResult"u8);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Part"u8))
            {
                parts.Add(ReadPart(ref rows));
            }
            else if (rows.Name.SequenceEqual("IsTruncated"u8))
            {
                rows.Once(ref seen, 1);
                areMore = rows.Flag();
            }
            else if (rows.Name.SequenceEqual("NextPartNumberMarker"u8))
            {
                rows.Once(ref seen, 2);
                next = rows.Number();
            }
        }

        rows.Dispose();
        if ((seen & 1) == 0 || (areMore && next is not (> 0 and <= S3Part.NumberMax)))
        {
            throw new S3XmlException("The list does not say whether it is all, or where to go on.");
        }

        return new ListedPage<S3Part>(parts, areMore ? next.ToString(CultureInfo.InvariantCulture) : null);
    }

    private static S3Part ReadPart(ref XmlRows rows)
    {
        long number = 0, bytes = 0;
        string? etag = null;
        S3Checksum? checksum = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("PartNumber"u8))
            {
                rows.Once(ref seen, 1);
                number = rows.Number();
            }
            else if (rows.Name.SequenceEqual("ETag"u8))
            {
                rows.Once(ref seen, 2);
                etag = S3ETag.Quoted(rows.Text());
            }
            else if (rows.Name.SequenceEqual("Size"u8))
            {
                rows.Once(ref seen, 4);
                bytes = rows.Number();
            }
            else if (ChecksumNames.TryParseElement(rows.Name, out ChecksumAlgorithm algorithm)
                && S3Checksum.TryParse(algorithm, rows.Bytes(), out S3Checksum listed))
            {
                checksum = listed;
            }
        }

        bool isPart = seen == 7 && number is >= 1 and <= S3Part.NumberMax && !string.IsNullOrEmpty(etag);
        return isPart
            ? new S3Part((int)number, etag!, bytes) { Checksum = checksum }
            : throw new S3XmlException("There is a part without number, ETag or size.");
    }
}
