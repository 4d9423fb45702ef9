using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3;

/// <summary>
/// An ETag, stored as 16 bytes and a part count if it has Amazon's format, and as text otherwise.
/// </summary>
/// <remarks>
/// Immutable. An ETag of 16 bytes allocates nothing until its text is requested. Two ETags are equal if their texts are
/// equal, with or without quotes. What the bytes mean depends on the object: they are the MD5 of an object that was
/// stored with one request and is not encrypted with a customer or KMS key. For a multipart object they are the MD5 of
/// the MD5s of its parts.
/// </remarks>
[DebuggerDisplay("{ToString()}")]
public readonly partial struct S3ETag : IEquatable<S3ETag>
{
    /// <summary>The size of the digest in bytes.</summary>
    public const int DigestBytes = MD5.HashSizeInBytes;

    private const int DigestDigits = 2 * DigestBytes;

    // Quotes, digits, a hyphen and a part count of at most 10,000.
    private const int DigestTextMax = 2 + DigestDigits + 1 + 5;

    private static readonly SearchValues<char> s_lowerHex = SearchValues.Create("0123456789abcdef");

    private readonly ulong _high;
    private readonly ulong _low;

    // Null for a digest (_shape is not 0) or for no ETag (_shape is 0).
    private readonly string? _text;

    // The part count plus one, so that the default value means "no ETag".
    private readonly int _shape;

    private S3ETag(ReadOnlySpan<byte> digest, int parts)
    {
        _high = BinaryPrimitives.ReadUInt64BigEndian(digest);
        _low = BinaryPrimitives.ReadUInt64BigEndian(digest.Slice(sizeof(ulong)));
        _shape = parts + 1;
    }

    private S3ETag(string text) => _text = text;

    /// <summary>Whether this value represents no ETag.</summary>
    public bool IsNone => _shape == 0 && _text is null;

    /// <summary>Whether the ETag consists of 16 bytes, with or without a part count.</summary>
    public bool IsDigest => _shape > 0;

    /// <summary>The number of parts that the object was uploaded in, or 0 if the ETag has no part count.</summary>
    public int PartCount => Math.Max(0, _shape - 1);

    /// <summary>Returns whether two ETags are equal.</summary>
    public static bool operator ==(S3ETag left, S3ETag right) => left.Equals(right);

    /// <summary>Returns whether two ETags differ.</summary>
    public static bool operator !=(S3ETag left, S3ETag right) => !left.Equals(right);

    /// <summary>Parses an ETag, with or without quotes.</summary>
    /// <param name="text">The text from a header or listing. Empty text represents no ETag.</param>
    /// <returns>The ETag.</returns>
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

    /// <summary>Parses an ETag, with or without quotes.</summary>
    /// <param name="utf8">The UTF-8 text from a header or listing. Empty text represents no ETag.</param>
    /// <returns>The ETag.</returns>
    public static S3ETag Parse(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > DigestTextMax || !Ascii.IsValid(utf8))
        {
            return Parse(Encoding.UTF8.GetString(utf8));
        }

        Span<char> text = stackalloc char[DigestTextMax];
        return Parse(text.Slice(0, Encoding.ASCII.GetChars(utf8, text)));
    }

    /// <summary>Copies the 16 bytes of the ETag.</summary>
    /// <param name="destination">The destination, at least <see cref="DigestBytes"/> long.</param>
    /// <returns>False if the ETag does not consist of 16 bytes or the destination is too short.</returns>
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

    /// <summary>Returns the ETag with quotes, as conditions expect it, or an empty string if there is none.</summary>
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

    /// <summary>Returns an ETag with quotes, adding them if they are missing.</summary>
    internal static string? Quoted(string? etag) =>
        string.IsNullOrEmpty(etag) || etag.EndsWith('"') ? etag : $"\"{etag}\"";

    /// <summary>
    /// Computes the ETag of a multipart object: the MD5 of the MD5s of all parts, followed by the part count. Returns
    /// null if the ETag of a part is not an MD5.
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

    // Uppercase ETags are kept as text, because they must be sent back exactly as received.
    private static bool IsLowerHex(ReadOnlySpan<char> text) =>
        text.Length >= DigestDigits && !text.Slice(0, DigestDigits).ContainsAnyExcept(s_lowerHex);

    // Parses what follows the digits: nothing, or a hyphen and a part count in canonical form.
    private static bool TryGetParts(ReadOnlySpan<char> text, out int parts)
    {
        parts = 0;
        return text.IsEmpty
            || (text is ['-', not '0', ..] && text.Length <= 6
                && int.TryParse(text.Slice(1), NumberStyles.None, CultureInfo.InvariantCulture, out parts)
                && parts <= S3Part.NumberMax);
    }
}
