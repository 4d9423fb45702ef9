using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>What a server says about an object, and what an undo needs to store it again.</summary>
/// <remarks>Immutable and thread-safe. The journal keeps it as attributes, named like the headers.</remarks>
internal sealed record ObjectState
{
    private const string ETagName = "etag";
    private const string DigestName = "content-etag";
    private const string VersionName = "x-amz-version-id";
    private const string PartName = "part-bytes";
    private const string TagsName = "x-amz-tagging";
    private const string MetadataPrefix = "x-amz-meta-";
    private const string EncryptionName = "x-amz-server-side-encryption";
    private const string EncryptionKeyName = "x-amz-server-side-encryption-aws-kms-key-id";
    private const string ClassName = "x-amz-storage-class";
    private const string ArchiveName = "x-amz-archive-status";

    private const int Mebi = 1024 * 1024;

    // In MiB, by how many clients use them.
    private static readonly int[] s_commonParts = [8, 16, 5, 64, 32, 128, 100, 15, 10, 50];

    private static readonly string[] s_kept =
    [
        "content-type", "content-disposition", "content-encoding", "content-language", "cache-control", "expires",
        ClassName, EncryptionName, EncryptionKeyName, ArchiveName, VersionName,
    ];

    private readonly IReadOnlyDictionary<string, string> _fields;

    private ObjectState(IReadOnlyDictionary<string, string> fields) => _fields = fields;

    /// <summary>Gets the ETag, with quotes.</summary>
    internal string ETag => Field(ETagName) ?? "";

    /// <summary>
    /// Gets the ETag if it is the MD5 of the content, or the MD5 of the MD5s of its parts. Otherwise none.
    /// </summary>
    internal S3ETag ContentETag => S3ETag.Parse(Field(DigestName) ?? "");

    /// <summary>Gets the version, in buckets with versioning. Otherwise null.</summary>
    internal string? VersionId => Field(VersionName);

    /// <summary>Gets the size in bytes of the parts that it was uploaded in, or 0 if that is unknown.</summary>
    internal long PartBytes => long.TryParse(
        Field(PartName), NumberStyles.None, CultureInfo.InvariantCulture, out long bytes) ? bytes : 0;

    /// <summary>
    /// Gets the sizes in bytes that its parts may have: the known one or, if the server does not tell, those of common
    /// clients that give the number of parts. Empty if it was not uploaded in parts.
    /// </summary>
    internal IEnumerable<long> PartSizes
    {
        get
        {
            int count = S3ETag.Parse(ETag).PartCount;
            if (count == 0 || PartBytes > 0)
            {
                return PartBytes > 0 ? [PartBytes] : [];
            }

            long least = (((Size - 1) / ((long)count * Mebi)) + 1) * Mebi;
            return s_commonParts.Select(static mebibytes => (long)mebibytes * Mebi).Append(least)
                .Where(bytes => (Size + bytes - 1) / bytes == count).Distinct();
        }
    }

    /// <summary>Gets the storage class, or null for the default class.</summary>
    internal string? StorageClass => Field(ClassName);

    /// <summary>Gets whether it has to be restored from an archive before it can be read.</summary>
    internal bool IsArchived => StorageClass is "GLACIER" or "DEEP_ARCHIVE" || Field(ArchiveName) is not null;

    /// <summary>Gets the size in bytes. Not in the journal, which has it among the facts of the name.</summary>
    internal long Size { get; init; }

    /// <summary>Gets when it was stored, to the second. Not in the journal either.</summary>
    internal FileTime Modified { get; init; }

    /// <summary>Gets the checksum of the whole content, if the server has one. Not in the journal.</summary>
    internal S3Checksum? Checksum { get; init; }

    /// <summary>Gets why it is locked, or null. Not in the journal.</summary>
    internal string? Lock { get; init; }

