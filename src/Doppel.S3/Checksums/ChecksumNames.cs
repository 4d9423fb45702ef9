using System.Text;

namespace Doppel.S3;

/// <summary>The names of checksums in headers, trailers and XML documents.</summary>
/// <remarks>Thread-safe; allocates nothing. Names are parsed case-insensitively.</remarks>
internal static class ChecksumNames
{
    /// <summary>
    /// The header that names the checksum algorithm of a request. Some servers verify nothing without it.
    /// </summary>
    public const string SdkAlgorithmHeader = "x-amz-sdk-checksum-algorithm";

    /// <summary>The header that names the checksum algorithm when a multipart upload is started.</summary>
    public const string AlgorithmHeader = "x-amz-checksum-algorithm";

    /// <summary>The header that specifies whether a checksum covers the full object or is composite.</summary>
    public const string TypeHeader = "x-amz-checksum-type";

    /// <summary>The header that lists the trailers of a body sent in chunks.</summary>
    public const string TrailerHeader = "x-amz-trailer";

    private static readonly string[] s_words = ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"];

    private static readonly string[] s_headers =
    [
        "x-amz-checksum-crc32", "x-amz-checksum-crc32c", "x-amz-checksum-crc64nvme", "x-amz-checksum-sha1",
        "x-amz-checksum-sha256",
    ];

    private static readonly string[] s_elements =
        ["ChecksumCRC32", "ChecksumCRC32C", "ChecksumCRC64NVME", "ChecksumSHA1", "ChecksumSHA256"];

    private static readonly string[] s_types = ["FULL_OBJECT", "COMPOSITE"];

    internal static int AlgorithmCount => s_words.Length;

    /// <summary>
    /// Returns the header or trailer that contains the checksum, such as <c>x-amz-checksum-crc32</c>.
    /// </summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <returns>The name.</returns>
    public static string Header(ChecksumAlgorithm algorithm) => s_headers[Index(algorithm)];

    /// <summary>Returns the XML element that contains the checksum, such as <c>ChecksumCRC32</c>.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <returns>The name.</returns>
    public static string Element(ChecksumAlgorithm algorithm) => s_elements[Index(algorithm)];

    /// <summary>Returns the name of the algorithm in header values and XML, such as <c>CRC32</c>.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <returns>The name.</returns>
    public static string Word(ChecksumAlgorithm algorithm) => s_words[Index(algorithm)];

    /// <summary>Returns the name of the type in header values and XML, such as <c>FULL_OBJECT</c>.</summary>
    /// <param name="type">The type.</param>
    /// <returns>The name.</returns>
    public static string Word(ChecksumType type)
    {
        if (!Enum.IsDefined(type))
        {
            ChecksumErrors.NoSuchType(type);
        }

        return s_types[(int)type];
    }

    /// <summary>Parses the name of a checksum header or trailer.</summary>
    /// <param name="name">The name, such as <c>x-amz-checksum-crc32</c>.</param>
    /// <param name="algorithm">The algorithm, if the name is known.</param>
    /// <returns>True if the name is known.</returns>
    public static bool TryParseHeader(ReadOnlySpan<char> name, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(name, s_headers);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>Parses the name of an algorithm.</summary>
    /// <param name="word">The name, such as <c>CRC32</c>.</param>
    /// <param name="algorithm">The algorithm, if the name is known.</param>
    /// <returns>True if the name is known.</returns>
    public static bool TryParseWord(ReadOnlySpan<char> word, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(word, s_words);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>Parses the name of an algorithm.</summary>
    /// <param name="word">The name in ASCII, such as <c>CRC32</c>.</param>
    /// <param name="algorithm">The algorithm, if the name is known.</param>
    /// <returns>True if the name is known.</returns>
    public static bool TryParseWord(ReadOnlySpan<byte> word, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(word, s_words);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>Parses the name of a checksum type.</summary>
    /// <param name="word">The name, such as <c>FULL_OBJECT</c>.</param>
    /// <param name="type">The type, if the name is known.</param>
    /// <returns>True if the name is known.</returns>
    public static bool TryParseWord(ReadOnlySpan<char> word, out ChecksumType type)
    {
        int index = IndexOf(word, s_types);
        type = (ChecksumType)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>Parses the name of a checksum type.</summary>
    /// <param name="word">The name in ASCII, such as <c>FULL_OBJECT</c>.</param>
    /// <param name="type">The type, if the name is known.</param>
    /// <returns>True if the name is known.</returns>
    public static bool TryParseWord(ReadOnlySpan<byte> word, out ChecksumType type)
    {
        int index = IndexOf(word, s_types);
        type = (ChecksumType)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>Parses the name of a checksum element in XML.</summary>
    /// <param name="name">The name, such as <c>ChecksumCRC32</c>.</param>
    /// <param name="algorithm">The algorithm, if the name is known.</param>
    internal static bool TryParseElement(ReadOnlySpan<byte> name, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(name, s_elements);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    private static int Index(ChecksumAlgorithm algorithm)
    {
        if ((uint)algorithm >= (uint)AlgorithmCount)
        {
            ChecksumErrors.NoSuchAlgorithm(algorithm);
        }

        return (int)algorithm;
    }

    private static int IndexOf(ReadOnlySpan<char> text, string[] names)
    {
        for (int i = 0; i < names.Length; i++)
        {
            if (Ascii.EqualsIgnoreCase(text, names[i]))
            {
                return i;
            }
        }

        return -1;
    }

    private static int IndexOf(ReadOnlySpan<byte> text, string[] names)
    {
        for (int i = 0; i < names.Length; i++)
        {
            if (Ascii.EqualsIgnoreCase(text, names[i]))
            {
                return i;
            }
        }

        return -1;
    }
}
