using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3;

/// <summary>An ETag: 16 bytes and a number of parts where it is made as Amazon makes them, else its text.</summary>
/// <remarks>
/// Immutable. Those of 16 bytes allocate nothing until their text is asked for. Two are equal when their texts are,
/// with or without quotes. What the bytes say of the content is another matter: they are the MD5 of an object that was
/// stored by one request and is not encrypted with a key of the customer or of KMS, and with parts the MD5 of the MD5s.
/// </remarks>
[DebuggerDisplay("{ToString()}")]
public readonly struct S3ETag : IEquatable<S3ETag>
{
    /// <summary>Bytes of the digest.</summary>
    public const int DigestBytes = MD5.HashSizeInBytes;

    private const int DigestDigits = 2 * DigestBytes;

    // Quotes, digits, a hyphen and at most 10,000 parts.
    private const int DigestTextMax = 2 + DigestDigits + 1 + 5;

    private static readonly SearchValues<char> s_lowerHex = SearchValues.Create("0123456789abcdef");

    private readonly ulong _high;
    private readonly ulong _low;

    // Null: a digest if _shape is not 0, else no ETag at all.
    private readonly string? _text;

    // The number of parts and one, so that the default is no ETag.
    private readonly int _shape;

    private S3ETag(ReadOnlySpan<byte> digest, int parts)
    {
        _high = BinaryPrimitives.ReadUInt64BigEndian(digest);
        _low = BinaryPrimitives.ReadUInt64BigEndian(digest.Slice(sizeof(ulong)));
        _shape = parts + 1;
    }

    private S3ETag(string text) => _text = text;

    /// <summary>Whether there is none.</summary>
    public bool IsNone => _shape == 0 && _text is null;

    /// <summary>Whether it is 16 bytes, with a number of parts or without.</summary>
    public bool IsDigest => _shape > 0;

    /// <summary>Parts that the object was uploaded in; 0 if the ETag names none.</summary>
    public int PartCount => Math.Max(0, _shape - 1);

    /// <summary>Whether two are the same.</summary>
    public static bool operator ==(S3ETag left, S3ETag right) => left.Equals(right);

    /// <summary>Whether two differ.</summary>
    public static bool operator !=(S3ETag left, S3ETag right) => !left.Equals(right);

    /// <summary>Reads one, with quotes or without.</summary>
    /// <param name="text">As a header or a list has it; nothing stands for no ETag.</param>
    public static S3ETag Parse(ReadOnlySpan<char> text)
    {
        ReadOnlySpan<char> inner = text is ['"', .., '"'] ? text[1..^1] : text;
        Span<byte> digest = stackalloc byte[DigestBytes];
        if (IsLowerHex(inner) && TryGetParts(inner.Slice(DigestDigits), out int parts))
        {
            Convert.FromHexString(inner.Slice(0, DigestDigits), digest, out _, out _);
            return new S3ETag(digest, parts);
        }

        return text.IsEmpty ? default : new S3ETag(Quoted(text.ToString())!);
    }

    /// <summary>Reads one, with quotes or without.</summary>
    /// <param name="utf8">As a header or a list has it; nothing stands for no ETag.</param>
    public static S3ETag Parse(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > DigestTextMax || !Ascii.IsValid(utf8))
        {
            return Parse(Encoding.UTF8.GetString(utf8));
        }

        Span<char> text = stackalloc char[DigestTextMax];
        return Parse(text.Slice(0, Encoding.ASCII.GetChars(utf8, text)));
    }

    /// <summary>Copies the 16 bytes out.</summary>
    /// <param name="destination">At least <see cref="DigestBytes"/> long.</param>
    /// <returns>False if it is none of 16 bytes, or there is too little room.</returns>
    public bool TryCopyDigest(Span<byte> destination) =>
        IsDigest && BinaryPrimitives.TryWriteUInt64BigEndian(destination, _high)
        && BinaryPrimitives.TryWriteUInt64BigEndian(destination.Slice(sizeof(ulong)), _low);

    /// <inheritdoc/>
    public bool Equals(S3ETag other) =>
        _high == other._high && _low == other._low && _shape == other._shape && _text == other._text;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is S3ETag other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_high, _low, _shape, _text);

    /// <summary>With quotes, as conditions take it; empty if there is none.</summary>
    public override string ToString()
    {
        if (!IsDigest)
        {
            return _text ?? string.Empty;
        }

        Span<byte> digest = stackalloc byte[DigestBytes];
        TryCopyDigest(digest);
        string digits = Convert.ToHexStringLower(digest);
        return PartCount == 0
            ? $"\"{digits}\""
            : string.Create(CultureInfo.InvariantCulture, $"\"{digits}-{PartCount}\"");
    }

    /// <summary>An ETag with its quotes, whether it came with them or not.</summary>
    internal static string? Quoted(string? etag) =>
        string.IsNullOrEmpty(etag) || etag.EndsWith('"') ? etag : $"\"{etag}\"";

    /// <summary>
    /// The ETag of an object made of parts: the MD5 of the MD5s of all parts, and their number. Null where the ETags of
    /// the parts are no MD5.
    /// </summary>
    internal static string? OfParts(IReadOnlyList<S3Part> parts)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        Span<byte> digest = stackalloc byte[DigestBytes];
        for (int i = 0; i < parts.Count; i++)
        {
            S3ETag part = Parse(parts[i].ETag);
            if (part.PartCount > 0 || !part.TryCopyDigest(digest))
            {
                return null;
            }

            hash.AppendData(digest);
        }

        hash.GetHashAndReset(digest);
        return new S3ETag(digest, parts.Count).ToString();
    }

    // Upper case is kept as text: what is sent back has to be what came.
    private static bool IsLowerHex(ReadOnlySpan<char> text) =>
        text.Length >= DigestDigits && !text.Slice(0, DigestDigits).ContainsAnyExcept(s_lowerHex);

    // What follows the digits: nothing, or a hyphen and a number that is written the one way it is printed again.
    private static bool TryGetParts(ReadOnlySpan<char> text, out int parts)
    {
        parts = 0;
        return text.IsEmpty
            || (text is ['-', not '0', ..] && text.Length <= 6
                && int.TryParse(text.Slice(1), NumberStyles.None, CultureInfo.InvariantCulture, out parts)
                && parts <= S3UploadOptions.PartsMax);
    }
}
