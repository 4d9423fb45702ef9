using Doppel.Reports;

namespace Doppel.App;

/// <summary>
/// A bucket or an object in it, written as <c>s3://bucket/key</c>, or as <c>s3://profile@bucket/key</c> if it is on the
/// server of that AWS profile.
/// </summary>
/// <param name="Bucket">The name of the bucket.</param>
/// <param name="Key">Everything after the slash, exactly as typed; empty for the bucket itself.</param>
internal readonly record struct S3Location(string Bucket, string Key)
{
    private const string Scheme = "s3://";

    /// <summary>Gets the AWS profile that specifies server, region and keys; null for the usual ones.</summary>
    internal string? Profile { get; init; }

    /// <summary>Gets the bucket.</summary>
    internal S3Location Root => this with { Key = "" };

    /// <summary>Gets the key as a folder: with a trailing slash, unless the key is empty.</summary>
    internal string FolderKey => Key.Length == 0 || Key[^1] == '/' ? Key : Key + "/";

    /// <summary>Returns whether an argument is an s3:// address and not a file.</summary>
    internal static bool Is(string word) => word.StartsWith(Scheme, StringComparison.Ordinal);

    /// <summary>Parses an s3:// address.</summary>
    /// <param name="word">The address, as <see cref="ByteText"/>.</param>
    /// <exception cref="UsageException">The argument is not a valid s3:// address.</exception>
    internal static S3Location Parse(string word)
    {
        if (!Is(word))
        {
            throw new UsageException(
                $"{Quote.Text(word)} is not s3://BUCKET/KEY", "an address looks like s3://photos/2024/a.jpg");
        }

        if (!ByteText.IsPlain(word))
        {
            throw new UsageException($"{Quote.Text(word)} is not valid UTF-8");
        }

        int slash = word.IndexOf('/', Scheme.Length);
        string authority = slash < 0 ? word[Scheme.Length..] : word[Scheme.Length..slash];

        // No bucket name contains the sign, but profiles may.
        int sign = authority.LastIndexOf('@');
        string bucket = authority[(sign + 1)..];
        bool isBucket = bucket.Length is > 0 and <= 255 && bucket is not ("." or "..")
            && bucket.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_');
        if (!isBucket)
        {
            throw new UsageException(
                $"{Quote.Text(word)} has no valid bucket name",
                "bucket names have letters, digits, '-', '.' and '_': s3://BUCKET/KEY");
        }

        string? profile = sign < 0 ? null : authority[..sign];
        if (profile is not null && !IsProfile(profile))
        {
            throw new UsageException(
                $"{Quote.Text(word)} has no valid AWS profile", "select other profiles with --aws-profile NAME");
        }

        return new S3Location(bucket, slash < 0 ? "" : word[(slash + 1)..]) { Profile = profile };
    }

    /// <summary>Parses the address of an object.</summary>
    /// <exception cref="UsageException">The argument is not the address of an object.</exception>
    internal static S3Location ParseObject(string word) => Parse(word) is { Key.Length: > 0 } location
        ? location
        : throw new UsageException($"{Quote.Text(word)} is a bucket, not an object", "s3://BUCKET/KEY");

    /// <summary>Parses the address of a bucket.</summary>
    /// <exception cref="UsageException">The argument is not the address of a bucket.</exception>
    internal static S3Location ParseBucket(string word) => Parse(word) is { Key.Length: 0 } location
        ? location
        : throw new UsageException($"{Quote.Text(word)} is an object, not a bucket", "s3://BUCKET");

    /// <summary>Returns the address as the name of a file has it in reports.</summary>
    internal ReportName ToName() => new(ToString());

    /// <summary>Returns the address for messages, quoted and escaped.</summary>
    internal string Shown() => Quote.Text(ToString());

    /// <summary>Returns the message for a missing object, such as <c>'s3://b/k': no such object</c>.</summary>
    internal string NotFound() => $"{Shown()}: no such object";

    public override string ToString()
    {
        string bucket = Profile is null ? Scheme + Bucket : $"{Scheme}{Profile}@{Bucket}";
        return Key.Length == 0 ? bucket : $"{bucket}/{Key}";
    }

    // A reader of a report must be able to type the address.
    private static bool IsProfile(string name) => name.Length is > 0 and <= 255
        && name.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_' or '+' or ':' or '@');
}
