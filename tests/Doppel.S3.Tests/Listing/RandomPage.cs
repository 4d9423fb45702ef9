using System.Globalization;
using System.Text;
using System.Xml.Linq;

namespace Doppel.S3.Tests.Listing;

/// <summary>Makes pages as servers make them: in any order of fields, encoded, half encoded or not at all.</summary>
internal sealed class RandomPage(Random random)
{
    private static readonly string[] s_pieces =
        ["a", "b/", "//", "./", "../", " ", "+", "%", "%41", "&", "<", ">", "\"", "'", "!*()", "é", "e\u0301", "€", "😀",
            "\n", "\t", "~", "=", "?", "#", "\\", "{x}", "ab\u007F"];

    private static readonly string[] s_classes = ["STANDARD", "GLACIER", "DEEP_ARCHIVE", "X"];
    private static readonly string[] s_checksums = ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"];

    /// <summary>A page whose keys begin with a prefix.</summary>
    public byte[] Make(string prefix, int entries, string? token)
    {
        bool isEncoded = random.Next(2) == 0;
        var rows = new List<XElement>
        {
            new("Name", "bucket"), new("Prefix", prefix), new("MaxKeys", 1000),
            new("IsTruncated", token is null ? "false" : "true"), new("Unknown", new XElement("Key", "no")),
        };
        if (isEncoded)
        {
            rows.Add(new("EncodingType", "url"));
        }

        if (token is not null)
        {
            rows.Add(new("NextContinuationToken", token));
        }

        if (random.Next(2) == 0)
        {
            rows.Add(new("KeyCount", entries));
        }

        for (int i = 0; i < entries; i++)
        {
            string key = prefix + string.Concat(Enumerable.Range(0, random.Next(1, 12)).Select(_ => Pick(s_pieces)));
            rows.Add(random.Next(5) == 0
                ? new XElement("CommonPrefixes", new XElement("Prefix", Encoded(key, isEncoded)))
                : Entry(Encoded(key, isEncoded)));
        }

        XElement[] shuffled = [.. rows];
        random.Shuffle(shuffled);
        XNamespace space = random.Next(2) == 0 ? "http://s3.amazonaws.com/doc/2006-03-01/" : "";
        var root = new XElement("ListBucketResult", shuffled);
        foreach (XElement element in root.DescendantsAndSelf())
        {
            element.Name = space + element.Name.LocalName;
        }

        var document = new XDocument(root);
        SaveOptions options = random.Next(2) == 0 ? SaveOptions.DisableFormatting : SaveOptions.None;
        return Encoding.UTF8.GetBytes("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document.ToString(options));
    }

    private XElement Entry(string key)
    {
        var fields = new List<XElement> { new("Key", key), new("Size", random.NextInt64(0, long.MaxValue)) };
        DateTime time = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next());
        string format = Pick("yyyy-MM-ddTHH:mm:ss'Z'", "yyyy-MM-ddTHH:mm:ss.000'Z'", "yyyy-MM-ddTHH:mm:ss'+02:00'");
        fields.Add(new("LastModified", time.ToString(format, CultureInfo.InvariantCulture)));
        if (random.Next(5) > 0)
        {
            byte[] digest = new byte[16];
            random.NextBytes(digest);
            string digits = random.Next(4) > 0 ? Convert.ToHexStringLower(digest) : Convert.ToHexString(digest);
            string etag = digits + Pick("", "", "-2", "-10000", "-10001", "-01", "-x");
            fields.Add(new("ETag", random.Next(3) > 0 ? $"\"{etag}\"" : etag));
        }

        if (random.Next(2) == 0)
        {
            fields.Add(new("StorageClass", Pick(s_classes)));
        }

        fields.AddRange(
            s_checksums.Where(_ => random.Next(4) == 0).Select(name => new XElement("ChecksumAlgorithm", name)));
        fields.Add(new("Owner", new XElement("ID", "x"), new XElement("Key", "not this")));
        XElement[] shuffled = [.. fields];
        random.Shuffle(shuffled);
        return new XElement("Contents", shuffled);
    }

    // As Amazon does it, as Ceph does, and with what nobody has to encode.
    private string Encoded(string key, bool isEncoded)
    {
        if (!isEncoded)
        {
            return key;
        }

        string all = Uri.EscapeDataString(key);
        return random.Next(3) switch
        {
            0 => all.Replace("%2F", "/", StringComparison.Ordinal).Replace("%20", "+", StringComparison.Ordinal),
            1 => all.Replace("%27", "'", StringComparison.Ordinal).Replace("%21", "!", StringComparison.Ordinal)
                .Replace("%2A", "*", StringComparison.Ordinal).Replace("%C3%A9", "é", StringComparison.Ordinal),
            _ => all,
        };
    }

    private string Pick(params string[] choices) => choices[random.Next(choices.Length)];
}
