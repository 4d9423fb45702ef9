namespace Doppel.S3;

/// <summary>What a server says about the content of an object.</summary>
/// <param name="Key">The key.</param>
/// <param name="Bytes">The size in bytes.</param>
/// <param name="ETag">The ETag as the server sent it.</param>
public sealed record S3DigestClaim(string Key, long Bytes, string ETag)
{
    /// <summary>The checksum of the whole content, or null if the ETag is meant.</summary>
    public S3Checksum? Checksum { get; init; }

    /// <summary>The sizes in bytes that its parts may have if the server does not tell. Default: none.</summary>
    public IReadOnlyList<long> PartSizes { get; init; } = [];

    /// <summary>The kind of the digest.</summary>
    public S3DigestKind Kind => Checksum?.Algorithm switch
    {
        null => KindOf(Digest),
        ChecksumAlgorithm.Sha1 => S3DigestKind.Sha1,
        _ => S3DigestKind.Sha256,
    };

    internal S3ETag Digest => S3ETag.Parse(ETag);

    internal string Value => Checksum?.ToString() ?? Digest.ToString();

    /// <summary>Returns the kind of an ETag that is a digest.</summary>
    /// <param name="etag">The ETag.</param>
    public static S3DigestKind KindOf(S3ETag etag) => etag.PartCount == 0 ? S3DigestKind.Md5 : S3DigestKind.PartsMd5;
}

/// <summary>The kinds of digests that servers have of objects.</summary>
public enum S3DigestKind
{
    /// <summary>An ETag that is the MD5 of the content.</summary>
    Md5,

    /// <summary>An ETag that is the MD5 of the MD5s of the parts.</summary>
    PartsMd5,

    /// <summary>A SHA-1 of the whole content.</summary>
    Sha1,

    /// <summary>A SHA-256 of the whole content.</summary>
    Sha256,
}

/// <summary>Whether digests of a kind are those of the contents.</summary>
/// <param name="State">Whether they are.</param>
/// <param name="Reason">Why they are not known to be, or null if they are.</param>
public sealed record S3DigestTrust(S3DigestState State, string? Reason)
{
    /// <summary>The size in bytes of the smallest object that would show it, if it is too large.</summary>
    public long Bytes { get; init; }

    /// <summary>Whether nothing that is added later changes this.</summary>
    internal bool IsFinal
    {
        get => field || State is S3DigestState.Trusted or S3DigestState.Refuted;
        init;
    }
}

/// <summary>Specifies whether digests of a kind are those of the contents.</summary>
public enum S3DigestState
{
    /// <summary>They are.</summary>
    Trusted,

    /// <summary>They are not.</summary>
    Refuted,

    /// <summary>All objects that are known have the same one, so that reading one of them shows nothing.</summary>
    Single,

    /// <summary>All objects that would show it are too large to be read.</summary>
    TooLarge,

    /// <summary>The object that would show it cannot be read, or its parts are not known.</summary>
    Unreadable,
}
