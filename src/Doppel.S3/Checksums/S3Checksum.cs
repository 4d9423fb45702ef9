using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// A checksum as stored by S3 servers. Its text form is the base64 of its big-endian bytes, followed by <c>-N</c> for a
/// composite checksum.
/// </summary>
/// <remarks>Immutable. Only members that return strings allocate.</remarks>
public readonly struct S3Checksum : IEquatable<S3Checksum>
{
    /// <summary>The maximum number of bytes in a checksum.</summary>
    public const int BytesMax = SHA256.HashSizeInBytes;

    /// <summary>The maximum number of characters in the text form.</summary>
    public const int TextMax = 44 + 1 + PartDigitsMax;

    /// <summary>The maximum number of parts of a composite checksum.</summary>
    public const int PartCountMax = 10_000;

    private const int PartDigitsMax = 5;

    private readonly Store _bytes;

    /// <summary>Creates the checksum of a full object from its bytes.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="bytes">The bytes, as many as the algorithm produces.</param>
    /// <exception cref="ArgumentException">The number of bytes is wrong.</exception>
    public S3Checksum(ChecksumAlgorithm algorithm, ReadOnlySpan<byte> bytes)
        : this(algorithm, bytes, ChecksumType.FullObject, 0)
    {
    }

    /// <summary>Creates a checksum from its bytes.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="bytes">The bytes, as many as the algorithm produces.</param>
    /// <param name="type">Whether the checksum covers the full object or is composite.</param>
    /// <param name="partCount">
    /// The number of parts of a composite checksum, at most <see cref="PartCountMax"/>; 0 if it is unknown, and for a
    /// full object.
    /// </param>
    /// <exception cref="ArgumentException">The number of bytes is wrong.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The number of parts is out of range.</exception>
    public S3Checksum(ChecksumAlgorithm algorithm, ReadOnlySpan<byte> bytes, ChecksumType type, int partCount)
    {
        if (bytes.Length != ByteCountOf(algorithm))
        {
            ChecksumErrors.WrongLength(algorithm, bytes.Length);
        }

        if (!Enum.IsDefined(type))
        {
            ChecksumErrors.NoSuchType(type);
        }

        ArgumentOutOfRangeException.ThrowIfNegative(partCount);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(
            partCount, type == ChecksumType.Composite ? PartCountMax : 0);
        Algorithm = algorithm;
        Type = type;
        PartCount = partCount;
        bytes.CopyTo(_bytes);
    }

    /// <summary>The algorithm.</summary>
    public ChecksumAlgorithm Algorithm { get; }

    /// <summary>Whether the checksum covers the full object or is composite.</summary>
    public ChecksumType Type { get; }

    /// <summary>The number of parts of a composite checksum; 0 if it is unknown, and for a full object.</summary>
    public int PartCount { get; }

    /// <summary>The bytes of the checksum, most significant first.</summary>
    [UnscopedRef]
    public ReadOnlySpan<byte> Bytes => ((ReadOnlySpan<byte>)_bytes).Slice(0, ByteCountOf(Algorithm));

    /// <summary>Returns whether two checksums are equal in all properties.</summary>
    public static bool operator ==(in S3Checksum left, in S3Checksum right) => left.Equals(right);

    /// <summary>Returns whether two checksums differ in any property.</summary>
    public static bool operator !=(in S3Checksum left, in S3Checksum right) => !left.Equals(right);

    /// <summary>Returns the number of bytes in a checksum.</summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <returns>The number of bytes.</returns>
    public static int ByteCountOf(ChecksumAlgorithm algorithm)
    {
        switch (algorithm)
        {
            case ChecksumAlgorithm.Crc32 or ChecksumAlgorithm.Crc32C:
                return sizeof(uint);
            case ChecksumAlgorithm.Crc64Nvme:
                return sizeof(ulong);
            case ChecksumAlgorithm.Sha1:
                return SHA1.HashSizeInBytes;
            case ChecksumAlgorithm.Sha256:
                return SHA256.HashSizeInBytes;
            default:
                ChecksumErrors.NoSuchAlgorithm(algorithm);
                return 0;
        }
    }

    /// <summary>
    /// Computes the checksum of content in memory. To compute it incrementally, use <see cref="ChecksumState"/>.
    /// </summary>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="content">The complete content.</param>
    /// <returns>The checksum.</returns>
    [SuppressMessage("Security", "CA5350", Justification = "S3 has it, as a checksum and no more.")]
    public static S3Checksum Compute(ChecksumAlgorithm algorithm, ReadOnlySpan<byte> content)
    {
        switch (algorithm)
        {
            case ChecksumAlgorithm.Crc32:
                return OfCrc(algorithm, Crc32.Hash(content));
            case ChecksumAlgorithm.Crc32C:
                return OfCrc(algorithm, Crc32C.Hash(content));
            case ChecksumAlgorithm.Crc64Nvme:
                return OfCrc(algorithm, Crc64Nvme.Hash(content));
            default:
                Span<byte> digest = stackalloc byte[ByteCountOf(algorithm)];
                _ = algorithm == ChecksumAlgorithm.Sha1
                    ? SHA1.HashData(content, digest)
                    : SHA256.HashData(content, digest);
                return new S3Checksum(algorithm, digest);
        }
    }

    /// <summary>Computes the checksum of the concatenation of two contents from their checksums.</summary>
    /// <param name="first">The CRC of the first content.</param>
    /// <param name="second">The CRC of the second content, with the same algorithm.</param>
    /// <param name="secondLength">The length of the second content in bytes, 0 or greater.</param>
    /// <returns>The checksum of both contents.</returns>
    /// <exception cref="ArgumentException">
    /// A checksum is not a CRC or is composite, or the algorithms differ.
    /// </exception>
    public static S3Checksum Combine(in S3Checksum first, in S3Checksum second, long secondLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(secondLength);
        if (first.Algorithm != second.Algorithm
            || first.Type != ChecksumType.FullObject || second.Type != ChecksumType.FullObject)
        {
            ChecksumErrors.PartsDiffer();
        }

        ulong combined = 0;
        ulong length = (ulong)secondLength;
        switch (first.Algorithm)
        {
            case ChecksumAlgorithm.Crc32:
                combined = Crc32.Combine((uint)first.Crc, (uint)second.Crc, length);
                break;
            case ChecksumAlgorithm.Crc32C:
                combined = Crc32C.Combine((uint)first.Crc, (uint)second.Crc, length);
                break;
            case ChecksumAlgorithm.Crc64Nvme:
                combined = Crc64Nvme.Combine(first.Crc, second.Crc, length);
                break;
            default:
                ChecksumErrors.CannotCombine(first.Algorithm);
                break;
        }

        return OfCrc(first.Algorithm, combined);
    }

    /// <summary>Computes the composite checksum of an object that was uploaded in parts.</summary>
    /// <param name="parts">The checksums of the parts in order, from 1 to <see cref="PartCountMax"/>.</param>
    /// <returns>The composite checksum.</returns>
    /// <exception cref="ArgumentException">
    /// There are no parts or too many, one of the checksums is composite, or the algorithms differ.
    /// </exception>
    [SkipLocalsInit]
    public static S3Checksum Composite(ReadOnlySpan<S3Checksum> parts)
    {
        if (parts.IsEmpty)
        {
            ChecksumErrors.NoParts();
        }

        var bytes = new Utf8Builder(stackalloc byte[512]);
        foreach (ref readonly S3Checksum part in parts)
        {
            if (part.Algorithm != parts[0].Algorithm || part.Type != ChecksumType.FullObject)
            {
                ChecksumErrors.PartsDiffer();
            }

            bytes.Append(part.Bytes);
        }

        S3Checksum whole = Compute(parts[0].Algorithm, bytes.AsSpan());
        bytes.Dispose();
        return new S3Checksum(whole.Algorithm, whole.Bytes, ChecksumType.Composite, parts.Length);
    }

    /// <summary>
    /// Returns the checksum type that this client uses for multipart objects: only CRCs can be combined.
    /// </summary>
    internal static ChecksumType TypeInParts(ChecksumAlgorithm algorithm) =>
        algorithm is ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256
            ? ChecksumType.Composite
            : ChecksumType.FullObject;

    /// <summary>Parses the value of a header.</summary>
    /// <param name="algorithm">The algorithm of the header.</param>
    /// <param name="text">The base64 text. A suffix <c>-N</c> denotes a composite of N parts.</param>
    /// <param name="checksum">The checksum, if the text is valid.</param>
    /// <returns>False if the text is not a checksum of this algorithm.</returns>
    public static bool TryParse(ChecksumAlgorithm algorithm, ReadOnlySpan<char> text, out S3Checksum checksum)
    {
        Span<byte> ascii = stackalloc byte[TextMax];
        checksum = default;
        return Ascii.FromUtf16(text, ascii, out int length) == OperationStatus.Done
            && TryParse(algorithm, ascii.Slice(0, length), out checksum);
    }

    /// <summary>Parses the value of an XML element.</summary>
    /// <param name="algorithm">The algorithm of the element.</param>
    /// <param name="text">The base64 text in ASCII. A suffix <c>-N</c> denotes a composite of N parts.</param>
    /// <param name="checksum">The checksum, if the text is valid.</param>
    /// <returns>False if the text is not a checksum of this algorithm.</returns>
    public static bool TryParse(ChecksumAlgorithm algorithm, ReadOnlySpan<byte> text, out S3Checksum checksum)
    {
        checksum = default;
        int dash = text.IndexOf((byte)'-');
        int partCount = 0;
        if (dash >= 0 && !TryParsePartCount(text.Slice(dash + 1), out partCount))
        {
            return false;
        }

        Span<byte> bytes = stackalloc byte[BytesMax + 3];
        ReadOnlySpan<byte> digits = dash < 0 ? text : text.Slice(0, dash);
        int count = ByteCountOf(algorithm);
        if (digits.Length != Base64.GetMaxEncodedToUtf8Length(count)
            || Base64.DecodeFromUtf8(digits, bytes, out _, out int written) != OperationStatus.Done
            || written != count)
        {
            return false;
        }

        ChecksumType type = dash < 0 ? ChecksumType.FullObject : ChecksumType.Composite;
        checksum = new S3Checksum(algorithm, bytes.Slice(0, count), type, partCount);
        return true;
    }

    /// <summary>Appends the text form that headers and XML documents contain.</summary>
    /// <param name="destination">The builder to append to.</param>
    public void AppendTo(ref Utf8Builder destination)
    {
        Base64.EncodeToUtf8(Bytes, destination.GetSpan(TextMax), out _, out int written);
        destination.Advance(written);
        if (PartCount > 0)
        {
            destination.AppendByte((byte)'-');
            destination.Append(PartCount);
        }
    }

    /// <summary>Returns the text form that headers and XML documents contain.</summary>
    public override string ToString()
    {
        string text = Convert.ToBase64String(Bytes);
        return PartCount > 0 ? string.Create(CultureInfo.InvariantCulture, $"{text}-{PartCount}") : text;
    }

    /// <inheritdoc/>
    public bool Equals(S3Checksum other) => Algorithm == other.Algorithm && Type == other.Type
        && PartCount == other.PartCount && Bytes.SequenceEqual(other.Bytes);

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is S3Checksum other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => BinaryPrimitives.ReadInt32LittleEndian(Bytes);

    /// <summary>Creates the checksum of a full object from a CRC.</summary>
    internal static S3Checksum OfCrc(ChecksumAlgorithm algorithm, ulong crc)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, crc);
        return new S3Checksum(algorithm, bytes.Slice(sizeof(ulong) - ByteCountOf(algorithm)));
    }

    private ulong Crc => Bytes.Length == sizeof(uint)
        ? BinaryPrimitives.ReadUInt32BigEndian(Bytes)
        : BinaryPrimitives.ReadUInt64BigEndian(Bytes);

    private static bool TryParsePartCount(ReadOnlySpan<byte> digits, out int partCount)
    {
        partCount = 0;
        return digits.Length <= PartDigitsMax && !digits.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            && Utf8Parser.TryParse(digits, out partCount, out _)
            && partCount is > 0 and <= PartCountMax;
    }

    [InlineArray(BytesMax)]
    private struct Store
    {
        private byte _first;
    }
}

/// <summary>Specifies what a checksum is computed from.</summary>
public enum ChecksumType
{
    /// <summary>The content of the full object: equal content has equal checksums.</summary>
    FullObject,

    /// <summary>
    /// The checksums of the uploaded parts: equal content has equal checksums only if it was split in the same way.
    /// </summary>
    Composite,
}
