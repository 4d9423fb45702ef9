using System.Text;

namespace Doppel.S3.Checksums;

/// <summary>How checksums are called in headers, trailers and documents.</summary>
/// <remarks>Thread-safe; allocates nothing. Names are read in any case.</remarks>
public static class ChecksumNames
{
    /// <summary>The header that names the algorithm of a request, which some servers check nothing without.</summary>
    public const string SdkAlgorithmHeader = "x-amz-sdk-checksum-algorithm";

    /// <summary>The header that names the algorithm of an upload in parts, when it begins.</summary>
    public const string AlgorithmHeader = "x-amz-checksum-algorithm";

    /// <summary>The header that tells what a checksum is made of.</summary>
    public const string TypeHeader = "x-amz-checksum-type";

    /// <summary>The header that says which trailers a body in chunks ends with.</summary>
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

    /// <summary>The algorithms that there are.</summary>
    internal static int AlgorithmCount => s_words.Length;

    /// <summary>The header or trailer with the checksum, such as <c>x-amz-checksum-crc32</c>.</summary>
    public static string Header(ChecksumAlgorithm algorithm) => s_headers[Index(algorithm)];

    /// <summary>The element of documents with the checksum, such as <c>ChecksumCRC32</c>.</summary>
    public static string Element(ChecksumAlgorithm algorithm) => s_elements[Index(algorithm)];

    /// <summary>The algorithm in values of headers and in documents, such as <c>CRC32</c>.</summary>
    public static string Word(ChecksumAlgorithm algorithm) => s_words[Index(algorithm)];

    /// <summary>The type in values of headers and in documents, such as <c>FULL_OBJECT</c>.</summary>
    public static string Word(ChecksumType type)
    {
        if (!Enum.IsDefined(type))
        {
            ChecksumErrors.NoSuchType(type);
        }

        return s_types[(int)type];
    }

    /// <summary>The algorithm of a header or trailer.</summary>
    /// <param name="name">Such as <c>x-amz-checksum-crc32</c>.</param>
    /// <param name="algorithm">The algorithm, if it is known.</param>
    public static bool TryParseHeader(ReadOnlySpan<char> name, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(name, s_headers);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>The algorithm of a word.</summary>
    /// <param name="word">Such as <c>CRC32</c>.</param>
    /// <param name="algorithm">The algorithm, if it is known.</param>
    public static bool TryParseWord(ReadOnlySpan<char> word, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(word, s_words);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>The algorithm of a word.</summary>
    /// <param name="word">Such as <c>CRC32</c>, in ASCII.</param>
    /// <param name="algorithm">The algorithm, if it is known.</param>
    public static bool TryParseWord(ReadOnlySpan<byte> word, out ChecksumAlgorithm algorithm)
    {
        int index = IndexOf(word, s_words);
        algorithm = (ChecksumAlgorithm)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>The type of a word.</summary>
    /// <param name="word">Such as <c>FULL_OBJECT</c>.</param>
    /// <param name="type">The type, if it is known.</param>
    public static bool TryParseWord(ReadOnlySpan<char> word, out ChecksumType type)
    {
        int index = IndexOf(word, s_types);
        type = (ChecksumType)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>The type of a word.</summary>
    /// <param name="word">Such as <c>FULL_OBJECT</c>, in ASCII.</param>
    /// <param name="type">The type, if it is known.</param>
    public static bool TryParseWord(ReadOnlySpan<byte> word, out ChecksumType type)
    {
        int index = IndexOf(word, s_types);
        type = (ChecksumType)Math.Max(index, 0);
        return index >= 0;
    }

    /// <summary>The algorithm of an element of documents.</summary>
    /// <param name="name">Such as <c>ChecksumCRC32</c>.</param>
    /// <param name="algorithm">The algorithm, if it is known.</param>
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
