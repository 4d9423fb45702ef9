using System.Text;

namespace Doppel.S3;

/// <summary>Helpers shared by the parsers of listings.</summary>
internal static class ListText
{
    /// <summary>Returns whether an <c>EncodingType</c> element says that keys are encoded.</summary>
    /// <exception cref="S3XmlException">The element names another encoding.</exception>
    internal static bool IsUrl(ref XmlRows rows)
    {
        ReadOnlySpan<byte> text = rows.Bytes();
        bool isUrl = text.SequenceEqual("url"u8);
        return isUrl || text.IsEmpty ? isUrl : throw new S3XmlException("Keys are encoded in an unknown way.");
    }

    /// <summary>Decodes a single text from a listing with encoded keys.</summary>
    internal static string Decode(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        return Encoding.UTF8.GetString(bytes, 0, UrlText.Decode(bytes));
    }

    internal static S3ListedChecksums ChecksumAlgorithm(ReadOnlySpan<byte> name) => name switch
    {
        _ when name.SequenceEqual("CRC64NVME"u8) => S3ListedChecksums.Crc64Nvme,
        _ when name.SequenceEqual("CRC32"u8) => S3ListedChecksums.Crc32,
        _ when name.SequenceEqual("CRC32C"u8) => S3ListedChecksums.Crc32C,
        _ when name.SequenceEqual("SHA256"u8) => S3ListedChecksums.Sha256,
        _ when name.SequenceEqual("SHA1"u8) => S3ListedChecksums.Sha1,
        _ => name.IsEmpty ? S3ListedChecksums.None : S3ListedChecksums.Other,
    };

    internal static S3ListedChecksums ChecksumType(ReadOnlySpan<byte> name) => name switch
    {
        _ when name.SequenceEqual("FULL_OBJECT"u8) => S3ListedChecksums.FullObject,
        _ when name.SequenceEqual("COMPOSITE"u8) => S3ListedChecksums.Composite,
        _ => S3ListedChecksums.None,
    };
}
