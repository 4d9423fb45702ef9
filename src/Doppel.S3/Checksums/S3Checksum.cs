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

namespace Doppel.S3.Checksums;

/// <summary>
/// A checksum as S3 servers keep it: in text base64 of big-endian bytes, <c>-N</c> behind a composite.
/// </summary>
/// <remarks>Immutable. Only what returns strings allocates.</remarks>
public readonly struct S3Checksum : IEquatable<S3Checksum>
{
    /// <summary>The most bytes that a checksum has.</summary>
    public const int BytesMax = SHA256.HashSizeInBytes;

    /// <summary>The most characters that its text has.</summary>
    public const int TextMax = 44 + 1 + PartDigitsMax;

    /// <summary>The most parts that a composite has.</summary>
    public const int PartCountMax = 10_000;

    private const int PartDigitsMax = 5;

    private readonly Store _bytes;

    /// <summary>Makes the checksum of a full object out of its bytes.</summary>
    /// <param name="algorithm">What they are made by.</param>
    /// <param name="bytes">As many as the algorithm has.</param>
    /// <exception cref="ArgumentException">There are more or fewer.</exception>
    public S3Checksum(ChecksumAlgorithm algorithm, ReadOnlySpan<byte> bytes)
        : this(algorithm, bytes, ChecksumType.FullObject, 0)
    {
    }

    /// <summary>Makes a checksum out of its bytes.</summary>
    /// <param name="algorithm">What they are made by.</param>
    /// <param name="bytes">As many as the algorithm has.</param>
    /// <param name="type">What they are made of.</param>
    /// <param name="partCount">
    /// How many parts a composite is made of, up to <see cref="PartCountMax"/>; 0 where that is not known, and for a
    /// full object.
    /// </param>
    /// <exception cref="ArgumentException">There are more or fewer bytes.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The number of parts is out of its range.</exception>
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

    /// <summary>By what it is made.</summary>
    public ChecksumAlgorithm Algorithm { get; }

    /// <summary>What it is made of.</summary>
    public ChecksumType Type { get; }

    /// <summary>Of how many parts a composite is made; 0 where that is not known, and for a full object.</summary>
    public int PartCount { get; }

    /// <summary>The checksum itself, the highest byte first.</summary>
    [UnscopedRef]
    public ReadOnlySpan<byte> Bytes => ((ReadOnlySpan<byte>)_bytes).Slice(0, ByteCountOf(Algorithm));

    /// <summary>Whether two checksums agree in all.</summary>
    public static bool operator ==(in S3Checksum left, in S3Checksum right) => left.Equals(right);

    /// <summary>Whether two checksums differ in anything.</summary>
    public static bool operator !=(in S3Checksum left, in S3Checksum right) => !left.Equals(right);

    /// <summary>Bytes of a checksum.</summary>
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

    /// <summary>The checksum of content that is in memory; <see cref="ChecksumState"/> takes it in pieces.</summary>
    /// <param name="algorithm">By what it is made.</param>
    /// <param name="content">The whole content.</param>
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

    /// <summary>The checksum of an object of two contents, one after the other.</summary>
    /// <param name="first">The CRC of the first.</param>
    /// <param name="second">The CRC of the second, by the same algorithm.</param>
    /// <param name="secondLength">Bytes of the second, 0 or more.</param>
    /// <exception cref="ArgumentException">They are no CRCs, composites, or by two algorithms.</exception>
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

    /// <summary>The composite checksum of an object that was uploaded in parts.</summary>
    /// <param name="parts">The checksums of its parts in their order, 1 to <see cref="PartCountMax"/>.</param>
    /// <exception cref="ArgumentException">
    /// There are none or too many, composites among them, or several algorithms.
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

    /// <summary>What the checksum of an object in parts is made of here: only CRCs combine.</summary>
    internal static ChecksumType TypeInParts(ChecksumAlgorithm algorithm) =>
        algorithm is ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256
            ? ChecksumType.Composite
            : ChecksumType.FullObject;

    /// <summary>Reads the value of a header.</summary>
    /// <param name="algorithm">What the header is of.</param>
    /// <param name="text">Base64; <c>-N</c> behind it makes a composite of N parts.</param>
    /// <param name="checksum">The checksum.</param>
    /// <returns>False if it is none of this algorithm.</returns>
    public static bool TryParse(ChecksumAlgorithm algorithm, ReadOnlySpan<char> text, out S3Checksum checksum)
    {
        Span<byte> ascii = stackalloc byte[TextMax];
        checksum = default;
        return Ascii.FromUtf16(text, ascii, out int length) == OperationStatus.Done
            && TryParse(algorithm, ascii.Slice(0, length), out checksum);
    }

    /// <summary>Reads the value of an element.</summary>
    /// <param name="algorithm">What the element is of.</param>
    /// <param name="text">Base64 in ASCII; <c>-N</c> behind it makes a composite of N parts.</param>
    /// <param name="checksum">The checksum.</param>
    /// <returns>False if it is none of this algorithm.</returns>
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

    /// <summary>Writes the text that headers and documents have.</summary>
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

    /// <summary>The text that headers and documents have.</summary>
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

    /// <summary>A CRC of the full object.</summary>
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
