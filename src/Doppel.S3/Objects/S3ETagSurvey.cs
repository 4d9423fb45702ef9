using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.S3;

/// <summary>Notices that a server's ETags are not derived from the contents of objects.</summary>
/// <remarks>
/// One ETag for two sizes shows that, and so does an ETag that is the MD5 of a size, a time or a name. Add the objects
/// of one bucket, in any order. Takes 1 MiB, however many there are. Not thread-safe.
/// </remarks>
[SuppressMessage("Security", "CA5351", Justification = "Servers make ETags with MD5.")]
public sealed class S3ETagSurvey
{
    private const int Slots = 1 << 16;

    // Of so many of the first objects, and of so many that have the ETag of another one, the origin is sought.
    private const int FirstMax = 64;
    private const int RepeatedMax = 1024;

    private static readonly string[] s_types =
    [
        "binary/octet-stream", "application/octet-stream", "text/plain", "text/html", "application/json",
        "application/xml", "application/pdf", "application/zip", "image/jpeg", "image/png", "video/mp4", "audio/mpeg",
        "STANDARD",
    ];

    private static readonly string[] s_times =
    [
        "yyyyMMdd", "yyyy-MM-dd", "yyyyMMddHH", "yyyy-MM-ddTHH", "yyyy-MM-dd HH", "yyyy-MM-ddTHH':00:00Z'",
        "yyyy-MM-ddTHH:mm:ss'Z'", "yyyy-MM-ddTHH:mm:ss.fff'Z'", "yyyyMMddHHmmss", "yyyyMMdd'T'HHmmss'Z'", "HH", "R",
    ];

    // By the last bits of the digest, so that each digest has one slot.
    private readonly Slot[] _slots = new Slot[Slots];
    private int _first;
    private int _repeated;

    /// <summary>Why the ETags of this bucket prove nothing, or null as long as nothing speaks against them.</summary>
    public string? Contradiction { get; private set; }

    /// <summary>Adds an object.</summary>
    /// <param name="etag">Its ETag.</param>
    /// <param name="bytes">Its size in bytes.</param>
    /// <param name="modified">When it was last modified, or null if that is not known.</param>
    /// <param name="key">Its key in UTF-8.</param>
    public void Add(S3ETag etag, long bytes, DateTimeOffset? modified, ReadOnlySpan<byte> key)
    {
        if (Contradiction is not null || bytes == 0 || !etag.MayBeDigestOf(bytes))
        {
            return;
        }

        ref Slot slot = ref _slots[(int)(etag.Digest.Low % Slots)];
        bool isRepeated = slot.Digest == etag.Digest.High && slot.Bytes > 0;
        if (isRepeated && slot.Bytes != bytes)
        {
            Contradiction = string.Create(
                CultureInfo.InvariantCulture, $"objects of {slot.Bytes:N0} and {bytes:N0} bytes have the same ETag");
            return;
        }

        slot = new Slot(etag.Digest.High, bytes);
        bool isWanted = isRepeated ? _repeated++ < RepeatedMax : _first++ < FirstMax;
        if (isWanted && OriginOf(etag, bytes, modified, Encoding.UTF8.GetString(key)) is { } origin)
        {
            Contradiction = $"ETags are made of {origin}";
        }
    }

    private static string? OriginOf(S3ETag etag, long bytes, DateTimeOffset? modified, string key)
    {
        Span<byte> digest = stackalloc byte[S3ETag.DigestBytes];
        etag.TryCopyDigest(digest);
        if (IsOfAny(digest, bytes, OfSize(bytes)) || IsOfNumber(digest, bytes))
        {
            return "the size";
        }

        if (IsOfAny(digest, bytes, OfName(key)))
        {
            return "the name";
        }

        if (modified is { } time && IsOfAny(digest, bytes, OfTime(time.ToUniversalTime(), bytes)))
        {
            return "the time";
        }

        return IsOfAny(digest, bytes, s_types) ? "the type" : null;
    }

    private static IEnumerable<string> OfSize(long bytes) =>
    [
        bytes.ToString(CultureInfo.InvariantCulture), bytes.ToString("x", CultureInfo.InvariantCulture),
        bytes.ToString("X", CultureInfo.InvariantCulture),
    ];

    private static IEnumerable<string> OfName(string key)
    {
        string name = key[(key.LastIndexOf('/') + 1)..];
        int dot = name.LastIndexOf('.');
        return dot < 0 ? [key, name] : [key, name, name[dot..], name[(dot + 1)..], name[..dot]];
    }

    private static IEnumerable<string> OfTime(DateTimeOffset time, long bytes)
    {
        long seconds = time.ToUnixTimeSeconds();
        foreach (long number in (long[])[seconds, seconds / 60, seconds / 3600, seconds / 86400,
            time.ToUnixTimeMilliseconds(), seconds / 3600 * 3600])
        {
            string text = number.ToString(CultureInfo.InvariantCulture);
            yield return text;
            yield return string.Create(CultureInfo.InvariantCulture, $"{text}-{bytes}");
            yield return string.Create(CultureInfo.InvariantCulture, $"{bytes}-{text}");
        }

        foreach (string format in s_times)
        {
            yield return time.ToString(format, CultureInfo.InvariantCulture);
        }
    }

    private static bool IsOfNumber(ReadOnlySpan<byte> digest, long bytes)
    {
        Span<byte> number = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(number, bytes);
        bool isLittle = bytes != number.Length && MD5.HashData(number).AsSpan().SequenceEqual(digest);
        BinaryPrimitives.WriteInt64BigEndian(number, bytes);
        return isLittle || (bytes != number.Length && MD5.HashData(number).AsSpan().SequenceEqual(digest));
    }

    // An object can contain such a text, which then has its size.
    private static bool IsOfAny(ReadOnlySpan<byte> digest, long bytes, IEnumerable<string> texts)
    {
        foreach (string text in texts)
        {
            byte[] utf8 = Encoding.UTF8.GetBytes(text);
            if (utf8.Length != bytes && MD5.HashData(utf8).AsSpan().SequenceEqual(digest))
            {
                return true;
            }
        }

        return false;
    }

    private readonly record struct Slot(ulong Digest, long Bytes);
}