    /// <summary>Reads what a server says.</summary>
    /// <param name="info">The answer to a HEAD request.</param>
    /// <param name="now">The time, by which a lock may have ended.</param>
    internal static ObjectState Of(S3ObjectInfo info, DateTimeOffset now)
    {
        var fields = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { [ETagName] = info.ETag ?? "" };
        if (info.HasContentETag)
        {
            fields[DigestName] = info.ETag!;
        }

        foreach (string name in s_kept)
        {
            if (info.Header(name) is { Length: > 0 } value)
            {
                fields[name] = value;
            }
        }

        foreach ((string name, string value) in info.AllMetadata())
        {
            fields[MetadataPrefix + name] = value;
        }

        return new ObjectState(fields)
        {
            Size = info.ObjectLength,
            Modified = info.LastModified is { } time ? FileTime.From(time) : default,
            Checksum = info.Checksum is { Type: ChecksumType.FullObject } checksum ? checksum : null,
            Lock = LockOf(info, now),
        };
    }

    /// <summary>Reads what the journal has kept.</summary>
    internal static ObjectState Of(JournalIntent intent) => new(intent.Extras.Attributes.ToDictionary(
        static one => one.Name, static one => Encoding.UTF8.GetString(one.Value.Span),
        StringComparer.OrdinalIgnoreCase))
    {
        Size = intent.Facts.Size,
        Modified = intent.Facts.Modified,
    };

    /// <summary>Returns it with a size of parts.</summary>
    internal ObjectState WithPartBytes(long bytes) => With(PartName, bytes.ToString(CultureInfo.InvariantCulture));

    /// <summary>Returns it with tags.</summary>
    internal ObjectState WithTags(IReadOnlyDictionary<string, string> tags) => tags.Count == 0
        ? this
        : With(TagsName, string.Join(
            '&', tags.Select(static tag => $"{Uri.EscapeDataString(tag.Key)}={Uri.EscapeDataString(tag.Value)}")));

    /// <summary>Returns facts that stand for the object as long as nobody replaces it.</summary>
    internal FileFacts FactsOf(ReportName name) => ObjectName.FactsOf(name, Size, Modified, ETag);

    /// <summary>Returns everything that the journal keeps.</summary>
    internal FileExtras ToExtras() => new(
        0, [.. _fields.Select(static field => new ExtendedAttribute(field.Key, Encoding.UTF8.GetBytes(field.Value)))]);

    /// <summary>Returns whether both are certainly the same content, or the same object.</summary>
    internal bool IsLike(ObjectState other) => Size == other.Size
        && ((ETag.Length > 0 && ETag == other.ETag)
            || (ContentETag.IsDigest && ContentETag == other.ContentETag));

    /// <summary>Returns the properties with which to store it again, in the same parts.</summary>
    internal S3UploadOptions ToOptions() => new()
    {
        PartBytes = (int)Math.Clamp(PartSizes.FirstOrDefault(), S3UploadOptions.PartBytesMin, 1 << 30),
        SingleBytesMax = PartSizes.Any() ? 0 : S3CopyOptions.SingleBytesLimit,
        ContentType = Field("content-type"),
        ContentDisposition = Field("content-disposition"),
        ContentEncoding = Field("content-encoding"),
        ContentLanguage = Field("content-language"),
        CacheControl = Field("cache-control"),
        Expires = Field("expires"),
        StorageClass = StorageClass,
        Encryption = Field(EncryptionName) switch
        {
            "AES256" => S3Encryption.Managed,
            "aws:kms" => S3Encryption.Kms(Field(EncryptionKeyName)),
            _ => null,
        },
        Metadata = _fields.Where(static field => field.Key.StartsWith(MetadataPrefix, StringComparison.Ordinal))
            .ToDictionary(static field => field.Key[MetadataPrefix.Length..], static field => field.Value),
        Tags = Field(TagsName)?.Split('&').Select(static tag => tag.Split('=', 2)).ToDictionary(
            static tag => Uri.UnescapeDataString(tag[0]), static tag => Uri.UnescapeDataString(tag[^1])),
    };

    private string? Field(string name) => _fields.GetValueOrDefault(name);

    private ObjectState With(string name, string value) => new(
        new Dictionary<string, string>(_fields, StringComparer.OrdinalIgnoreCase) { [name] = value })
    {
        Size = Size,
        Modified = Modified,
        Checksum = Checksum,
        Lock = Lock,
    };

    private static string? LockOf(S3ObjectInfo info, DateTimeOffset now)
    {
        if (info.IsLegalHold)
        {
            return "it is locked by a legal hold";
        }

        return info.RetainUntil is { } until && until > now
            ? string.Create(CultureInfo.InvariantCulture, $"it is locked until {until:yyyy-MM-dd}")
            : null;
    }
}
