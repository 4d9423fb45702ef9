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
    /// <summary>The ID of a version that was stored while the bucket kept no versions.</summary>
    internal const string OldestVersion = "null";

    /// <summary>
    /// The size in bytes up to which the journal keeps the content of an object, if the bucket keeps no versions.
    /// </summary>
    internal const int ContentBytesMax = 64 * 1024;

    private const string ETagName = "etag";
    private const string DigestName = "content-etag";
    private const string VersionName = "x-amz-version-id";
    private const string ContentName = "content";
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

    /// <summary>Gets what the server announces about deleting it, or null. Not in the journal.</summary>
    internal string? Expiration { get; init; }

    /// <summary>Gets why nothing may go because this stays, or null.</summary>
    internal string? WhyNoKeeper => (IsArchived, Expiration, ETag) switch
    {
        (true, _, _) => "is archived",
        (_, { } rule, _) => $"is going to be deleted by the server ({rule})",
        (_, _, "") => "has no ETag, so that a change would not be noticed",
        _ => null,
    };

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
            Expiration = info.Expiration,
            Lock = LockOf(info, now),
        };
    }

    /// <summary>Returns the content that the journal has kept of an object that was removed, or null if none.</summary>
    internal static ReadOnlyMemory<byte>? ContentOf(JournalIntent intent) => intent.Extras.Attributes
        .Where(static one => one.Name == ContentName).Select(static one => (ReadOnlyMemory<byte>?)one.Value)
        .FirstOrDefault();

    /// <summary>Reads what the journal has kept.</summary>
    internal static ObjectState Of(JournalIntent intent) => new(intent.Extras.Attributes
        .Where(static one => one.Name != ContentName).ToDictionary(
        static one => one.Name, static one => Encoding.UTF8.GetString(one.Value.Span),
        StringComparer.OrdinalIgnoreCase))
    {
        Size = intent.Facts.Size,
        Modified = intent.Facts.Modified,
    };

    /// <summary>Returns it with a size of parts.</summary>
    internal ObjectState WithPartBytes(long bytes) => With(PartName, bytes.ToString(CultureInfo.InvariantCulture));

    /// <summary>Returns it with the version that stays when the object is deleted, or null for none.</summary>
    internal ObjectState WithVersion(string? version)
    {
        var fields = new Dictionary<string, string>(_fields, StringComparer.OrdinalIgnoreCase);
        fields.Remove(VersionName);
        return version is null ? With(fields) : With(VersionName, version);
    }

    internal ObjectState WithTags(IReadOnlyDictionary<string, string> tags) => tags.Count == 0
        ? this
        : With(TagsName, string.Join(
            '&', tags.Select(static tag => $"{Uri.EscapeDataString(tag.Key)}={Uri.EscapeDataString(tag.Value)}")));

    /// <summary>Returns facts that stand for the object as long as nobody replaces it.</summary>
    internal FileFacts FactsOf(ReportName name) => ObjectName.FactsOf(name, Size, Modified, ETag);

    /// <summary>Returns everything that the journal keeps.</summary>
    /// <param name="content">The content of a small object of which the bucket keeps no version, or null.</param>
    internal FileExtras ToExtras(byte[]? content = null) => new(
        0,
        [
            .. _fields.Select(static field => new ExtendedAttribute(field.Key, Encoding.UTF8.GetBytes(field.Value))),
            .. content is null ? (ExtendedAttribute[])[] : [new ExtendedAttribute(ContentName, content)],
        ]);

    /// <summary>Returns whether nobody has stored another object since, as far as the server tells.</summary>
    /// <remarks>Some servers have one ETag for all objects, so the times count as well.</remarks>
    internal bool IsSame(ObjectState? other) => other is not null && ETag == other.ETag && Size == other.Size
        && Modified.Seconds == other.Modified.Seconds;

    /// <summary>Returns the digests that the server has of it.</summary>
    internal IEnumerable<S3DigestClaim> Claims(ReportName name)
    {
        var claim = new S3DigestClaim(ObjectName.KeyOf(name), Size, ETag) { PartSizes = [.. PartSizes] };
        if (ContentETag.IsDigest)
        {
            yield return claim;
        }

        if (Checksum is { Algorithm: ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256 })
        {
            yield return claim with { Checksum = Checksum };
        }
    }

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

    private ObjectState With(string name, string value) =>
        With(new Dictionary<string, string>(_fields, StringComparer.OrdinalIgnoreCase) { [name] = value });

    private ObjectState With(Dictionary<string, string> fields) => new(fields)
    {
        Size = Size,
        Modified = Modified,
        Checksum = Checksum,
        Expiration = Expiration,
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
